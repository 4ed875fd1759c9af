import { afterEach, expect, test } from 'vitest';
import { alerts, dismissAlert, showAlert } from './alerts.ts';

afterEach(() => alerts.setState([], true));

test('alerts wait for each other and the same text is not repeated', () => {
  showAlert('Unauthorized');
  showAlert('Unauthorized');
  showAlert('update failed');
  expect(alerts.getState()).toEqual(['Unauthorized', 'update failed']);
  dismissAlert();
  expect(alerts.getState()).toEqual(['update failed']);
});

test('a storm of alerts is bounded', () => {
  for (let n = 0; n < 50; n++) showAlert(`error ${n}`);
  expect(alerts.getState()).toHaveLength(5);
});
