import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../steps.ts';
import { productTexts } from './product-texts.ts';
import { ruledOutWords, slipsIn } from './ruled-out.ts';
import { wordingFigure } from './wording-figure.ts';

const wording = readFileSync(join(root, 'docs/reference/wording.md'), 'utf8');

test('words that are ruled out are found in any case and across lines, and not within other words', () => {
  const text = 'One line.\nThis page GOES ON\nby itself. Mended, commended, is no\nsetting';
  const words = ['goes on by itself', 'mended', 'is no setting'];
  expect(slipsIn({ path: 'a.md', line: 1 }, text, words).map(({ line, words: one }) => `${line} ${one}`)).toEqual([
    '2 goes on by itself',
    '3 mended',
    '3 is no setting',
  ]);
});

test('the table of wording.md gives its words one by one', () => {
  expect(ruledOutWords()).toEqual(
    expect.arrayContaining(['goes on by itself', 'stands in place of', 'is called so', 'is no setting', 'took it']),
  );
});

test('no text and no document uses a word that is ruled out', () => {
  expect(wordingFigure().where).toEqual([]);
});

test('the texts of the specification are shown to the letter', () => {
  const section = /^## 5\.[\s\S]*/m.exec(wording)?.[0] ?? '';
  const promised = [...section.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text).filter((text) => text !== '…');
  const shown = productTexts()
    .filter(({ path }) => !path.endsWith('.md'))
    .map(({ text }) => text.replaceAll('{…}', '…'));
  expect(promised.length).toBeGreaterThan(50);
  expect(promised.filter((text) => !shown.some((one) => one.includes(text)))).toEqual([]);
});
