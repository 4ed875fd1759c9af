import { expect, test } from 'vitest';
import { cleanLower, cleanName, cleanUpper, parseEntity, whyNoName } from './name.ts';

test('separators, quotes, brackets and control characters are taken out and the ends trimmed', () => {
  expect(cleanName('  Da[i]l"y,/\\\u0007 P&L ')).toBe('Daily P&L');
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
  expect(whyNoName('Zürich')).toBe("Names are letters from A to Z, digits, spaces and . _ - & ( ) + # @ '");
  expect(whyNoName('a'.repeat(101))).toBe('Names are at most 100 characters long');
  expect(whyNoName(' remote ')).toBe('The name REMOTE is reserved');
});
