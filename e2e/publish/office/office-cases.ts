import { cellName } from '@sheetwire/live-book/cell-names';
import { formBook } from '@sheetwire/live-book/suite/entry-data';
import type { BookSpec } from '@sheetwire/live-book/test-support/book-spec';
import { refuseWith } from '@sheetwire/live-book/test-support/refuse-with';
import { expect } from 'vitest';
import type { OfficeStage } from './office-stage.ts';

/** A case of the suite that is code, as it is done in LibreOffice: by its own publisher, in real time. */
export interface OfficeCase {
  readonly book?: BookSpec;
  readonly run: (stage: OfficeStage) => Promise<void>;
}

const [rows, columns] = [2500, 20];
const numbers = Array.from({ length: rows * columns }, (_, at) => {
  const [row, column] = [Math.floor(at / columns), at % columns];
  return [cellName(row + 1, column + 1), row + column] as const;
});
const comma: BookSpec = {
  hasDecimalComma: true,
  sheets: [{ name: 'S', cells: { A1: { value: 1240.5, format: '#,##0.00' }, A2: 1.5 } }],
};

const reading: Readonly<Record<string, OfficeCase>> = {
  'with a decimal comma the number is sent, and shown as its neighbors are': {
    book: comma,
    async run(stage) {
      await stage.start();
      await stage.edit({ set: 'S!A1', to: 999.25 });
      const [sent] = stage.publishesSince();
      expect(sent?.cells.get('S!A1')).toEqual({ value: 999.25, text: '999.25' });
      await stage.agrees();
    },
  },
  'the copy is the whole workbook, and makes no change': {
    async run(stage) {
      await stage.office.run('answer = book.setModified(False)');
      await stage.start();
      expect(stage.portal.shown.get('Prices')?.get('C4')?.value).toBe(7.5);
      expect(await stage.office.run('answer = [book.isModified(), book.getURL().endswith("case.xlsx")]')).toEqual([
        false,
        true,
      ]);
      await stage.rests();
      expect(stage.kindsSince()).toEqual([]);
    },
  },
  '50,000 cells are read in parts, the spreadsheet has its turn between them, and one change is one cell': {
    book: { sheets: [{ name: 'S', cells: Object.fromEntries(numbers) }] },
    async run(stage) {
      await stage.start();
      await stage.edit({ set: 'S!T2500', to: -1 });
      const [sent] = stage.publishesSince();
      expect([...(sent?.cells ?? [])].map(([name, { value }]) => [name, value])).toEqual([['S!T2500', -1]]);
    },
  },
};

const pace: Readonly<Record<string, OfficeCase>> = {
  'a storm of a thousand changes a second is at most four publishes a second, and ends right': {
    async run(stage) {
      await stage.start();
      const last = await stage.office.run(`
price, answer, until = _cell(book, "Prices!B2"), 0, time.monotonic() + 3
while time.monotonic() < until:
    answer += 1
    price.setValue(answer)
    time.sleep(0.0005)`);
      await stage.rests();
      const times = stage.publishesSince().map(({ at }) => at);
      expect(times.length).toBeGreaterThan(0);
      for (const from of times)
        expect(times.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(4);
      expect(last).toBeGreaterThan(100);
      expect(stage.shown('Prices!B2')).toBe(last);
      await stage.agrees();
    },
  },
  'changes with rests between them are at most four publishes a second': {
    async run(stage) {
      await stage.start();
      await stage.office.run(`
price = _cell(book, "Prices!B2")
for n in range(8):
    price.setValue(n)
    time.sleep(0.3)`);
      await stage.rests();
      const times = stage.publishesSince().map(({ at }) => at);
      for (const from of times)
        expect(times.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(4);
      await stage.agrees();
    },
  },
  'what the program tells nothing of is seen with the next change, whatever that is': {
    async run(stage) {
      await stage.start();
      const edits = [
        { hideColumn: 'Prices', at: 2, is: true },
        { merge: 'Notes!A1:A2' },
        { list: 'Prices!A2', source: '"a,b"' },
      ] as const;
      for (const [n, edit] of edits.entries()) {
        await stage.edit(edit, { set: 'Prices!B2', to: n });
        expect(stage.kindsSince()).toContain('workbook');
        await stage.agrees();
      }
    },
  },
  'a hint without a change sends nothing': {
    async run(stage) {
      await stage.start();
      await stage.edit({ feed: 'Prices!B2', to: 2.5 });
      expect(stage.kindsSince()).toEqual([]);
    },
  },
};

/** Loses the acknowledgement of an entry until the answer is called; resolves once it was lost. */
function losesAcks(stage: OfficeStage): Promise<void> {
  const lost = Promise.withResolvers<void>();
  stage.portal.fault = (call) => {
    if (call !== 'ack') return;
    lost.resolve();
    refuseWith('busy', 1000);
  };
  return lost.promise;
}

const entries: Readonly<Record<string, OfficeCase>> = {
  "a viewer's entry comes back with the formulas that read it, as one publish": {
    book: formBook,
    async run(stage) {
      await stage.start();
      expect(await stage.enter('CTL_Pieces', '21')).toEqual({ status: 'updated' });
      await stage.rests();
      const [sent, ...more] = stage.publishesSince();
      expect([sent?.kind, sent?.cells.get('Form!B2')?.value, sent?.cells.get('Form!C2')?.value]).toEqual([
        'values',
        21,
        42,
      ]);
      expect(more).toEqual([]);
    },
  },
  'an entry whose answer came too late is taken back': {
    book: formBook,
    async run(stage) {
      await stage.start();
      stage.portal.leases.withdrawn.add('late');
      await stage.enter('CTL_Pieces', '99', 'late');
      await expect.poll(() => stage.held('Form!B2'), { timeout: 10_000 }).toBe(10);
      await stage.rests();
      await stage.agrees();
    },
  },
  'an entry that came too late stays where somebody changed the cell since': {
    book: formBook,
    async run(stage) {
      await stage.start();
      stage.portal.leases.withdrawn.add('late');
      const lost = losesAcks(stage);
      const heard = stage.enter('CTL_Pieces', '99', 'late');
      await lost;
      await stage.edit({ set: 'Form!B2', to: 50 });
      stage.portal.fault = () => undefined;
      await heard;
      await stage.rests();
      expect(await stage.held('Form!B2')).toBe(50);
    },
  },
};

/** What the suite's cases of code are in LibreOffice, by the name that they have there. */
export const officeCases: Readonly<Record<string, OfficeCase>> = { ...reading, ...pace, ...entries };
