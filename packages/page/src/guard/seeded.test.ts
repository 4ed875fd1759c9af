import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { expect, test } from 'vitest';
import { changedCells } from './changed-cells.ts';
import { judge } from './judge.ts';
import { planOf } from './plan.ts';
import { type Standing, standingAfter, standingOf } from './standing.ts';
import { guardedPage } from './test-page.ts';

/** A desk's report: a date, rows of positions, a total. */
interface Desk {
  readonly date: string;
  readonly rows: readonly (number | string)[];
  readonly total: number | string;
  readonly sender: string;
}

const rules: GuardRule[] = [
  { kind: 'errors', action: 'hold' },
  { kind: 'moved', cell: 'B1', percent: 20, action: 'hold' },
  { kind: 'range', cell: 'B2:B41', min: -1_000_000, max: 1_000_000, action: 'hold' },
  { kind: 'fewer', percent: 25, action: 'hold' },
  { kind: 'changed', percent: 90, action: 'hold' },
  { kind: 'sum', cell: 'B1', of: 'B2:B41', action: 'hold' },
  { kind: 'asof', cell: 'A1', action: 'hold' },
  { kind: 'publisher', action: 'hold' },
];
const today = '2026-11-23';
const plan = planOf(rules);

/** Repeatable chance from 0 to 1. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function totalOf(rows: Desk['rows']): number {
  return rows.reduce<number>((sum, row) => sum + (typeof row === 'number' ? row : 0), 0);
}

function pageOf({ date, rows, total }: Desk) {
  const shown = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('en-US') : value);
  const cells: Record<string, string> = { A1: `As of ${date}`, B1: shown(total) };
  for (const [n, row] of rows.entries()) {
    cells[`A${n + 2}`] = `Position ${n + 1}`;
    cells[`B${n + 2}`] = shown(row);
  }
  return guardedPage({ name: 'Desk', cells });
}

function firstOf(chance: () => number): Desk {
  const rows = Array.from({ length: 40 }, () => 5000 + Math.floor(chance() * 20_000));
  return { date: '23 Nov 2026', rows, total: totalOf(rows), sender: 'ACME/bot' };
}

/** A tick: some positions move a little, now and then a row comes or goes. */
function ticked(desk: Desk, chance: () => number): Desk {
  let rows = desk.rows.map((row) =>
    typeof row === 'number' && chance() < 0.3 ? Math.round(row * (0.95 + chance() * 0.1)) : row,
  );
  if (chance() < 0.05 && rows.length < 40) rows = [...rows, 9000];
  if (chance() < 0.05 && rows.length > 35) rows = rows.slice(0, -1);
  return { ...desk, rows, total: totalOf(rows) };
}

function brokenBy(before: Standing | undefined, desk: Desk) {
  const pages = [pageOf(desk)];
  const after = standingAfter(plan, before, { pages, ops: undefined });
  const changes = changedCells(plan, { before, pages, ops: undefined });
  const bases = { open: undefined, snapshot: undefined };
  const usual = new Set(['ACME/bot']);
  return { after, broken: judge(plan, { before, after, ...changes, sender: desk.sender, usual, today, bases }) };
}

const faults: readonly ((desk: Desk, chance: () => number) => Desk)[] = [
  (desk, chance) => ({ ...desk, rows: desk.rows.with(Math.floor(chance() * desk.rows.length), '#N/A') }),
  (desk) => ({ ...desk, total: '#REF!' }),
  (desk, chance) => {
    const rows = desk.rows.map((row) => (typeof row === 'number' ? Math.round(row * (1.3 + chance())) : row));
    return { ...desk, rows, total: totalOf(rows) };
  },
  (desk) => {
    const rows = desk.rows.slice(0, desk.rows.length / 2);
    return { ...desk, rows, total: totalOf(rows) };
  },
  (desk) => ({ ...desk, date: '22 Nov 2026' }),
  (desk) => ({ ...desk, sender: 'ACME/stranger' }),
  (desk, chance) => ({ ...desk, total: Number(desk.total) + 100 + Math.floor(chance() * 900) }),
  (desk, chance) => {
    const rows = desk.rows.with(Math.floor(chance() * desk.rows.length), 5_000_000);
    return { ...desk, rows, total: totalOf(rows) };
  },
  (desk) => ({ ...desk, total: '' }),
  (desk) => ({ ...desk, date: '' }),
];

test('forty seeded bad publishes all break a rule', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const chance = chanceOf(seed);
    const desk = ticked(firstOf(chance), chance);
    const before = standingOf(plan, [pageOf(desk)]);
    const bad = faults[seed % faults.length]?.(desk, chance) ?? desk;
    expect([seed, brokenBy(before, bad).broken.length > 0]).toEqual([seed, true]);
  }
});

test('of a thousand ordinary publishes at most one is a false alarm', () => {
  const alarms: string[] = [];
  for (let seed = 1; seed <= 10; seed++) {
    const chance = chanceOf(seed * 7919);
    let desk = firstOf(chance);
    let before: Standing | undefined = standingOf(plan, [pageOf(desk)]);
    for (let tick = 0; tick < 100; tick++) {
      desk = ticked(desk, chance);
      const { after, broken } = brokenBy(before, desk);
      alarms.push(...broken.map(({ words }) => words));
      before = after;
    }
  }
  expect(alarms.length, alarms.join('; ')).toBeLessThanOrEqual(1);
});
