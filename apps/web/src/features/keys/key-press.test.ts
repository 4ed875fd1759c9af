import { expect, test } from 'vitest';
import { hasCommandKey } from './command-key.ts';
import { isPaletteKey, type KeyPress, singleKey } from './key-press.ts';
import { keyRows } from './key-rows.ts';

function press(key: string, rest: Partial<KeyPress> = {}): KeyPress {
  const plain = { ctrlKey: false, metaKey: false, altKey: false };
  return { key, ...plain, defaultPrevented: false, repeat: false, isComposing: false, ...rest };
}

test('Ctrl+K opens the palette, Cmd+K where there is such a key, capitals or not', () => {
  expect(isPaletteKey(press('k', { ctrlKey: true }), false)).toBe(true);
  expect(isPaletteKey(press('K', { ctrlKey: true }), false)).toBe(true);
  expect(isPaletteKey(press('k', { metaKey: true }), true)).toBe(true);
  expect(isPaletteKey(press('k', { ctrlKey: true }), true)).toBe(false);
  expect(isPaletteKey(press('k', { metaKey: true }), false)).toBe(false);
  expect(isPaletteKey(press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
  expect(isPaletteKey(press('k'), false)).toBe(false);
});

test('a key is a shortcut of its own when nothing is pressed with it and nobody took it', () => {
  expect([singleKey(press('?')), singleKey(press('P')), singleKey(press('p'))]).toEqual(['?', 'p', 'p']);
  const none: Partial<KeyPress>[] = [
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { defaultPrevented: true },
    { repeat: true },
    { isComposing: true },
  ];
  for (const rest of none) expect(singleKey(press('p', rest))).toBe(undefined);
  expect(singleKey(press('PageUp'))).toBe(undefined);
});

test('the list of keys names Command where there is one', () => {
  const isMac = hasCommandKey('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
  expect(keyRows(isMac)[0]?.keys).toEqual([['⌘', 'K']]);
  expect(keyRows(hasCommandKey('Mozilla/5.0 (X11; Linux x86_64)'))[0]?.keys).toEqual([['Ctrl', 'K']]);
});

test('the tab shortcuts of the specification are listed', () => {
  const rows = keyRows(false).flatMap(({ keys }) => keys.map((together) => together.join('+')));
  for (const way of ['Ctrl', 'Shift', 'Alt']) {
    expect(rows).toEqual(expect.arrayContaining([`${way}+PageUp`, `${way}+PageDown`]));
  }
});
