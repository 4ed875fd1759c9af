import { expect, test, vi } from 'vitest';
import { cleanLower, cleanName, cleanUpper, oneSpaced, parseEntity, whyNoName } from './name.ts';

test('separators, quotes, brackets and control characters are taken out and the ends trimmed', () => {
  expect(cleanName('  Da[i]l"y,/\\\u0007 P&L ')).toBe('Daily P&L');
});

test('every run of white space in a name is one space, whatever space it is', () => {
  const spaces = ' \t\n\r\u0085\u00a0\u1680\u2000\u2003\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
  for (const space of [...spaces.split(''), spaces, '  ']) {
    expect(cleanUpper(`${space}Daily${space}PnL${space}`)).toBe('DAILY PNL');
    expect(parseEntity(`acme${space}corp`)).toBe('ACME CORP');
  }
  expect(cleanUpper('daily , pnl')).toBe('DAILY PNL');
  expect(oneSpaced('\u3000a \u00a0 b\t')).toBe('a b');
});

test('a name that holds a sign which does not show is refused', () => {
  const hidden =
    '\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufe0f\ufeff';
  for (const sign of hidden)
    for (const text of [`${sign}ACME`, `AC${sign}ME`, `ACME${sign}`, `AC ${sign} ME`])
      expect(cleanName(text)).toBeUndefined();
});

test('objects of the language are no names, in any case of letters', () => {
  for (const text of [
    '__proto__',
    ' __PROTO__ ',
    '__pro[to__',
    'constructor',
    'Prototype',
    'hasOwnProperty',
    'toString',
  ])
    expect([cleanName(text), cleanUpper(text), cleanLower(text), parseEntity(text)]).toEqual(Array(4).fill(undefined));
  expect(whyNoName('constructor')).toBe('The name CONSTRUCTOR is reserved');
});

test('an empty name is no name', () => {
  for (const text of ['', '   ', '[]', '.', '..', '"']) expect(cleanName(text)).toBeUndefined();
});

test('letters that look like or fold into others are refused', () => {
  for (const text of ['Ka\u017f', '\u212aelvin', 'd\u0131sk', 'P\u0430ypal', 'é', '日本'])
    expect(cleanName(text)).toBeUndefined();
});

test('compatibility forms have one spelling', () => {
  expect(cleanUpper('ＡＣＭＥ')).toBe('ACME');
});

test('case is what the kind of name says', () => {
  expect(cleanUpper('Rates Desk')).toBe('RATES DESK');
  expect(cleanLower('Jane.Doe')).toBe('jane.doe');
});

test('a name is at most 100 characters', () => {
  expect(cleanName('a'.repeat(100))).toBeDefined();
  expect(cleanName('a'.repeat(101))).toBeUndefined();
});

test('no entity takes the name of a path of ours', () => {
  for (const text of ['api', 'Remote', 'ADMIN', 'login', 'linkedfiles', 'healthz'])
    expect(parseEntity(text)).toBeUndefined();
  expect(parseEntity(' acme ')).toBe('ACME');
});

test('who enters no name is told what is wrong with it', () => {
  expect(whyNoName('Zürich')).toBe(
    "A name can contain only letters from A to Z, digits, spaces and . _ - & ( ) + # @ '",
  );
  expect(whyNoName('a'.repeat(101))).toBe('A name can have at most 100 characters');
  expect(whyNoName(' remote ')).toBe('The name REMOTE is reserved');
});

test('what is plain already, or never will be, is not normalized', () => {
  const normalized = vi.spyOn(String.prototype, 'normalize');
  try {
    expect(cleanName('Daily PnL')).toBe('Daily PnL');
    expect(cleanName('\ufdfa'.repeat(900))).toBeUndefined();
    expect(cleanName('\uff21'.repeat(900))).toBeUndefined();
    expect(whyNoName('\ufdfa'.repeat(900))).toBe('A name can have at most 100 characters');
    expect(normalized).not.toHaveBeenCalled();
  } finally {
    normalized.mockRestore();
  }
});

test('signs that are taken out may make a spelling longer than its name', () => {
  expect(cleanName(`${' '.repeat(900)}a${'[],'.repeat(90)}`)).toBe('a');
  expect(cleanName('\u{1d400}'.repeat(100))).toBe('A'.repeat(100));
});
