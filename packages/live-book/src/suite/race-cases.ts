import { limits } from '@sheetwire/contract/limits';
import { expect } from 'vitest';
import { BookModel } from '../test-support/book-model.ts';
import { sample } from '../test-support/book-spec.ts';
import { type SlowBook, slowBook } from './slow-book.ts';
import type { Stage } from './stage.ts';
import type { StageCase } from './stage-case.ts';

/** Runs a publisher of its own on a workbook that is slow to tell. */
async function onSlow(stage: Stage, slow: SlowBook, run: () => Promise<void>): Promise<void> {
  const publisher = stage.another({ instanceId: 'slow', book: slow.book }, () => undefined);
  const rest = async (ms: number) => {
    await stage.clock.advance(ms);
    await publisher.settled();
  };
  publisher.start();
  await rest(0);
  await rest(0);
  await run();
  const { quiet, gap, bookPause } = limits.liveBook;
  await rest(quiet);
  for (let waited = 0; waited <= bookPause; waited += gap) await rest(gap);
  const stopping = publisher.stop();
  await stage.clock.advance(0);
  await stopping;
}

/** The first time only. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await work();
  };
}

const needs = ['a clock of the test'] as const;

/** What changes while it is read, copied or published by somebody else. */
export const raceCases: readonly StageCase[] = [
  {
    name: 'a value that changes while the workbook is copied is sent, though its program tells of it after it was read',
    needs,
    async run(stage) {
      const copied = once(() => stage.driver.apply({ set: 'Prices!B2', to: 3 }));
      const slow = slowBook(stage.driver.book, { copied });
      await onSlow(stage, slow, async () => slow.tell());
      expect(stage.shown('Prices!B2')).toBe(3);
      await stage.agrees();
    },
  },
  {
    name: 'a row that is inserted while the workbook is copied is never counted as sent, though nothing tells of it',
    needs,
    async run(stage) {
      const copied = once(() => stage.driver.apply({ insertRow: 'Prices', at: 2 }));
      await onSlow(stage, slowBook(stage.driver.book, { copied }), async () => undefined);
      expect(stage.shown('Prices!A3')).toBe('Bread');
      await stage.agrees();
    },
  },
  {
    name: 'a row that is inserted while cells are read mixes nothing: no value goes to where it stood',
    needs,
    async run(stage) {
      let insert: () => Promise<void> = () => Promise.resolve();
      const slow = slowBook(stage.driver.book, { read: () => insert() });
      await onSlow(stage, slow, async () => {
        stage.publishesSince();
        await stage.driver.apply({ set: 'Prices!B2', to: 3 });
        insert = once(() => stage.driver.apply({ insertRow: 'Prices', at: 2 }));
        slow.tell();
      });
      expect(stage.kindsSince()).toEqual(['workbook']);
      await stage.agrees();
    },
  },
  {
    name: 'a report that another program published over is made whole again',
    async run(stage) {
      await stage.start();
      const [prices, ...others] = sample.sheets;
      const other = {
        ...sample,
        sheets: prices ? [{ ...prices, cells: { ...prices.cells, A2: 'Rolls' } }, ...others] : [],
      };
      await stage.portal.publishOver(await new BookModel(other).bytes());
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect(stage.kindsSince()).toEqual(['workbook']);
      expect(stage.shown('Prices!A2')).toBe('Bread');
      await stage.agrees();
    },
  },
];
