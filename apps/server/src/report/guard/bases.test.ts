import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { judge } from '@sheetwire/page/guard/judge';
import { planOf } from '@sheetwire/page/guard/plan';
import { standingOf } from '@sheetwire/page/guard/standing';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import type { Snapshot } from '#ports/snapshots.ts';
import { heapHeld, ofOnePiece } from '#testing/heap-held.ts';
import { type BaseDeps, snapshotOf } from './bases.ts';
import { modelledPages } from './modelled-pages.ts';

const topic = branded<'Topic'>('ACME/RATES/DAILY');
const TEXT = 1_000_000;
const REPORTS = 20;
const SAYS = 'as of Friday, 20 November 2026';

function pages() {
  const cells = `<td data-cell="A1">${SAYS}</td><td data-cell="B1">${'x'.repeat(TEXT)}</td>`;
  const html = ofOnePiece(`<table><tbody><tr>${cells}</tr></tbody></table>`);
  return [{ name: 'P', user: null, html, styles: [] }];
}

const cleaner = { knowPage: async () => ({}) };

/** A store that reads a snapshot anew each time. */
const deps: BaseDeps = {
  past: { at: async () => undefined, next: async () => undefined, read: async () => undefined },
  snapshots: {
    head: async () => undefined,
    async atOrBefore(): Promise<Snapshot> {
      const facts = { version: 1, time: '20261120120000000', sender: 'ACME/ann', metadata: {}, holdControls: false };
      return { topic, date: '2026-11-20', capturedAt: 1, report: { ...facts, cleaner: 1, pages: pages() } };
    },
  },
  cleaner,
  zoneOf: async () => 'UTC',
};

test('what rules compare with keeps nothing of a page but the cells that they name', async () => {
  const plan = planOf([{ kind: 'moved', cell: 'A1', percent: 5, since: 'snapshot', action: 'hold' }]);
  const ask = { topic, plan, today: '2026-11-21', zone: 'UTC' };
  const bases: Awaited<ReturnType<typeof snapshotOf>>[] = [];
  const bytes = await heapHeld(async () => {
    for (let n = 0; n < REPORTS; n++) bases.push(await snapshotOf(deps, ask));
    return bases;
  });
  expect(bases[0]?.standing.pages[0]?.texts.get('A1')).toBe(SAYS);
  expect(bytes).toBeLessThan((REPORTS * TEXT) / 10);
});

test('rules on a date keep nothing of the page that they read it from', async () => {
  const rules: readonly GuardRule[] = [{ kind: 'asof', cell: 'A1', action: 'hold' }];
  const said: boolean[] = [];
  const bytes = await heapHeld(async () => {
    const plans = Array.from({ length: REPORTS }, () => planOf(rules));
    for (const plan of plans) {
      const after = standingOf(plan, await modelledPages(cleaner, pages()));
      const facts = { sender: 'ACME/ann', usual: new Set<string>(), bases: { open: undefined, snapshot: undefined } };
      const publish = { before: undefined, after, changed: new Map(), moved: new Set<number>(), ...facts };
      const [broken] = judge(plan, { ...publish, today: '2026-11-21' });
      said.push(broken?.words.includes(SAYS) === true);
    }
    return plans;
  });
  expect(said).toEqual(Array.from({ length: REPORTS }, () => true));
  expect(bytes).toBeLessThan((REPORTS * TEXT) / 10);
});
