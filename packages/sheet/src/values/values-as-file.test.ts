import type { SentValue } from '@sheetwire/contract/publish';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageSelection } from '../page-selection.ts';
import { randomBook, randomColumns, randomRows, randomSheet, setValue } from '../test-support/random-book.ts';
import { LiveBook } from './live-book.ts';

const now = new Date(2026, 10, 23);
const head = { topic: 'A/B/C', metadata: {} };
const read = (bytes: Uint8Array, selection: PageSelection, records: readonly Uint8Array[] = []) =>
  LiveBook.read({ bytes, name: 'book.xlsx', selection, records }, { now, topic: head.topic });

/** The pages with the declarations of each cell in place of their number, which depends on what was shown before. */
function shown(book: LiveBook) {
  const { body, notShown } = book.render(head, now).body();
  const { pages } = JSON.parse(new TextDecoder().decode(body));
  return {
    notShown,
    pages: pages.map(({ name, html, styles }: { name: string; html: string; styles: string[] }) => [
      name,
      html.replace(/data-s="(\d+)"/g, (_, number) => `style="${styles[Number(number)]}"`),
    ]),
  };
}

const change = fc.record({ row: fc.nat(randomRows - 1), column: fc.nat(randomColumns - 1), value: setValue });

const selections: readonly PageSelection[] = [
  {},
  { range: 'Sheet1!B2:E6' },
  { sheets: ['Other', 'Sheet1'] },
  { takesEntries: true },
];

/** Values of any kind, over rules of every kind, tables, merges, charts and sparklines. */
test('values set on a file give what a file with these values gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomSheet,
      fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...selections),
      async (random, sets, selection) => {
        const sheet = { ...random, formulas: [] };
        const cells = sheet.cells.map((row) => [...row]);
        let book = await read(randomBook(sheet), selection);
        const records: Uint8Array[] = [];
        for (const changes of sets) {
          const sent = changes.map(({ row, column, value }): [string, SentValue] => {
            const style = cells[row]?.[column]?.[1] ?? 0;
            cells[row]?.splice(column, 1, [value, style]);
            return [`${'ABCDEF'[column]}${row + 1}`, value ?? null];
          });
          const changed = book.with([{ name: 'sheet1', cells: sent }]);
          if (changed) records.push(changed.record.bytes);
          book = changed?.book ?? book;
          expect(shown(book)).toEqual(shown(await read(randomBook({ ...sheet, cells }), selection)));
        }
        // A server that starts reads what was written down.
        expect(shown(await read(randomBook(sheet), selection, records))).toEqual(shown(book));
      },
    ),
    { numRuns: process.env.SHEETWIRE_SOAK === undefined ? 40 : 100 },
  );
}, 300_000);
