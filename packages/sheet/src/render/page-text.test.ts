import { expect, test } from 'vitest';
import { Budget } from '../budget.ts';
import { PageText, textOf } from './page-text.ts';

const enough = () => new Budget(100_000_000, 'Too long.');

test('a page is the texts that were written, in their order, whatever letters they hold', () => {
  const page = new PageText();
  const table = new PageText();
  const pieces = ['<table>', 'é中😀'.repeat(5000), 'x'.repeat(1_000_000), '', '</table>'];
  const budget = enough();
  expect(page.isEmpty).toBe(true);
  page.write('<p>', budget);
  for (const piece of pieces) table.write(piece, budget);
  page.append(table);
  page.write('</p>', budget);
  expect(textOf(page.chunks())).toBe(`<p>${pieces.join('')}</p>`);
  expect(page.isEmpty).toBe(false);
});

test('each byte is counted once, those that were counted before taken off', () => {
  const page = new PageText();
  const budget = new Budget(6, 'Too long.');
  page.write('ab', budget);
  page.write('中', budget, 1);
  expect(() => budget.ensure(2)).not.toThrow();
  expect(() => page.write('é中', budget)).toThrow('Too long.');
});
