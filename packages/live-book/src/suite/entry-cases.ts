import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import { expect } from 'vitest';
import { splitCell } from '../test-support/book-spec.ts';
import type { Heard } from '../test-support/test-leases.ts';
import { formBook as book, refusedEntries, writtenEntries } from './entry-data.ts';
import type { Stage } from './stage.ts';
import type { StageCase } from './stage-case.ts';

/** A viewer enters a value; answers what they hear. */
async function enter(stage: Stage, name: string, value: string | null, id?: string): Promise<Heard> {
  const heard = stage.portal.leases.enter(name, value, id);
  await stage.rest(0);
  return heard;
}

async function held(stage: Stage, cell: string) {
  const [sheet, address] = splitCell(cell);
  const row = Number(address.slice(1));
  const column = address.charCodeAt(0) - 'A'.charCodeAt(0) + 1;
  const { values } = await stage.driver.book.read(sheet, { top: row, left: column, bottom: row, right: column });
  return values[0]?.[0] ?? null;
}

const written: readonly StageCase[] = writtenEntries.map(
  ({ name, control, entered, into, holds, needs, book: own }) => ({
    name,
    book: own ?? book,
    needs,
    async run(stage) {
      await stage.start();
      expect(await enter(stage, control, entered)).toEqual({ status: 'updated' });
      expect(await held(stage, into)).toEqual(holds);
      await stage.rest();
      await stage.agrees();
    },
  }),
);

const refused: readonly StageCase[] = refusedEntries.map(({ name, control, entered, message, needs }) => ({
  name,
  book,
  needs,
  async run(stage) {
    await stage.start();
    expect(await enter(stage, control, entered)).toEqual({ status: 'skip_retry', message });
    await stage.rest();
    expect(stage.kindsSince()).toEqual([]);
  },
}));

const together: readonly StageCase[] = [
  {
    name: "a viewer's entry comes back with the formulas that read it, as one publish",
    book,
    needs: ['entries'],
    async run(stage) {
      await stage.start();
      await enter(stage, 'CTL_Pieces', '21');
      await stage.rest();
      const [sent, ...more] = stage.publishesSince();
      expect([sent?.kind, sent?.cells.get('Form!B2')?.value, sent?.cells.get('Form!C2')?.value]).toEqual([
        'values',
        21,
        42,
      ]);
      expect(more).toEqual([]);
    },
  },
  {
    name: 'an entry waits for somebody who types in the sheet',
    book,
    needs: ['entries', 'typing'],
    async run(stage) {
      await stage.start();
      stage.driver.type(true);
      let isAnswered = false;
      const heard = stage.portal.leases.enter('CTL_Pieces', '5').then((answer) => {
        isAnswered = true;
        return answer;
      });
      await stage.rest(limits.liveBook.entryWait / 2);
      expect(isAnswered).toBe(false);
      stage.driver.type(false);
      await stage.rest(limits.liveBook.entryLook);
      expect([await heard, await held(stage, 'Form!B2')]).toEqual([{ status: 'updated' }, 5]);
    },
  },
  {
    name: 'an entry is refused in words, for now, where somebody types for too long',
    book,
    needs: ['entries', 'typing'],
    async run(stage) {
      await stage.start();
      stage.driver.type(true);
      const heard = stage.portal.leases.enter('CTL_Pieces', '5');
      for (let waited = 0; waited <= limits.liveBook.entryWait; waited += limits.liveBook.entryLook) {
        await stage.rest(limits.liveBook.entryLook);
      }
      expect(await heard).toEqual({ status: 'rejected', message: 'Someone is editing the workbook; try again' });
      stage.driver.type(false);
    },
  },
  {
    name: 'an entry whose answer came too late is taken back',
    book,
    needs: ['entries'],
    async run(stage) {
      await stage.start();
      stage.portal.leases.withdrawn.add('late');
      await enter(stage, 'CTL_Pieces', '99', 'late');
      await stage.rest();
      expect(await held(stage, 'Form!B2')).toBe(10);
      await stage.agrees();
    },
  },
  {
    name: 'an entry that came too late stays where somebody changed the cell since',
    book,
    needs: ['entries'],
    async run(stage) {
      await stage.start();
      stage.portal.leases.withdrawn.add('late');
      const lost = Promise.withResolvers<void>();
      stage.portal.fault = (call) => {
        if (call === 'ack') lost.resolve();
        if (call === 'ack') throw new NetworkFailure(new Error('cut'));
      };
      void stage.portal.leases.enter('CTL_Pieces', '99', 'late');
      await stage.rest(0);
      await lost.promise;
      await stage.edit({ set: 'Form!B2', to: 50 });
      stage.portal.fault = () => undefined;
      await stage.rest(limits.controlRetry);
      expect(await held(stage, 'Form!B2')).toBe(50);
    },
  },
  {
    name: 'an entry is refused in words while publishing is paused',
    book,
    needs: ['entries', 'a pause'],
    async run(stage) {
      await stage.start();
      stage.publisher.pause();
      expect(await enter(stage, 'CTL_Pieces', '5')).toEqual({ status: 'rejected', message: 'Publishing is paused' });
    },
  },
];

/** What viewers enter. */
export const entryCases: readonly StageCase[] = [...written, ...refused, ...together];
