import { expect, test } from 'vitest';
import { createMemoryStore } from '#lib/local-store.ts';
import { makeFlashSetting } from './flash-setting.ts';

test('changes flash until the reader turns it off', () => {
  expect(makeFlashSetting(createMemoryStore()).isOn.getState()).toBe(true);
});

test('the choice is kept for the next visit', () => {
  const store = createMemoryStore();
  makeFlashSetting(store).set(false);
  expect(makeFlashSetting(store).isOn.getState()).toBe(false);
  makeFlashSetting(store).set(true);
  expect(makeFlashSetting(store).isOn.getState()).toBe(true);
});
