import { expect, test } from 'vitest';
import { implementations } from '../suite/implementations.ts';
import { liveBookSuite } from '../suite/live-book-suite.ts';
import { BookModel } from '../test-support/book-model.ts';
import { sample } from '../test-support/book-spec.ts';
import { MockedExcel } from '../test-support/mocked-excel.ts';
import { openOfficeBook } from './office-book.ts';

liveBookSuite(implementations.officeMock, async (spec) => {
  const model = new BookModel(spec);
  const book = await openOfficeBook(new MockedExcel(model).host);
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

test('office-addin-mock tells what was not loaded, and what was not synced', async () => {
  const { host } = new MockedExcel(new BookModel(sample));
  await host.run(async (context) => {
    const range = context.workbook.worksheets.getItem('Prices').getRange('B2');
    expect(String(range.values)).toMatch(/not loaded/);
    range.load('values');
    expect(String(range.values)).toMatch(/sync\(\) was not called/);
    await context.sync();
    expect(range.values).toEqual([[2.5]]);
  });
});
