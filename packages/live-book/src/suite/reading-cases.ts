import { limits } from '@sheetwire/contract/limits';
import { expect } from 'vitest';
import type { BookSpec } from '../test-support/book-spec.ts';
import { shownIn } from '../test-support/shown-book.ts';
import type { StageCase } from './stage-case.ts';

const rows = 2500;
const columns = 'ABCDEFGHIJKLMNOPQRST';
/** 50,000 numbers. */
const large: BookSpec = {
  sheets: [
    {
      name: 'S',
      cells: Object.fromEntries(
        Array.from({ length: rows }, (_, n) => Array.from(columns, (letter, m) => [`${letter}${n + 1}`, n + m])).flat(),
      ),
    },
  ],
};

/** What a workbook tells of itself. */
export const readingCases: readonly StageCase[] = [
  {
    name: 'sheets are told in the order of their tabs, hidden ones as hidden',
    needs: ['being asked'],
    book: {
      sheets: [
        { name: 'Z', cells: { A1: 1 } },
        { name: 'A', isHidden: true, cells: { A1: 1 } },
      ],
    },
    async run({ driver: { book } }) {
      expect(await book.sheets()).toEqual([
        { name: 'Z', isHidden: false },
        { name: 'A', isHidden: true },
      ]);
    },
  },
  {
    name: 'the used range begins and ends where values do',
    needs: ['being asked'],
    book: {
      sheets: [
        { name: 'S', cells: { C3: 1, E9: 'x' } },
        { name: 'Empty', cells: {} },
      ],
    },
    async run({ driver: { book } }) {
      expect(await book.usedRange('S')).toEqual({ top: 3, left: 3, bottom: 9, right: 5 });
      expect(await book.usedRange('Empty')).toBeUndefined();
    },
  },
  {
    name: 'values are read with their types, empty cells as null',
    needs: ['being asked'],
    book: { sheets: [{ name: 'S', cells: { A1: 1.5, B1: 'text', C1: true, E1: { formula: '1/0' } } }] },
    async run({ driver: { book } }) {
      const { values } = await book.read('S', { top: 1, left: 1, bottom: 1, right: 5 });
      expect(values).toEqual([[1.5, 'text', true, null, { error: '#DIV/0!' }]]);
    },
  },
  {
    name: 'texts are those that the spreadsheet shows',
    needs: ['being asked'],
    book: {
      sheets: [
        {
          name: 'S',
          cells: {
            A1: { value: 1240.5, format: '#,##0.00' },
            B1: { value: 0.5, format: '0%' },
            C1: { value: 46_349, format: 'yyyy-mm-dd' },
          },
        },
      ],
    },
    async run({ driver: { book } }) {
      const { texts } = await book.read('S', { top: 1, left: 1, bottom: 1, right: 3 });
      expect(texts).toEqual([['1,240.50', '50%', '2026-11-23']]);
    },
  },
  {
    name: 'with a decimal comma the number is sent, and shown as its neighbors are',
    book: {
      hasDecimalComma: true,
      sheets: [{ name: 'S', cells: { A1: { value: 1240.5, format: '#,##0.00' }, A2: 1.5 } }],
    },
    async run(stage) {
      await stage.start();
      await stage.edit({ set: 'S!A1', to: 999.25 });
      const [sent] = stage.publishesSince();
      expect(sent?.cells.get('S!A1')).toEqual({ value: 999.25, text: '999.25' });
      await stage.agrees();
    },
  },
  {
    name: 'the day 1 of both date systems is told apart',
    needs: ['being asked'],
    book: { has1904Dates: true, sheets: [{ name: 'S', cells: { A1: { value: 1, format: 'yyyy-mm-dd' } } }] },
    async run({ driver: { book } }) {
      expect((await book.facts()).has1904Dates).toBe(true);
      expect((await book.read('S', { top: 1, left: 1, bottom: 1, right: 1 })).texts).toEqual([['1904-01-02']]);
    },
  },
  {
    name: 'names are told with what they stand for',
    needs: ['being asked'],
    book: { names: { Rate: 'S!$A$1' }, sheets: [{ name: 'S', cells: { A1: 1 } }] },
    async run({ driver: { book } }) {
      const names = await book.names();
      expect(names.map(({ name, refers }) => [name, refers.replace('=', '')])).toEqual([['Rate', 'S!$A$1']]);
    },
  },
  {
    name: 'lists are told with their cells',
    needs: ['being asked'],
    book: { sheets: [{ name: 'S', cells: { A1: 'a' }, lists: [{ area: 'A1', source: '"a,b"' }] }] },
    async run({ driver: { book } }) {
      const [list] = await book.validations('S');
      expect([list?.areas, list?.source.replaceAll('"', '')]).toEqual(['A1', 'a,b']);
    },
  },
  {
    name: 'the copy is the whole workbook, and makes no change',
    async run(stage) {
      await stage.start();
      const copy = await shownIn(await stage.driver.book.copy());
      expect(copy.get('Prices')?.get('C4')?.value).toBe(7.5);
      await stage.rest(limits.liveBook.latest);
      expect(stage.kindsSince()).toEqual([]);
    },
  },
  {
    name: '50,000 cells are read in parts, the spreadsheet has its turn between them, and one change is one cell',
    book: large,
    async run(stage) {
      await stage.start();
      const before = stage.pauses;
      await stage.edit({ set: 'S!T2500', to: -1 });
      expect(stage.pauses - before).toBe(Math.ceil((rows * columns.length) / limits.liveBook.read));
      const [sent] = stage.publishesSince();
      expect([...(sent?.cells ?? [])].map(([name, { value }]) => [name, value])).toEqual([['S!T2500', -1]]);
    },
  },
];
