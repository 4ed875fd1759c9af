import { expect, test } from 'vitest';
import { browserId } from './browser-id.ts';
import { createMemoryStore, localKeys } from './local-store.ts';

test('a browser id is a letter for the device and a number, and stays the same', () => {
  const store = createMemoryStore();
  expect(browserId(store, false, () => 0.5)).toBe('l500000000');
  expect(browserId(store, true, () => 0.1)).toBe('l500000000');
  expect(browserId(createMemoryStore(), true, () => 0.25)).toBe('m250000000');
});

test('a kept value of another form is replaced', () => {
  const store = createMemoryStore();
  store.write(localKeys.browserId, '<b>');
  expect(browserId(store, false, () => 0)).toBe('l0');
});
