import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type GuardedDesk, guardedDesk, sheet } from './testing/guarded-report.ts';

/** The longest page that was cut or named on this thread. */
const here = vi.hoisted(() => ({ longest: 0 }));
vi.mock('@sheetwire/page/model/page-cut', async (original) => {
  const cut = await original<typeof import('@sheetwire/page/model/page-cut')>();
  const cutPage: typeof cut.cutPage = (html) => {
    here.longest = Math.max(here.longest, html.length);
    return cut.cutPage(html);
  };
  return { ...cut, cutPage };
});
vi.mock('@sheetwire/page/model/cell-names', async (original) => {
  const names = await original<typeof import('@sheetwire/page/model/cell-names')>();
  const nameCells: typeof names.nameCells = (cut, seed) => {
    here.longest = Math.max(here.longest, cut.html.length);
    return names.nameCells(cut, seed);
  };
  return { ...names, nameCells };
});

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

const topic = 'ACME/GUARD/LONG';
const rules: GuardRule[] = [
  { kind: 'moved', cell: 'A1', percent: 10, action: 'hold' },
  { kind: 'moved', cell: 'A2', percent: 10, since: 'open', action: 'warn' },
  { kind: 'changed', percent: 90, action: 'warn' },
  { kind: 'errors', action: 'warn' },
];
const values = Array.from({ length: 8000 }, (_, n) => String(1000 + n));
const first = { cell: 'A1', was: '103', now: '200' };
const publish = (value: string, more: readonly string[] = values) =>
  desk.bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(value, ...more) }] });

test('long pages of what waits, and of versions that are rehearsed, are cut and named on a thread', async () => {
  const { boss } = desk;
  await desk.guarded(topic, rules);
  for (const value of ['100', '101']) await publish(value);
  await publish('102', ['a new row', ...values]);
  await publish('103', values.toReversed());
  expect((await publish('200')).body).toMatchObject({ held: {} });
  expect(sheet('100', ...values).length).toBeGreaterThan(limits.clean.inline);
  here.longest = 0;
  const held = { changed: values.length + 1, changes: expect.arrayContaining([expect.objectContaining(first)]) };
  expect(await boss.call('admin/guard/', { topic, difference: true })).toMatchObject({ held });
  expect(here.longest).toBeLessThanOrEqual(limits.clean.inline);
  const answer = await boss.call('admin/guardtest/', { topic, rules });
  expect(answer).toMatchObject({ versions: 4, results: [{ fired: 0 }, { fired: 2 }, { fired: 2 }, { fired: 0 }] });
  expect(here.longest).toBeLessThanOrEqual(limits.clean.inline);
});
