import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { cellName } from '../cell-names.ts';
import { BookBusy, CellLocked, type Hint, type LiveBook, PROTECTED } from '../live-book.ts';
import { changeCases } from '../suite/change-cases.ts';
import { formBook } from '../suite/entry-data.ts';
import { Stage } from '../suite/stage.ts';
import { BookModel } from '../test-support/book-model.ts';
import { type BookSpec, sample } from '../test-support/book-spec.ts';
import { memoryBook } from '../test-support/memory-book.ts';

/** A stage whose workbook does something of its own. */
function stageOf(spec: BookSpec, own: (book: LiveBook, model: BookModel) => Partial<LiveBook>) {
  const model = new BookModel(spec);
  const book = memoryBook(model);
  const stage = new Stage({
    book: { ...book, ...own(book, model) },
    apply: async (...edits) => {
      for (const edit of edits) model.apply(edit);
    },
    type: () => undefined,
    closeBook: () => undefined,
    stop: async () => undefined,
  });
  return { stage, model };
}

test('a value that changed and went back while the workbook was copied is sent again', async () => {
  const { stage } = stageOf(sample, (book, model) => ({
    async copy() {
      if (stage.portal.version > 0) return book.copy();
      model.apply({ set: 'Prices!B2', to: 77 });
      const bytes = await book.copy();
      model.apply({ set: 'Prices!B2', to: 2.5 });
      return bytes;
    },
  }));
  await stage.start();
  await stage.rest();
  expect(stage.shown('Prices!B2')).toBe(2.5);
  await stage.agrees();
  await stage.stop();
});

test('a book that changes while it is read is read again, so that no publish mixes two states', async () => {
  const places = Array.from({ length: 203 * 101 }, (_, n) => cellName(1 + Math.floor(n / 101), 1 + (n % 101)));
  const cells = Object.fromEntries(places.map((place) => [place, 0]));
  let isArmed = false;
  const { stage } = stageOf({ sheets: [{ name: 'S', cells }] }, (book, model) => ({
    async read(sheet, area) {
      const read = await book.read(sheet, area);
      if (isArmed && area.top === 1) {
        isArmed = false;
        for (const cell of ['S!A1', 'S!A203']) model.apply({ set: cell, to: 2 });
      }
      return read;
    },
  }));
  await stage.start();
  for (const cell of ['S!A1', 'S!A203']) await stage.driver.apply({ set: cell, to: 1 });
  isArmed = true;
  await stage.rest(limits.liveBook.quiet);
  const [sent] = stage.publishesSince();
  expect([...(sent?.cells.values() ?? [])].map(({ value }) => value)).toEqual([2, 2]);
  await stage.stop();
});

test('a book that is busy while it is read is read a little later', async () => {
  let isBusy = false;
  const { stage } = stageOf(sample, (book) => ({
    async sheets() {
      if (isBusy) throw new BookBusy();
      return book.sheets();
    },
  }));
  await stage.start();
  isBusy = true;
  await stage.edit({ set: 'Prices!B2', to: 3 });
  expect(stage.kindsSince()).toEqual([]);
  isBusy = false;
  await stage.rest();
  expect(stage.kindsSince()).toEqual(['values']);
  await stage.stop();
});

test('a workbook that cannot be read for a while says so, and no more once it is read', async () => {
  let isBusy = false;
  const { stage } = stageOf(sample, (book) => ({
    async sheets() {
      if (isBusy) throw new BookBusy();
      return book.sheets();
    },
  }));
  await stage.start();
  isBusy = true;
  await stage.edit({ set: 'Prices!B2', to: 3 });
  expect(stage.states.at(-1)).toBe('Live, version 1');
  await stage.rest(limits.liveBook.latest);
  const waits = 'Waiting: Someone is editing the workbook';
  expect(stage.states.at(-1)).toBe(waits);
  // A connection that is lost and made again meanwhile changes nothing about it.
  stage.portal.leases.cut();
  await expect.poll(() => stage.states.at(-1)).toMatch(/^Offline/);
  await expect.poll(() => stage.rest().then(() => stage.states.at(-1))).toBe(waits);
  isBusy = false;
  await stage.rest();
  expect(stage.states.at(-1)).toBe('Live, version 2');
  await stage.stop();
});

test('entries that came too late are taken back once nobody types, however long that takes, and before the next entry', async () => {
  let isBusy = false;
  let writes = 0;
  const { stage } = stageOf(formBook, (book) => ({
    async write(control, entry) {
      if (isBusy) throw new BookBusy();
      await book.write(control, entry);
      if (++writes === 2) isBusy = true;
    },
  }));
  await stage.start();
  const shown = async (ms: number) => {
    await stage.rest(ms);
    return [stage.shown('Form!B2'), stage.shown('Form!B5')];
  };
  for (const id of ['one', 'two']) stage.portal.leases.withdrawn.add(id);
  let isTold = false;
  stage.portal.fault = (call) => {
    if (call === 'ack' && writes < 2) throw new NetworkFailure(new Error('cut'));
    isTold ||= call === 'ack';
  };
  void stage.portal.leases.enter('CTL_Pieces', '99', 'one');
  void stage.portal.leases.enter('CTL_Note', 'late', 'two');
  await expect.poll(() => shown(limits.controlRetry)).toEqual([99, 'late']);
  await expect.poll(() => shown(limits.controlRetry).then(() => isTold)).toBe(true);
  expect(await shown(10 * limits.liveBook.entryWait)).toEqual([99, 'late']);
  const heard: unknown[] = [];
  void stage.portal.leases.enter('CTL_Pieces', '99', 'again').then((one) => heard.push(one));
  await stage.rest(0);
  isBusy = false;
  await expect.poll(() => shown(limits.liveBook.entryLook).then(() => heard)).toEqual([{ status: 'updated' }]);
  await expect.poll(() => shown(limits.liveBook.quiet)).toEqual([99, 'none']);
  await stage.stop();
});

test('an entry that came too late into a sheet that was deleted since is forgotten', async () => {
  let isBusy = false;
  const { stage, model } = stageOf(formBook, (book) => ({
    async write(control, entry) {
      if (isBusy || !model.spec.sheets.some(({ name }) => name === control.sheet)) throw new BookBusy();
      await book.write(control, entry);
    },
  }));
  await stage.start();
  stage.portal.leases.withdrawn.add('late');
  stage.portal.fault = (call) => {
    if (call === 'ack') isBusy = true;
  };
  await Promise.all([stage.portal.leases.enter('CTL_Pieces', '99', 'late'), stage.rest(0)]);
  model.apply({ deleteSheet: 'Form' });
  isBusy = false;
  await stage.rest(limits.liveBook.entryLook);
  await stage.edit({ set: 'List!A1', to: 'y' });
  expect([stage.shown('List!A1'), stage.states.at(-1)]).toEqual(['y', expect.stringMatching(/^Live/)]);
  await stage.stop();
});

test('a change of looks alone is sent once the workbook is no longer busy', async () => {
  let isBusy = false;
  let tell: (hint: Hint) => void = () => undefined;
  const { stage } = stageOf(sample, (book) => ({
    onChange(hear) {
      tell = hear;
      return () => undefined;
    },
    async copy() {
      if (isBusy) throw new BookBusy();
      return book.copy();
    },
  }));
  await stage.start();
  isBusy = true;
  tell('structure');
  await stage.rest();
  isBusy = false;
  tell('values');
  await stage.rest(limits.liveBook.bookPause);
  expect(stage.kindsSince()).toEqual(['workbook']);
  await stage.stop();
});

test('a workbook that cannot be copied now is copied later, and waits in words', async () => {
  let isBroken = false;
  const { stage } = stageOf(sample, (book) => ({
    async copy() {
      if (isBroken) throw new Error('Excel cannot copy the workbook');
      return book.copy();
    },
  }));
  await stage.start();
  isBroken = true;
  await stage.edit({ insertRow: 'Prices', at: 2 });
  expect(stage.states.at(-1)).toBe('Offline, workbook waiting: Excel cannot copy the workbook');
  isBroken = false;
  await stage.rest(limits.liveBook.retry.most);
  expect(stage.kindsSince()).toEqual(['workbook']);
  await stage.agrees();
  await stage.stop();
});

test('an entry that came too late stays where its cell is locked by now, and publishing goes on', async () => {
  let writes = 0;
  const { stage } = stageOf(formBook, (book) => ({
    async write(control, entry) {
      if (++writes > 1) throw new CellLocked(PROTECTED);
      await book.write(control, entry);
    },
  }));
  await stage.start();
  stage.portal.leases.withdrawn.add('late');
  await Promise.all([stage.portal.leases.enter('CTL_Pieces', '99', 'late'), stage.rest(0)]);
  await stage.rest();
  expect([writes, stage.shown('Form!B2')]).toEqual([2, 99]);
  await stage.edit({ set: 'Form!B2', to: 50 });
  expect([stage.shown('Form!B2'), stage.states.at(-1)]).toEqual([50, 'Live, version 3']);
  await stage.stop();
});

test('a fault of the workbook ends it in words', async () => {
  let fault: Error | undefined;
  const { stage } = stageOf(sample, (book) => ({
    async sheets() {
      if (fault) throw fault;
      return book.sheets();
    },
  }));
  await stage.start();
  fault = new TypeError('the program broke');
  await stage.edit({ set: 'Prices!B2', to: 3 });
  expect(stage.states.at(-1)).toBe('Stopped: the program broke');
  await stage.stop();
});

test('a publish that is never answered is taken for a portal that is away, and its values for not arrived', async () => {
  const { stage } = stageOf(sample, () => ({}));
  await stage.start();
  const { values } = stage.portal;
  const asked = Promise.withResolvers<void>();
  stage.portal.values = (_, { signal }) => {
    asked.resolve();
    return new Promise((__, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  await stage.driver.apply({ set: 'Prices!B2', to: 3 });
  await stage.clock.advance(limits.liveBook.quiet);
  await asked.promise;
  await stage.clock.advance(limits.publishCall);
  await stage.publisher.settled();
  expect(stage.states.at(-1)).toBe('Offline, 4 cells waiting: The server cannot be reached');
  stage.portal.values = values;
  await stage.rest(limits.liveBook.retry.most);
  expect(stage.kindsSince()).toEqual(['values']);
  await stage.agrees();
  await stage.stop();
});

test('the cases of changes are plain data, for implementations in other languages', () => {
  expect(JSON.parse(JSON.stringify(changeCases))).toEqual(changeCases);
  expect(changeCases.length).toBeGreaterThan(40);
});
