import { expect, test } from 'vitest';
import { BookBusy, CellLocked } from '../live-book.ts';
import { implementations } from '../suite/implementations.ts';
import { liveBookSuite } from '../suite/live-book-suite.ts';
import { BookModel } from '../test-support/book-model.ts';
import { type BookSpec, sample } from '../test-support/book-spec.ts';
import { FakeExcel } from '../test-support/fake-excel.ts';
import { officeError } from '../test-support/office-object.ts';
import { openOfficeBook } from './office-book.ts';

liveBookSuite(implementations.ownObjects, async (spec) => {
  const model = new BookModel(spec);
  const book = await openOfficeBook(new FakeExcel(model).host);
  return {
    book,
    apply: async (...edits) => {
      for (const edit of edits) model.apply(edit);
    },
    type: (isTyping) => {
      model.isTyping = isTyping;
    },
    closeBook: () => undefined,
    stop: () => book.close(),
  };
});

test('what Excel cannot do just now is asked again: it ends nothing', async () => {
  const { host } = new FakeExcel(new BookModel(sample));
  let code = '';
  const book = await openOfficeBook({
    ...host,
    run: async (work) => {
      if (code !== '') throw officeError(code);
      return host.run(work);
    },
  });
  for (code of ['InvalidOperationInCellEditMode', 'InactiveWorkbook', 'RequestAborted', 'ServiceNotAvailable']) {
    await expect(book.sheets()).rejects.toThrow(BookBusy);
  }
  code = 'InvalidArgument';
  await expect(book.sheets()).rejects.toThrow('InvalidArgument');
});

test('a sheet that is one chart has no cells, and the others are read beside it', async () => {
  const own = { Rate: 'Prices!$B$2' };
  const sheets = sample.sheets.map((sheet) => ({ ...sheet, ...(sheet.name === 'Prices' && { names: own }) }));
  const excel = new FakeExcel(new BookModel({ ...sample, sheets }));
  excel.charts.add('Notes');
  const book = await openOfficeBook(excel.host);
  expect([await book.usedRange('Notes'), await book.look('Notes'), await book.validations('Notes')]).toEqual([
    undefined,
    '',
    [],
  ]);
  expect(await book.controls()).toEqual([]);
  expect(await book.names()).toContainEqual({ name: 'Rate', sheet: 'Prices', refers: '=Prices!$B$2' });
  expect(await book.usedRange('Prices')).toEqual({ top: 1, left: 1, bottom: 4, right: 3 });
});

test('of many lists an entry reads the one that it is for, in as many calls as of one', async () => {
  const lists = Array.from({ length: 40 }, (_, n) => ({ area: `D${2 * n + 1}:D${2 * n + 2}`, source: '$A$2:$A$3' }));
  const sheets = sample.sheets.map((sheet) => ({ ...sheet, lists }));
  const calls = async (spec: BookSpec) => {
    const { host } = new FakeExcel(new BookModel(spec));
    let syncs = 0;
    const book = await openOfficeBook({
      ...host,
      run: (work) =>
        host.run((context) => {
          const sync = async () => {
            syncs++;
            await context.sync();
          };
          return work({ ...context, sync });
        }),
    });
    syncs = 0;
    const controls = await book.controls();
    const last = controls.filter(({ sheet }) => sheet === 'Prices').at(-1);
    expect(last && (await book.choices(last)).map(({ text }) => text)).toEqual(['Bread', 'Milk']);
    return { syncs, controls: controls.length };
  };
  const one = await calls({
    sheets: sample.sheets.map((sheet) => ({ ...sheet, lists: lists.slice(0, 1) })).slice(0, 1),
  });
  const many = await calls({ sheets });
  expect([one.controls, many.controls, many.syncs]).toEqual([2, 160, one.syncs]);
});

test('a cell that is protected is refused in words', async () => {
  const { host } = new FakeExcel(new BookModel(sample));
  let isProtected = false;
  const book = await openOfficeBook({
    ...host,
    run: async (work) => {
      if (isProtected) throw officeError('AccessDenied');
      return host.run(work);
    },
  });
  isProtected = true;
  const writing = book.write({ sheet: 'Prices', address: 'B2' }, { kind: 'number', number: 3 });
  await expect(writing).rejects.toThrow(new CellLocked('The cell is protected in the workbook'));
  // What is only read is no cell that a viewer could be told about.
  await expect(book.sheets()).rejects.toThrow('AccessDenied');
});

test('a version of Excel that lacks events is heard by those that it has, until the book is closed', async () => {
  const model = new BookModel(sample);
  const { host } = new FakeExcel(model);
  const book = await openOfficeBook({
    ...host,
    run: (work) =>
      host.run((context) => {
        const { worksheets } = context.workbook;
        const older = new Proxy(worksheets, {
          get: (target, name) => (name === 'onNameChanged' ? undefined : Reflect.get(target, name)),
        });
        const workbook = new Proxy(context.workbook, {
          get: (target, name) => (name === 'worksheets' ? older : Reflect.get(target, name)),
        });
        return work({ ...context, workbook });
      }),
  });
  const hints: string[] = [];
  book.onChange((hint) => hints.push(hint));
  model.apply({ renameSheet: 'Notes', to: 'Remarks' });
  model.apply({ set: 'Prices!B2', to: 3 });
  expect(hints.filter((hint) => hint === 'structure')).toEqual([]);
  expect(hints.length).toBeGreaterThan(0);
  await book.close();
  model.apply({ set: 'Prices!B2', to: 4 });
  expect(hints.length).toBe(2);
});
