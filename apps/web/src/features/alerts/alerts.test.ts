import { beforeEach, expect, test } from 'vitest';
import { alerts, dismissAlert, showAlert } from './alerts.ts';

beforeEach(() => alerts.setState([], true));

const texts = () => alerts.getState().map(({ text }) => text);
/** Its user reads the first one. */
function read(): void {
  const [first] = alerts.getState();
  if (first) dismissAlert(first.id);
}

test('alerts wait for each other and the same text is not repeated', () => {
  showAlert('Unauthorized');
  showAlert('Unauthorized');
  showAlert('update failed');
  expect(texts()).toEqual(['Unauthorized', 'update failed']);
  read();
  expect(texts()).toEqual(['update failed']);
});

test('a storm of alerts is bounded', () => {
  for (let n = 0; n < 50; n++) showAlert(`error ${n}`);
  expect(alerts.getState()).toHaveLength(5);
});

test('an alert that was read stands for none that comes after it, and is read once', () => {
  showAlert('Unauthorized');
  const [first] = alerts.getState();
  read();
  showAlert('Unauthorized');
  expect(texts()).toEqual(['Unauthorized']);
  if (first) dismissAlert(first.id);
  expect(texts()).toEqual(['Unauthorized']);
});
