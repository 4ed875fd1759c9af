import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test('words are one line, without what nobody sees', () => {
  expect(oneLine(' a\tb\r\n c\u200b\u202e ')).toBe('a b c');
  expect([oneLine('\u200d\u200d'), oneLine(' \n')]).toEqual(['', '']);
});

test('words that others read have no more marks upon a letter than a page may have', () => {
  const mark = '\u0335';
  const most = limits.clean.layout.marks;
  expect(oneLine(`held${mark.repeat(60)} back`)).toBe(`held${mark.repeat(most)} back`);
  expect(oneLine(`ne${mark}in`)).toBe(`ne${mark}in`);
});
