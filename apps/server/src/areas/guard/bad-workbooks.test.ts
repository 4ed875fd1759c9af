import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedDesk, guardedDesk } from './testing/guarded-report.ts';

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

const topic = 'ACME/GUARD/WORKBOOKS';
const rules: GuardRule[] = [
  { kind: 'errors', action: 'hold' },
  { kind: 'moved', cell: 'B2', percent: 20, action: 'hold' },
  { kind: 'range', cell: 'B4:B13', min: 0, max: 1_000_000, action: 'hold' },
  { kind: 'fewer', percent: 25, action: 'hold' },
  { kind: 'changed', percent: 90, action: 'hold' },
  { kind: 'sum', cell: 'B2', of: 'B4:B13', action: 'hold' },
  { kind: 'asof', cell: 'A1', action: 'hold' },
];

type Rows = readonly (readonly string[])[];
const positions = Array.from({ length: 10 }, (_, n) => 1000.5 + 250 * n);

/** A day, a total and its parts. */
function rowsOf(values: readonly number[], day = '21 Nov 2026'): string[][] {
  const total = values.reduce((sum, one) => sum + one, 0);
  const lines = values.map((one, n) => [`Position ${n + 1}`, one.toFixed(2), 'open']);
  return [[`As of ${day}`, '', ''], ['Total', total.toFixed(2), ''], ['Name', 'Value', 'State'], ...lines];
}

/** Sends a file the way a program does. */
async function send(rows: Rows, of = topic) {
  const answer = await desk.server.app.fastify.inject({
    method: 'PUT',
    url: `/api/v1/publish/workbook/${of}`,
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${desk.bot.key}` },
    payload: rows.map((row) => row.join(',')).join('\n'),
  });
  return answer.json<Record<string, unknown>>();
}

const good = rowsOf(positions);
const bad: readonly (readonly [string, Rows])[] = [
  ['a value is NaN', good.with(6, ['Position 4', 'NaN', 'open'])],
  ['a label is an error', good.with(6, ['Position 4', good[6]?.[1] ?? '', '#REF!'])],
  ['everything is a thousandfold', rowsOf(positions.map((one) => one * 1000))],
  ['the signs are turned', rowsOf(positions.map((one) => -one))],
  ['values are zero', rowsOf(positions.map(() => 0))],
  ['a column is shifted', good.map(([name = '', value = '', state = '']) => [name, '', value, state])],
  ['it is of last week', rowsOf(positions, '14 Nov 2026')],
  ['rows are there twice', rowsOf([...positions, ...positions])],
  ['half of the rows are gone', rowsOf(positions.slice(5))],
  ['a total is old', good.with(1, ['Total', '99.00', ''])],
  ['the header is gone', good.slice(2)],
  ['the values are empty', good.map(([name = '']) => [name, '', ''])],
  ['it is another file', Array.from({ length: 12 }, (_, n) => [`Client ${n}`, `${n}`, 'Paris'])],
];

/** One in three: how a page breaks each rule is held by `packages/page`. The soak tries all. */
const tried = bad.filter((_, n) => process.env.SHEETWIRE_SOAK === 'yes' || n % 3 === 0);

test('a bad file is held, whatever is wrong with it, and a good one after it goes live', async () => {
  await desk.guarded(topic, rules);
  expect(await send(good)).toMatchObject({ version: 1, changed: true });
  const shown = async () => (await desk.ann.call('reports/report/', { topic })).pages;
  let values = positions;
  let version = 1;
  for (const [what, rows] of tried) {
    const before = await shown();
    const answer = await send(rows);
    expect([what, answer]).toMatchObject([what, { version, changed: false, held: { version: expect.any(Number) } }]);
    expect([what, await shown()]).toEqual([what, before]);
    desk.server.clock.move(1000);
    values = values.map((one, n) => (n % 3 === version % 3 ? one * 1.01 : one));
    const next = await send(rowsOf(values));
    expect([what, next.held]).toEqual([what, undefined]);
    version = Number(next.version);
  }
});
