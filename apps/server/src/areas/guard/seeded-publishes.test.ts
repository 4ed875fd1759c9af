import { type Caller, createCaller } from '@sheetwire/client/caller';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { type GuardedDesk, guardedDesk } from './testing/guarded-report.ts';

/** A desk's report: a date, rows of positions and their total. */
interface Desk {
  readonly date: string;
  readonly rows: readonly (number | string)[];
  readonly total: number | string;
}

interface Sent extends Desk {
  readonly by: Caller;
}

const rules: GuardRule[] = [
  { kind: 'errors', action: 'hold' },
  { kind: 'moved', cell: 'B1', percent: 20, action: 'hold' },
  { kind: 'moved', cell: 'B1', percent: 60, since: 'open', action: 'hold' },
  { kind: 'range', cell: 'B2:B41', min: 0, max: 1_000_000, action: 'hold' },
  { kind: 'fewer', percent: 25, action: 'hold' },
  { kind: 'changed', percent: 90, action: 'hold' },
  { kind: 'sum', cell: 'B1', of: 'B2:B41', action: 'hold' },
  { kind: 'asof', cell: 'A1', action: 'hold' },
  { kind: 'publisher', of: 'ACME/bot', action: 'hold' },
];

let desk: GuardedDesk;
/** Publishers and a viewer over a port, as programs and browsers come. */
let bot: Caller;
let other: Caller;
let ann: Caller;
let base: string;
beforeAll(async () => {
  desk = await guardedDesk();
  base = await listen(desk.server);
  const withKey = ({ key }: { key: string }) =>
    createCaller({ baseUrl: base, headers: { authorization: `Bearer ${key}` } });
  [bot, other] = [withKey(desk.bot), withKey(desk.other)];
  ann = createCaller({ baseUrl: base, headers: { cookie: desk.ann.cookie, 'sec-fetch-site': 'same-origin' } });
});
afterAll(() => desk.server.stop());

/** Repeatable chance from 0 to 1. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function summed(rows: Desk['rows']): Pick<Desk, 'rows' | 'total'> {
  return { rows, total: rows.reduce<number>((sum, row) => sum + (typeof row === 'number' ? row : 0), 0) };
}

const grouped = new Intl.NumberFormat('en-US');
const shown = (value: number | string) => (typeof value === 'number' ? grouped.format(value) : value);

function htmlOf({ date, rows, total }: Desk): string {
  const lines = [[`As of ${date}`, shown(total)], ...rows.map((row, n) => [`Position ${n + 1}`, shown(row)])];
  const cells = lines.map(
    ([name, value], n) => `<tr><td data-cell="A${n + 1}">${name}</td><td data-cell="B${n + 1}">${value}</td></tr>`,
  );
  return `<table><tbody>${cells.join('')}</tbody></table>`;
}

function firstOf(chance: () => number): Desk {
  return { date: '21 Nov 2026', ...summed(Array.from({ length: 40 }, () => 5000 + Math.floor(chance() * 20_000))) };
}

/** Some positions move a little, now and then a row comes or goes. */
function ticked(desk: Desk, chance: () => number): Desk {
  let rows = desk.rows.map((row) =>
    typeof row === 'number' && chance() < 0.3 ? Math.round(row * (0.95 + chance() * 0.1)) : row,
  );
  if (chance() < 0.05 && rows.length < 40) rows = [...rows, 9000];
  if (chance() < 0.05 && rows.length > 35) rows = rows.slice(0, -1);
  return { ...desk, ...summed(rows) };
}

type Fault = (desk: Desk, chance: () => number) => Partial<Sent>;

const anyOf = ({ rows }: Desk, chance: () => number) => Math.floor(chance() * rows.length);
const faults: readonly Fault[] = [
  (one, chance) => ({ rows: one.rows.with(anyOf(one, chance), '#N/A') }),
  () => ({ total: '#REF!' }),
  ({ rows }, chance) => summed(rows.map((row) => (typeof row === 'number' ? Math.round(row * (1.3 + chance())) : row))),
  ({ rows }) => summed(rows.slice(0, rows.length / 2)),
  () => ({ date: '20 Nov 2026' }),
  () => ({ by: other }),
  ({ total }, chance) => ({ total: Number(total) + 100 + Math.floor(chance() * 900) }),
  (one, chance) => summed(one.rows.with(anyOf(one, chance), 5_000_000)),
  () => ({ total: '' }),
  (one, chance) => summed(one.rows.with(anyOf(one, chance), -4000)),
];

function send(topic: string, { by, ...sent }: Sent) {
  return by(publishReport, { topic, pages: [{ name: 'Desk', html: htmlOf(sent) }] });
}

test('forty seeded bad publishes are held, and viewers keep the last good version', async () => {
  const topic = 'ACME/GUARD/SEEDED';
  await desk.guarded(topic, rules);
  const chance = chanceOf(7);
  let good = firstOf(chance);
  const { version: first } = await send(topic, { ...good, by: bot });
  const viewer = await StreamClient.open(base, { cookie: desk.ann.cookie });
  await viewer.watch([{ topic, version: first }]);
  const published: number[] = [];
  for (let n = 0; n < 40; n++) {
    good = ticked(good, chance);
    const { version, changed } = await send(topic, { ...good, by: bot });
    expect([n, changed]).toEqual([n, true]);
    published.push(version);
    const bad = { ...good, by: bot, ...faults[n % faults.length]?.(good, chance) };
    const answer = await send(topic, bad);
    expect([n, answer]).toMatchObject([n, { version, changed: false, held: { sinceUtc: expect.any(String) } }]);
    const shown = await ann(report, { ...unseen, topic });
    expect([n, shown.version, shown.pages]).toEqual([n, version, [htmlOf(good)]]);
  }
  const told = viewer.events.flatMap(({ name, data }) =>
    name === 'delta' ? [data.to] : name === 'changed' ? [data.version] : [],
  );
  viewer.close();
  expect(told).toEqual(published);
});

const unseen = { reportTime: '', hasUserHtml: false, canInteract: false, numSnapshotDates: 0 };

/** The long form has as many as the test of the rules themselves. */
const ORDINARY = process.env.SHEETWIRE_SOAK === undefined ? 150 : 1000;

test('of ordinary publishes, whole and of cells, at most one in a thousand is held', async () => {
  const topic = 'ACME/GUARD/ORDINARY';
  await desk.guarded(topic, rules);
  const chance = chanceOf(11);
  let good = firstOf(chance);
  const alarms: unknown[] = [];
  let { version } = await send(topic, { ...good, by: bot });
  for (let n = 1; n < ORDINARY; n++) {
    const before = good;
    good = ticked(good, chance);
    desk.server.clock.move(1000);
    // Rows that come or go take the whole report.
    const isWhole = n % 4 === 0 || before.rows.length !== good.rows.length;
    const answer = await (isWhole ? send(topic, { ...good, by: bot }) : sendCells(topic, version, good));
    if (answer.held !== undefined) alarms.push(answer.held);
    version = answer.version;
  }
  process.stdout.write(`${ORDINARY} ordinary publishes over HTTP, ${alarms.length} false alarms\n`);
  expect(alarms.length, JSON.stringify(alarms)).toBeLessThanOrEqual(ORDINARY / 1000);
});

async function sendCells(topic: string, baseVersion: number, { rows, total }: Desk) {
  const cells = [total, ...rows].map((value, n) => ({ page: 'Desk', cell: `B${n + 1}`, html: shown(value) }));
  return bot(publishCells, { topic, baseVersion, cells });
}
