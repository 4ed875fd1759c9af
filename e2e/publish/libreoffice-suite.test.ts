import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { cases, casesFor } from '@sheetwire/live-book/suite/all-cases';
import { type ChangeCase, changeCases, titleOf } from '@sheetwire/live-book/suite/change-cases';
import { formBook, refusedEntries, writtenEntries } from '@sheetwire/live-book/suite/entry-data';
import { implementations } from '@sheetwire/live-book/suite/implementations';
import { sample } from '@sheetwire/live-book/test-support/book-spec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneOf } from '../support/soak.ts';
import { installed, type LibreOffice, removed, startLibreOffice } from './office/libre-office.ts';
import { type OfficeCase, officeCases } from './office/office-cases.ts';
import { officeLineCases } from './office/office-line-cases.ts';
import { OfficeStage } from './office/office-stage.ts';
import { type SuitePortal, servePortal } from './office/suite-portal.ts';

/** Seconds without a change after which it is sent. */
const quiet = limits.liveBook.quiet / 1000;
const { name: libreOffice, cannot } = implementations.libreOffice;
let server: SuitePortal;
let folder: string;
let office: LibreOffice;
/** Portal, LibreOffice and browser start side by side with those of other files. */
const patience = 180_000;
beforeAll(async () => {
  server = await servePortal();
  folder = await installed();
  office = await startLibreOffice(folder, { SHEETWIRE_URL: server.url, SHEETWIRE_KEY: `swk_${'0'.repeat(43)}` });
  await office.run(await readFile(join(import.meta.dirname, 'office/suite_book.py'), 'utf8'));
}, patience);
afterAll(async () => {
  await office.stop();
  await server.close();
  await removed(folder);
});

function changes(change: ChangeCase): OfficeCase {
  const { book, edits, sends, cells, shows = {} } = change;
  return {
    ...(book && { book }),
    async run(stage) {
      await stage.start();
      const took = await stage.edit(...edits);
      const sent = stage.publishesSince();
      const kinds = sent.map(({ kind }) => kind);
      // Formats are looked at a second later: what they tell is sent then, also where LibreOffice itself gave a text that
      // looks like a formula the format of texts, or another height to a row that was emptied.
      // Edits that a busy machine drew apart are no longer one change: one publish more for each quarter of a second.
      if (sends === 'values') {
        const values = kinds.filter((kind) => kind === 'values');
        expect([kinds[0], values.length <= 1 + Math.floor(took / quiet)]).toEqual(['values', true]);
      } else if (sends === 'workbook') expect(kinds.at(-1)).toBe('workbook');
      // What was told as structure is sent as structure, though it was taken back.
      else expect(kinds.filter((kind) => kind === 'values')).toEqual([]);
      if (cells !== undefined) expect(new Map(sent.flatMap((one) => [...one.cells])).size).toBe(cells);
      expect(Object.fromEntries(Object.keys(shows).map((cell) => [cell, stage.shown(cell)]))).toEqual(shows);
      await stage.agrees();
    },
  };
}

const written = writtenEntries.map(({ name, control, entered, into, holds, book = formBook }): [string, OfficeCase] => [
  name,
  {
    book,
    async run(stage) {
      await stage.start();
      expect(await stage.enter(control, entered)).toEqual({ status: 'updated' });
      expect(await stage.held(into)).toEqual(holds);
      await stage.rests();
      await stage.agrees();
    },
  },
]);
const refused = refusedEntries.map(({ name, control, entered }): [string, OfficeCase] => [
  name,
  {
    book: formBook,
    async run(stage) {
      await stage.start();
      expect(await stage.enter(control, entered)).toEqual({ status: 'rejected', message: expect.stringMatching(/\w/) });
      await stage.rests();
      expect(stage.kindsSince()).toEqual([]);
    },
  },
]);
const known: Readonly<Record<string, OfficeCase>> = {
  ...Object.fromEntries(changeCases.map((change) => [titleOf(change), changes(change)])),
  ...Object.fromEntries([...written, ...refused]),
  ...officeCases,
  ...officeLineCases,
};
const able = casesFor(cannot).map(({ name }) => name);

describe(libreOffice, () => {
  // In short: of each kind a few. `npm run soak` runs all of them.
  for (const title of oneOf(15, able)) {
    test(title, async () => {
      const { book = sample, run } = known[title] ?? expect.fail('LibreOffice has no such case');
      const stage = await OfficeStage.open(book, { office, folder, server });
      try {
        await run(stage);
      } finally {
        await stage.stop();
      }
    });
  }
});

test(`${libreOffice}: ${able.length} of ${cases.length} cases; what it cannot do is said`, () => {
  expect(able.filter((title) => known[title] === undefined)).toEqual([]);
  expect(Object.keys(known).filter((title) => !cases.some(({ name }) => name === title))).toEqual([]);
});
