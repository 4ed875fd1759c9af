import { afterEach, expect, test, vi } from 'vitest';
import { isHistoryKey } from './history-key.ts';

afterEach(() => vi.unstubAllGlobals());

const over = (dialog: object | null) => vi.stubGlobal('document', { querySelector: () => dialog });
const altH = {
  ...{ altKey: true, ctrlKey: false, metaKey: false, shiftKey: false },
  ...{ code: 'KeyH', repeat: false, defaultPrevented: false },
};

test('Alt+H asks for the history of a cell: once while it is held, with no other key, and not over a dialog', () => {
  over(null);
  expect(isHistoryKey(altH)).toBe(true);
  expect(isHistoryKey({ ...altH, repeat: true })).toBe(false);
  for (const other of ['ctrlKey', 'metaKey', 'shiftKey', 'defaultPrevented'])
    expect(isHistoryKey({ ...altH, [other]: true })).toBe(false);
  expect(isHistoryKey({ ...altH, code: 'KeyG' })).toBe(false);
  over({});
  expect(isHistoryKey(altH)).toBe(false);
});
