import type { Op } from '@sheetwire/contract/live';
import { expect, test } from 'vitest';
import { cpuOf } from '../../../../scripts/test/thread-cpu.ts';
import { controlMarks } from './control-marks.ts';
import { cutPage } from './page-cut.ts';
import { PageModel } from './page-model.ts';
import { lengthenPage, shortPage } from './short-page.ts';

const TRIES = 7;

/** How much longer the work takes on twice as much; the smallest of several tries, so that no noise makes it more. */
function growth(small: () => void, large: () => void): number {
  small();
  large();
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES; n++) least = Math.min(least, cpuOf(large) / cpuOf(small));
  return least;
}

const tableOf = (rows: number) =>
  `<table><tbody>${'<tr><td>1</td><td data-s="1">2</td></tr>'.repeat(rows)}</tbody></table>`;

test('cells and rows cost what they change, however many rows there are', () => {
  const pages = [20_000, 40_000].map((rows) => new PageModel({ html: tableOf(rows), styles: [] }));
  const change = (page: PageModel | undefined) => () => {
    for (let n = 0; n < 4000; n++) {
      const row: Op = [0, 'r', (n * 4099) % 20_000, 1, '<tr><td>3</td><td>4</td></tr>'];
      page?.apply(row);
      page?.apply([0, 'c', (n * 7919) % 40_000, `${n}`]);
    }
  };
  expect(growth(change(pages[0]), change(pages[1]))).toBeLessThan(2);
});

test.each([
  ['rows and cells', tableOf],
  ['unclosed rows', (rows: number) => '<tr>'.repeat(rows)],
  ['cells that nothing ends', (rows: number) => `<tr>${'<td>'.repeat(rows)}</tr>`],
  ['tables within tables', (rows: number) => '<table><tbody><tr><td>'.repeat(rows)],
  ['text that looks like tags', (rows: number) => '<t<t<t'.repeat(rows)],
])('a page of %s is cut in a time that grows with its length', (_, make) => {
  const [small, large] = [make(40_000), make(80_000)];
  expect(
    growth(
      () => cutPage(small),
      () => cutPage(large),
    ),
  ).toBeLessThan(2.6);
});

test.each([
  ['controls', '<input type="checkbox" data-control="C1">'],
  ['text that looks like controls', ' data-control="C1"'],
  ['textareas that nothing ends', '<textarea data-control="C1">'],
  ['other tags that look like controls', '<p title=" data-control=" data-control="C1">'],
])('%s are found in a time that grows with the length', (_, one) => {
  const [small, large] = [one.repeat(20_000), one.repeat(40_000)];
  expect(
    growth(
      () => controlMarks(small),
      () => controlMarks(large),
    ),
  ).toBeLessThan(2.6);
});

test.each([
  ['addresses', '<td data-cell="A1">'],
  ['marks', '<td~'],
  ['unfinished tags', '<td colspan="1" '],
])('a page of %s is shortened and lengthened in a time that grows with its length', (_, one) => {
  const [small, large] = [one.repeat(10_000), one.repeat(20_000)].map((text) => `${text}${text.replaceAll('<', '~')}`);
  expect(
    growth(
      () => lengthenPage(shortPage(small ?? '')),
      () => lengthenPage(shortPage(large ?? '')),
    ),
  ).toBeLessThan(2.6);
});
