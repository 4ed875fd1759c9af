import { expect, test } from 'vitest';
import { implementations } from '../suite/implementations.ts';
import { liveBookSuite } from '../suite/live-book-suite.ts';
import { BookModel } from '../test-support/book-model.ts';
import { sample } from '../test-support/book-spec.ts';
import { FakeExcel } from '../test-support/fake-excel.ts';
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
