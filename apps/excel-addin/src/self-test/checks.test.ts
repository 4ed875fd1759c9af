import type { OfficeRange } from '@sheetwire/live-book/office/office-api';
import { openOfficeBook } from '@sheetwire/live-book/office/office-book';
import { BookModel } from '@sheetwire/live-book/test-support/book-model';
import { FakeExcel } from '@sheetwire/live-book/test-support/fake-excel';
import { expect, test } from 'vitest';
import { type Bench, type CheckResult, checks, runChecks } from './checks.ts';

const sheet = 'Bench';

async function benchOf(): Promise<Bench> {
  const { host } = new FakeExcel(new BookModel({ sheets: [{ name: sheet, cells: { A1: 1 } }] }));
  const inRange = (address: string, change: (range: OfficeRange) => void) =>
    host.run(async (context) => {
      change(context.workbook.worksheets.getItem(sheet).getRange(address));
      await context.sync();
    });
  return {
    book: await openOfficeBook(host),
    sheet,
    set: (address, value) => inRange(address, (range) => Object.assign(range, { values: [[value]] })),
    fill: (rows, columns) => {
      const ones = Array.from({ length: rows }, () => Array.from({ length: columns }, () => 1));
      return inRange('A1', (range) => Object.assign(range, { values: ones }));
    },
    format: (address, format) => inRange(address, (range) => Object.assign(range, { numberFormat: [[format]] })),
    late: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return false;
    },
  };
}

test('every check of the self-test passes on objects that behave as Office.js does', async () => {
  const results: CheckResult[] = [];
  await runChecks(await benchOf(), (result) => results.push(result));
  expect(results.filter(({ isGood }) => !isGood)).toEqual([]);
  expect(results.length).toBe(checks.length);
});

test('a check that fails says what it found, and the others go on', async () => {
  const bench = await benchOf();
  const results: CheckResult[] = [];
  const { book } = bench;
  const deaf: Bench['book'] = {
    read: (name, area) => book.read(name, area),
    sheets: () => book.sheets(),
    usedRange: (name) => book.usedRange(name),
    look: (name) => book.look(name),
    copy: () => book.copy(),
    onChange: (hear) => book.onChange(hear),
    close: () => book.close(),
    facts: () => book.facts(),
    names: () => book.names(),
    validations: (name) => book.validations(name),
    controls: () => book.controls(),
    choices: (control) => book.choices(control),
    write: async () => undefined,
  };
  await runChecks({ ...bench, book: deaf }, (result) => results.push(result));
  const bad = results.filter(({ isGood }) => !isGood);
  expect(bad.map(({ name }) => name)).toContain("A viewer's text =1+1 stays text");
  expect(bad[0]?.note).toContain('instead of');
  expect(results.length).toBe(checks.length);
});
