import { limits } from '@sheetwire/contract/limits';
import { expect } from 'vitest';
import { type BookSpec, splitCell } from '../test-support/book-spec.ts';
import type { Heard } from '../test-support/test-leases.ts';
import type { Stage } from './stage.ts';
import type { StageCase } from './stage-case.ts';

/** A form with a cell of each kind, and a formula that reads them. */
const form: BookSpec = {
  sheets: [
    {
      name: 'Form',
      cells: {
        A1: 'Region',
        B1: 'North',
        A2: 'Pieces',
        B2: 10,
        A3: 'Rush',
        B3: false,
        A4: 'Due',
        B4: { value: 46_349, format: 'yyyy-mm-dd' },
        A5: 'Note',
        B5: 'none',
        A6: 'Size',
        B6: 2,
        C1: { formula: 'B1&"!"' },
        C2: { formula: 'B2*2' },
      },
      lists: [
        { area: 'B1', source: '$A$8:$A$9', allowsBlank: true },
        { area: 'B6', source: '"1,2,3"' },
      ],
    },
    { name: 'List', cells: { A1: 'x' } },
  ],
  names: { CTL_Pieces: 'Form!$B$2', CTL_Rush: 'Form!$B$3', CTL_Due: 'Form!$B$4', CTL_Note: 'Form!$B$5' },
};
const [first, ...others] = form.sheets;
const book: BookSpec = {
  ...form,
  sheets: first ? [{ ...first, cells: { ...first.cells, A8: 'North', A9: 'South' } }, ...others] : [],
};

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

interface Written {
  readonly entered: string | null;
  readonly into: string;
  readonly holds: string | number | boolean | null;
}

function writes(name: string, control: string, { entered, into, holds }: Written): StageCase {
  return {
    name,
    book,
    needs: ['entries'],
    async run(stage) {
      await stage.start();
      expect(await enter(stage, control, entered)).toEqual({ status: 'updated' });
      expect(await held(stage, into)).toEqual(holds);
      await stage.rest();
      await stage.agrees();
    },
  };
}

function refuses(name: string, control: string, entered: string | null, message: string): StageCase {
  return {
    name,
    book,
    needs: ['entries'],
    async run(stage) {
      await stage.start();
      expect(await enter(stage, control, entered)).toEqual({ status: 'skip_retry', message });
      await stage.rest();
      expect(stage.kindsSince()).toEqual([]);
    },
  };
}

const written: readonly StageCase[] = [
  writes('a choice is written by the name of its cell', 'Form.B1', {
    entered: 'South',
    into: 'Form!B1',
    holds: 'South',
  }),
  writes('a list that may be empty is emptied', 'Form.B1', { entered: null, into: 'Form!B1', holds: null }),
  writes('a choice of a number is written as the number', 'Form.B6', { entered: '3', into: 'Form!B6', holds: 3 }),
  writes('a named cell is written by its name', 'CTL_Pieces', { entered: '12.5', into: 'Form!B2', holds: 12.5 }),
  writes('a checkbox is written as a truth value', 'CTL_Rush', { entered: 'true', into: 'Form!B3', holds: true }),
  writes('a day is written as a serial number', 'CTL_Due', { entered: '2026-12-24', into: 'Form!B4', holds: 46_380 }),
  ...['=1+1', '+1', '-1', '@SUM(A1)', "'=1", '=HYPERLINK("http://x")', '12', 'true'].map((text) =>
    writes(`a viewer's text ${text} stays text`, 'CTL_Note', { entered: text, into: 'Form!B5', holds: text }),
  ),
];

const refused: readonly StageCase[] = [
  refuses('a text for a number is refused at the control', 'CTL_Pieces', '=9', '"=9" is not a number'),
  refuses('a choice that is not in the list is refused', 'Form.B1', 'West', '"West" is not in the list'),
  refuses('a list that may not be empty is not emptied', 'Form.B6', null, 'This cell cannot be empty'),
  refuses('a checkbox is on or off', 'CTL_Rush', 'yes', '"yes" is neither on nor off'),
  refuses(
    'a day that is none is refused',
    'CTL_Due',
    '2026-13-01',
    '"2026-13-01" is not a date that the workbook can hold',
  ),
  refuses('a control that is gone is refused', 'Form.Z9', 'x', 'The workbook no longer has this control'),
];

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
        if (call === 'ack') throw new Error('cut');
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
    needs: ['entries'],
    async run(stage) {
      await stage.start();
      stage.publisher.pause();
      expect(await enter(stage, 'CTL_Pieces', '5')).toEqual({ status: 'rejected', message: 'Publishing is paused' });
    },
  },
];

/** What viewers enter. */
export const entryCases: readonly StageCase[] = [...written, ...refused, ...together];
