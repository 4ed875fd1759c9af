import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { expect, test } from 'vitest';
import type { ShownReport } from '#features/viewer-ports.ts';
import { LastLook } from './last-look.ts';
import { type KeptLook, type Look, type SeenPage, withoutDismissed } from './look.ts';

const row = (name: string, price: string) => `<tr><th>${name}</th><td data-num="">${price}</td></tr>`;
const sheet = (...rows: string[]) =>
  `<table data-freeze="1,0"><tbody>${row('Name', 'Mid')}${rows.join('')}</tbody></table>`;
const prices = (five: string) => sheet(row('2Y', '3.6095'), row('5Y', five), row('10Y', '3.6790'));

/** What the tabs of one browser share beside the looks. */
class Tabs {
  readonly dismissed: Look[] = [];
  readonly #hearers: ((topic: string, version: number) => void)[] = [];

  open() {
    let hear: (topic: string, version: number) => void = () => undefined;
    return {
      dismiss: (look: Look) => {
        this.dismissed.push(look);
        for (const other of this.#hearers) if (other !== hear) other(look.topic, look.version);
      },
      onDismissed: (hearer: (topic: string, version: number) => void) => {
        hear = hearer;
        this.#hearers.push(hearer);
      },
    };
  }
}

/** A tab of one browser, whose reader's looks are kept in a list, so long after the last of them. */
function build(kept: KeptLook[] = [], away: number = limits.lookAway, tabs = new Tabs()) {
  const clock = new TestClock((kept.at(-1)?.at ?? -away) + away);
  const state = { isHidden: false, isSignedIn: true, version: 100 * kept.length };
  let pages: SeenPage[] = [];
  let topic = '';
  const look = new LastLook({
    clock,
    store: {
      ...tabs.open(),
      read: async (wanted) => {
        const newest = <T extends Look>(looks: readonly T[]) => looks.findLast((one) => one.topic === wanted);
        return withoutDismissed(newest(kept), newest(tabs.dismissed));
      },
      write: (one) => void kept.push(one),
    },
    pages: () => pages,
    version: () => state.version,
    isHidden: () => state.isHidden,
    mayKeep: () => state.isSignedIn,
    makeSalt: () => [kept.length + 1, 77],
    idle: async () => undefined,
  });
  const set = (html: string | Readonly<Record<string, string>>) => {
    const named = typeof html === 'string' ? { Prices: html } : html;
    pages = Object.entries(named).map(([name, page]) => ({ name, html: page }));
    state.version++;
  };
  const report = (shownDate: string | null): ShownReport => ({
    topic,
    pageNames: pages.map(({ name }) => name),
    pages: pages.map(({ html }) => html),
    styles: [],
    version: state.version,
    time: '',
    sender: '',
    metadata: {},
    snapshotDates: [],
    shownDate,
    canInteract: false,
    hasControls: false,
  });
  return {
    ...{ look, clock, state, kept, set },
    async show(of: string, html: string | Readonly<Record<string, string>>, shownDate: string | null = null) {
      topic = of;
      set(html);
      look.shown(report(shownDate));
      await clock.advance(0);
    },
    found: () => look.since.getSnapshot(),
  };
}

/** What one reader left behind after a look at these pages. */
async function lookedAt(html: string | Readonly<Record<string, string>>, kept: KeptLook[] = []): Promise<KeptLook[]> {
  const { look, clock, show } = build(kept);
  await show('ACME/FX/SPOT', html);
  await clock.advance(limits.lookVisible);
  look.left();
  return kept;
}

test('the first visit marks nothing, and is kept once the report was in sight for three seconds', async () => {
  const { look, clock, kept, show, found } = build();
  await show('ACME/FX/SPOT', prices('3.59'));
  await clock.advance(limits.lookVisible - 1);
  look.left();
  expect([found(), kept.length]).toEqual([undefined, 0]);
  await show('ACME/FX/SPOT', prices('3.59'));
  await clock.advance(limits.lookVisible);
  await show('ACME/FX/OTHER', prices('1'));
  expect(kept.map(({ topic, at }) => [topic, at])).toEqual([['ACME/FX/SPOT', 2 * limits.lookVisible - 1]]);
});

test('nothing of the report itself is kept, and one text has another hash in each look', async () => {
  const [first, second] = await lookedAt(prices('3.59'), await lookedAt(prices('3.59')));
  expect(JSON.stringify(first)).not.toMatch(/3\.59|10Y|Name/);
  expect(first?.pages[0]?.tables[0]?.values).not.toEqual(second?.pages[0]?.tables[0]?.values);
});

test('on the next visit the cells are marked that changed since, wherever their rows are by now', async () => {
  const kept = await lookedAt({ Prices: prices('3.59'), Notes: '<p>Open</p>', Still: sheet(row('a', '1')) });
  const { show, found } = build(kept);
  const moved = sheet(row('5Y', '3.60'), row('2Y', '3.6095'), row('3Y', '3.5'), row('10Y', '3.6790'));
  await show('ACME/FX/SPOT', { Prices: moved, Notes: '<p>Closed</p>', Still: sheet(row('a', '1')) });
  expect(found()).toMatchObject({ at: limits.lookVisible, total: 3 });
  expect([...(found()?.places ?? [])]).toEqual([
    [
      0,
      [
        { row: 1, at: 1 },
        { row: 3, at: -1 },
      ],
    ],
    [1, [{ row: -1, at: -1 }]],
  ]);
});

test('the METADATA page and another report mark nothing', async () => {
  const kept = await lookedAt({ Prices: prices('3.59'), METADATA: '<p>09:00</p>' });
  const { look, show, found } = build(kept);
  await show('ACME/FX/SPOT', { Prices: prices('3.59'), METADATA: '<p>10:00</p>' });
  expect(found()).toBeUndefined();
  await show('ACME/FX/OTHER', prices('1'));
  expect(found()).toBeUndefined();
  look.left();
});

test('changes stay marked while the report goes on, and move with their rows', async () => {
  const { look, set, show, found } = build(await lookedAt(prices('3.59')));
  await show('ACME/FX/SPOT', prices('3.60'));
  set(prices('3.61'));
  look.applied([[0, 'c', 3, '3.7']]);
  expect(found()?.places.get(0)).toEqual([{ row: 2, at: 1 }]);
  look.applied([[0, 'r', 1, 0, row('1Y', '3') + row('18M', '3')] satisfies Op]);
  expect(found()?.places.get(0)).toEqual([{ row: 4, at: 1 }]);
  look.applied([[0, 'r', 4, 1, row('5Y', '-3')] satisfies Op]);
  expect(found()?.places.get(0)).toEqual([{ row: 4, at: 1 }]);
  look.applied([[0, 'r', 4, 1, ''] satisfies Op]);
  expect(found()).toBeUndefined();
});

test('a page that came anew is compared anew', async () => {
  const { look, clock, set, show, found } = build(await lookedAt(prices('3.59')));
  await show('ACME/FX/SPOT', prices('3.60'));
  const next = sheet(row('5Y', '3.60'), row('2Y', '3.6095'), row('10Y', '3.6790'));
  set(next);
  look.applied([[0, 'p', next]]);
  await clock.advance(0);
  expect(found()?.places.get(0)).toEqual([{ row: 1, at: 1 }]);
});

test('a poll that brings the same rows leaves the marks, one that brings others compares anew', async () => {
  const { clock, show, found } = build(await lookedAt(prices('3.59')));
  await show('ACME/FX/SPOT', prices('3.60'));
  await show('ACME/FX/SPOT', sheet(row('2Y', '9'), row('5Y', '3.61'), row('10Y', '9')));
  await clock.advance(0);
  expect(found()?.places.get(0)).toEqual([{ row: 2, at: 1 }]);
  await show('ACME/FX/SPOT', sheet(row('2Y', '9'), row('5Y', '3.59')));
  await clock.advance(0);
  expect(found()?.places.get(0)).toEqual([{ row: 1, at: 1 }]);
});

test('dismissed changes do not come back', async () => {
  const { look, kept, show, found } = build(await lookedAt(prices('3.59')));
  await show('ACME/FX/SPOT', prices('3.60'));
  look.dismiss();
  expect([found(), kept.length]).toEqual([undefined, 2]);
  look.left();
  await show('ACME/FX/SPOT', prices('3.60'));
  expect(found()).toBeUndefined();
});

test('a reload goes on with the visit: what it marked stays marked, what came meanwhile too', async () => {
  const kept = await lookedAt(prices('3.59'));
  const first = build(kept);
  await first.show('ACME/FX/SPOT', prices('3.60'));
  await first.clock.advance(limits.lookVisible);
  first.look.left();
  const again = build(kept, limits.lookAway - 1);
  await again.show('ACME/FX/SPOT', sheet(row('2Y', '9'), row('5Y', '3.60'), row('10Y', '3.6790')));
  expect(again.found()).toMatchObject({ at: limits.lookVisible, total: 2 });
});

test('a report that goes on marks nothing at a reload, and its changes once the reader was away', async () => {
  const kept = await lookedAt(prices('3.59'));
  const soon = build(kept, 1000);
  await soon.show('ACME/FX/SPOT', prices('3.60'));
  expect(soon.found()).toBeUndefined();
  await soon.clock.advance(limits.lookVisible);
  soon.look.left();
  const later = build(kept);
  await later.show('ACME/FX/SPOT', prices('3.61'));
  expect(later.found()).toMatchObject({ at: 2 * limits.lookVisible + 1000, total: 1 });
});

test('what was dismissed stays so at a reload, whatever changes, until the next visit', async () => {
  const kept = await lookedAt(prices('3.59'));
  const first = build(kept);
  await first.show('ACME/FX/SPOT', prices('3.60'));
  first.look.dismiss();
  first.look.left();
  const again = build(kept, 1000);
  await again.show('ACME/FX/SPOT', prices('3.61'));
  expect(again.found()).toBeUndefined();
  const later = build(kept);
  await later.show('ACME/FX/SPOT', prices('3.61'));
  expect(later.found()).toMatchObject({ total: 1 });
});

test('what is dismissed in one tab is so in all, and no older look of another tab brings it back', async () => {
  const kept = await lookedAt(prices('3.59'));
  const tabs = new Tabs();
  const [one, other] = [build(kept, limits.lookAway, tabs), build(kept, limits.lookAway, tabs)];
  for (const { show } of [one, other]) await show('ACME/FX/SPOT', prices('3.60'));
  await one.show('ACME/FX/SPOT', prices('3.61'));
  expect([one.found()?.total, other.found()?.total]).toEqual([1, 1]);
  await other.clock.advance(limits.lookVisible);
  one.look.dismiss();
  expect([one.found(), other.found()]).toEqual([undefined, undefined]);
  other.look.left();
  expect(kept.at(-1)).toMatchObject({ version: other.state.version });
  const nextVisit = async (price: string) => {
    const tab = build(kept, limits.lookAway, tabs);
    tab.state.version = one.state.version;
    await tab.show('ACME/FX/SPOT', prices(price));
    return tab.found()?.total;
  };
  expect(await nextVisit('3.61')).toBeUndefined();
  expect(await nextVisit('3.62')).toBe(1);
});

test('marks that a tab did not know to be dismissed are not those of the next reload', async () => {
  const kept = await lookedAt(prices('3.59'));
  const [first] = kept;
  if (!first) throw new Error('Nothing is kept');
  const dismissed = { ...first, version: first.version + 2 };
  const late = { ...first, version: first.version + 3, base: first };
  expect(withoutDismissed(late, dismissed)?.base).toBeUndefined();
  expect(withoutDismissed({ ...late, base: dismissed }, dismissed)?.base).toBe(dismissed);
  expect(withoutDismissed(undefined, dismissed)).toBe(dismissed);
});

test('a tab that comes back later goes on from what was looked at in another one', async () => {
  const kept = await lookedAt(prices('3.59'));
  const tabs = new Tabs();
  const [one, other] = [build(kept, limits.lookAway, tabs), build(kept, limits.lookAway, tabs)];
  for (const { show } of [one, other]) await show('ACME/FX/SPOT', prices('3.60'));
  one.look.hidden();
  await one.clock.advance(limits.lookAway);
  other.set(prices('3.61'));
  await other.clock.advance(limits.lookAway);
  other.look.dismiss();
  expect(one.found()).toBeUndefined();
  one.set(prices('3.61'));
  one.look.visible();
  await one.clock.advance(limits.lookVisible);
  expect(one.found()).toBeUndefined();
});

test('a clock that was set back ends the visit', async () => {
  const { show, found } = build(await lookedAt(prices('3.59')), -limits.lookAway);
  await show('ACME/FX/SPOT', prices('3.60'));
  expect(found()).toMatchObject({ total: 1 });
});

test('coming back to a tab after a while is another visit, which takes the place of the marks; after a moment it is not', async () => {
  const { look, clock, set, show, found } = build();
  await show('ACME/FX/SPOT', prices('3.59'));
  await clock.advance(limits.lookVisible);
  look.hidden();
  set(prices('3.60'));
  await clock.advance(limits.lookAway - 1);
  look.visible();
  await clock.advance(limits.lookVisible);
  expect(found()).toBeUndefined();
  look.hidden();
  set(prices('3.61'));
  await clock.advance(limits.lookAway);
  look.visible();
  await clock.advance(limits.lookVisible);
  expect(found()).toMatchObject({ total: 1 });
});

test('time that the tab is hidden does not count', async () => {
  const { look, clock, state, kept, show } = build();
  state.isHidden = true;
  await show('ACME/FX/SPOT', prices('3.59'));
  await clock.advance(10 * limits.lookVisible);
  look.left();
  expect(kept).toEqual([]);
});

test('snapshots never count and mark nothing', async () => {
  const { look, clock, kept, show, found } = build(await lookedAt(prices('3.59')));
  await show('ACME/FX/SPOT', prices('3.60'), '2026-11-19');
  await clock.advance(limits.lookVisible);
  look.left();
  expect([found(), kept.length]).toEqual([undefined, 1]);
});

test('nothing is kept of a reader who is no longer signed in, nor of a report with too many cells', async () => {
  const { look, clock, state, kept, show } = build();
  await show('ACME/FX/SPOT', prices('3.59'));
  await clock.advance(limits.lookVisible);
  state.isSignedIn = false;
  look.left();
  state.isSignedIn = true;
  await show('ACME/FX/SPOT', `<table><tbody><tr>${'<td>1</td>'.repeat(limits.lookCells + 1)}</tr></tbody></table>`);
  await clock.advance(limits.lookVisible);
  look.left();
  expect(kept).toEqual([]);
});
