import type { SentValue } from '@sheetwire/contract/publish';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import {
  randomBook,
  randomColumns,
  randomRows,
  randomSheet,
  setValue,
} from '@sheetwire/sheet/test-support/random-book';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deskRig } from '../../testing/desk-rig.ts';

const rig = deskRig();

/** The long form has as many books as SHEETWIRE_SOAK says, or 10 when it says no number. */
const soak = process.env.SHEETWIRE_SOAK;
const BOOKS = soak === undefined ? 2 : Number.parseInt(soak, 10) || 10;

const [live, whole] = ['ACME/DESK/LIVE', 'ACME/DESK/WHOLE'].map((name): Topic => branded<'Topic'>(name));

async function call(method: 'PUT' | 'POST', path: string, payload: Buffer | object) {
  const headers = { authorization: `Bearer ${rig.desk.bot.key}` };
  const answer = await rig.server.app.fastify.inject({ method, url: `/api/v1/publish/${path}`, headers, payload });
  return { status: answer.statusCode, body: answer.json<object>() };
}

/** The pages that viewers have, the declarations of each cell in place of their number. */
function shown(topic: Topic | undefined) {
  if (!topic) throw new Error('no report');
  return rig.server.app.reporting.engine.read(topic, (state) =>
    state?.pages.map(({ name, html, styles }) => [
      name,
      html.replace(/ data-s="(\d+)"/g, (_, number) => ` style="${styles[Number(number)]}"`),
    ]),
  );
}

const change = fc.record({ row: fc.nat(randomRows - 1), column: fc.nat(randomColumns - 1), value: setValue });

test(
  'a report whose values are set is what a publish of the workbook with these values gives',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        randomSheet,
        fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '?pages=Sheet1', '?pages=Sheet1!B2:E6', '?entries=yes'),
        async (random, sets, query) => {
          const sheet = { ...random, formulas: [] };
          const cells = sheet.cells.map((row) => [...row]);
          const first = await call('PUT', `workbook/${live}${query}`, Buffer.from(randomBook(sheet)));
          if (first.status !== 200) return;
          for (const changes of sets) {
            const sent = changes.map(({ row, column, value }): [string, SentValue] => {
              cells[row]?.splice(column, 1, [value, cells[row]?.[column]?.[1] ?? 0]);
              return [`${'ABCDEF'[column]}${row + 1}`, value ?? null];
            });
            const set = await call('POST', 'values/', { topic: live, sheets: [{ name: 'Sheet1', cells: sent }] });
            const put = await call('PUT', `workbook/${whole}${query}`, Buffer.from(randomBook({ ...sheet, cells })));
            // Of both or of neither, such as pages on which nothing is left.
            expect(set.status).toBe(put.status);
            if (put.status !== 200) return;
            expect(await shown(live)).toEqual(await shown(whole));
          }
        },
      ),
      { numRuns: BOOKS },
    );
  },
  60_000 + BOOKS * 10_000,
);
