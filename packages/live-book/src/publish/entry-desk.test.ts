import { TestClock } from '@sheetwire/client/test-clock';
import { expect, test } from 'vitest';
import type { LiveBook } from '../live-book.ts';
import { formBook } from '../suite/entry-data.ts';
import { BookModel } from '../test-support/book-model.ts';
import { memoryBook } from '../test-support/memory-book.ts';
import { EntryDesk } from './entry-desk.ts';

/** A desk whose workbook has 10 in the cell that is entered into. */
function deskOf(own: (book: LiveBook) => Partial<LiveBook> = () => ({})) {
  const book = memoryBook(new BookModel(formBook));
  const desk = new EntryDesk({
    ...{ book: { ...book, ...own(book) }, clock: new TestClock(), onWritten: () => undefined },
    published: () => formBook.sheets.map(({ name }) => name),
  });
  return {
    desk,
    enter: (id: string, value: string) => desk.enter({ id, name: 'CTL_Pieces', value }),
    async held() {
      return (await book.read('Form', { top: 2, left: 2, bottom: 2, right: 2 })).values[0]?.[0];
    },
  };
}

test('what was entered again after an entry that came too late stays, and gives back what was there before both', async () => {
  for (const again of ['99', '7']) {
    const { desk, enter, held } = deskOf();
    await enter('one', '99');
    await enter('two', again);
    await desk.takeBack(['one']);
    expect(await held()).toBe(Number(again));
    await desk.takeBack(['two']);
    expect(await held()).toBe(10);
  }
});

test('of several entries in one cell that came too late together nothing stays', async () => {
  const { desk, enter, held } = deskOf();
  for (const [id, value] of Object.entries({ one: '99', two: '7', three: '99' })) await enter(id, value);
  await desk.takeBack(['one', 'two', 'three']);
  expect(await held()).toBe(10);
});

test('an entry that is being written is not taken back with the same value that came too late', async () => {
  const writing = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let writes = 0;
  const { desk, enter, held } = deskOf((book) => ({
    async write(control, entry) {
      await book.write(control, entry);
      if (++writes !== 2) return;
      writing.resolve();
      await gate.promise;
    },
  }));
  await enter('one', '99');
  const two = enter('two', '99');
  await writing.promise;
  const back = desk.takeBack(['one']);
  gate.resolve();
  expect(await two).toEqual({ status: 'updated' });
  await back;
  expect(await held()).toBe(99);
});
