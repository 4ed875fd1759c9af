import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCleanPool } from '#report/clean/pool.ts';
import { makeCleaner } from '#report/make-cleaner.ts';
import { rehearse } from './rehearse.ts';
import { type GuardedDesk, guardedDesk } from './testing/guarded-report.ts';

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

const topic = 'ACME/GUARD/ASFIRED';
/** Of every kind that needs no snapshot, set to fire often. */
const kinds: readonly Omit<GuardRule, 'action'>[] = [
  { kind: 'errors' },
  { kind: 'errors', page: 'Main' },
  { kind: 'moved', cell: 'B1', percent: 20 },
  { kind: 'moved', cell: 'B1:C4', percent: 20, page: 'Main' },
  { kind: 'moved', cell: 'B1', percent: 20, since: 'open' },
  { kind: 'range', cell: 'A1:C3', min: 10, max: 900 },
  { kind: 'range', cell: 'B2', max: 500, page: 'Extra' },
  { kind: 'fewer', percent: 10 },
  { kind: 'fewer', percent: 10, page: 'Main' },
  { kind: 'fewer', percent: 10, since: 'open' },
  { kind: 'changed', percent: 20 },
  { kind: 'changed', percent: 30, page: 'Main' },
  { kind: 'sum', cell: 'B1', of: 'C1:C3' },
  { kind: 'asof', cell: 'A1' },
  { kind: 'publisher' },
  { kind: 'publisher', of: 'ACME/bot' },
];
const rules = kinds.map((rule): GuardRule => ({ ...rule, action: 'warn' }));
const VERSIONS = 60;

/** Repeatable chance from 0 to below a number. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const chance = chanceOf(3);
const texts = ['1,234.50', '(12.0)', '12.5k', '12.5m', '', '5%', '<b>7.5</b>', 'Name', '#N/A', 'NaN', '21 Nov 2026'];
const any = () => texts[chance(texts.length)] ?? '';
const newRow = () => [any(), any(), any()];

interface Page {
  readonly name: string;
  readonly rows: string[][];
}

const names = ['Main', 'Extra', 'Third', 'Fourth'];
const freeName = (pages: readonly Page[]) => names.find((name) => pages.every((page) => page.name !== name)) ?? 'More';
const html = ({ rows }: Page) => {
  const lines = rows.map((row, n) =>
    row.map((text, at) => `<td data-cell="${'ABC'[at]}${n + 1}">${text}</td>`).join(''),
  );
  return `<table><tbody>${lines.map((line) => `<tr>${line}</tr>`).join('')}</tbody></table>`;
};

/** What a publisher may do to its pages between two whole reports. */
const changes: readonly ((pages: Page[]) => Page[])[] = [
  (pages) => pages.map((page) => ({ ...page, rows: page.rows.toSpliced(chance(page.rows.length), 0, newRow()) })),
  (pages) => pages.map((page) => ({ ...page, rows: page.rows.length > 2 ? page.rows.slice(0, -1) : page.rows })),
  (pages) => pages.with(0, { rows: pages[0]?.rows ?? [], name: freeName(pages) }),
  (pages) => (pages.length < 4 ? [{ name: freeName(pages), rows: [newRow(), newRow()] }, ...pages] : pages),
  (pages) => (pages.length > 1 ? pages.slice(1) : pages),
  (pages) => pages.toReversed(),
  (pages) => pages.map((page) => ({ ...page, rows: page.rows.map((row) => (chance(3) === 0 ? newRow() : row)) })),
];

/** Sets some cells of a page, in the page and as steps. */
function setCells(pages: readonly Page[]): object[] {
  const page = pages[chance(pages.length)];
  return Array.from({ length: 1 + chance(3) }, () => {
    const [row, at, text] = [chance(page?.rows.length ?? 0), chance(3), any()];
    const line = page?.rows[row] ?? expect.unreachable();
    line[at] = text;
    return { page: page?.name, cell: `${'ABC'[at]}${row + 1}`, html: text };
  });
}

/** Publishes versions whole and in cells; answers the rules that each of them broke. */
async function firedOf(first: Page[]): Promise<Map<number, string>> {
  const fired = new Map<number, string>();
  let pages = first;
  for (let [n, last] = [0, 0]; n < VERSIONS; n++) {
    desk.server.clock.move(20_000);
    const by = chance(10) === 0 ? desk.other : desk.bot;
    const isCells = n > 0 && chance(2) === 0;
    if (!isCells && n > 0) pages = changes[chance(changes.length)]?.(pages) ?? pages;
    const whole = () => ({ topic, pages: pages.map((page) => ({ name: page.name, html: html(page) })) });
    const { body } = isCells
      ? await by.call('publish.publishCells', { topic, baseVersion: last, cells: setCells(pages) })
      : await by.call('publish.publishReport', whole());
    if (body.changed !== true) continue;
    last = Number(body.version);
    fired.set(last, placesOf(body.warnings));
  }
  return fired;
}

function placesOf(warnings: unknown): string {
  const list: readonly { readonly rule: number }[] = Array.isArray(warnings) ? warnings : [];
  return list.map(({ rule }) => rule).join(' ');
}

interface Told {
  readonly rule: number;
  readonly fired: number;
  readonly versions: readonly { readonly version: number }[];
}

test('rules are rehearsed as they fired when the versions came, whole and in cells', async () => {
  await desk.guarded(topic, rules);
  const fired = await firedOf([
    { name: 'Main', rows: Array.from({ length: 6 }, newRow) },
    { name: 'Extra', rows: [newRow(), newRow()] },
  ]);
  const { results, versions, isWhole } = await desk.boss.call('admin/guardtest/', { topic, rules });
  expect([versions, isWhole]).toEqual([fired.size, true]);
  const told: readonly Told[] = Array.isArray(results) ? results : [];
  // No more than a hundred versions are told of a rule.
  expect(told.map((one) => one.versions.length)).toEqual(told.map((one) => Math.min(one.fired, 100)));
  const rehearsed = [...fired.keys()].map((version): [number, string] => {
    const own = told.filter((one) => one.versions.some((at) => at.version === version));
    return [version, own.map(({ rule }) => rule).join(' ')];
  });
  expect(new Map(rehearsed)).toEqual(fired);
  expect([...fired.values()].filter((list) => list !== '').length).toBeGreaterThan(fired.size / 2);
});

test('a rehearsal that is given up looks at no further version, and tells how far it came', async () => {
  const { stores, clock } = desk.server;
  const short = branded<'Topic'>('ACME/GUARD/GIVENUP');
  await desk.guarded(short, rules);
  for (let n = 0; n < 3; n++) {
    clock.move(20_000);
    const pages = [{ name: 'Main', html: html({ name: 'Main', rows: [[`${n}`, '1', '2']] }) }];
    await desk.bot.call('publish.publishReport', { topic: short, pages });
  }
  const pool = createCleanPool({ size: 1 });
  onTestFinished(() => pool.close());
  const deps = { ...stores, guardStore: stores.guard, cleaner: makeCleaner(pool), zoneOf: async () => 'UTC' };
  for (const most of [0, 1, 3]) {
    let looked = 0;
    const found = await rehearse(deps, short, { rules, since: 0, isOver: () => looked++ === most });
    expect([found.versions, found.isWhole]).toEqual([most, most === 3]);
  }
});
