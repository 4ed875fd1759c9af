import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { createMemoryStore, type LocalStore, localKeys } from '#lib/local-store.ts';
import { SlowReports } from './slow-reports.ts';

const topic = 'ACME/RATES/DAILY';

/** The tabs of one browser share a store; in each, drawings end when the test says so. */
function openTab(clock: TestClock, store: LocalStore) {
  const ends: (() => void)[] = [];
  const slow = new SlowReports({ store, clock, whenDrawn: (run) => void ends.push(run) });
  return {
    slow,
    draw: (what = topic) => slow.draw(what, () => undefined),
    drawn: () => {
      for (const end of ends.splice(0)) end();
    },
  };
}

function build() {
  const clock = new TestClock();
  const store = createMemoryStore();
  return { clock, store, tab: openTab(clock, store), another: () => openTab(clock, store) };
}

test('a report that is drawn in time is not slow and leaves nothing behind', async () => {
  const { clock, store, tab } = build();
  tab.draw();
  await clock.advance(limits.slowDrawing);
  tab.drawn();
  await clock.advance(60_000);
  expect([tab.slow.isSlow(topic), store.read(localKeys.slowDrawings)]).toEqual([false, undefined]);
});

test('a report that took longer is slow, until it is drawn in time', async () => {
  const { clock, tab } = build();
  tab.draw();
  await clock.advance(limits.slowDrawing + 1);
  tab.drawn();
  expect(tab.slow.isSlow(topic)).toBe(true);
  tab.draw();
  tab.drawn();
  expect(tab.slow.isSlow(topic)).toBe(false);
});

test('a report that hung its tab is slow in the next one', async () => {
  const { clock, tab, another } = build();
  tab.draw();
  await clock.advance(limits.slowDrawing + 1);
  const next = another();
  expect([next.slow.isSlow(topic), next.slow.isSlow('ACME/RATES/OTHER')]).toEqual([true, false]);
});

test('a report whose tab comes into sight only later is slow when it hangs then', async () => {
  const { clock, tab, another } = build();
  tab.draw();
  tab.drawn();
  tab.slow.drawMore(() => undefined);
  await clock.advance(limits.slowDrawing + 1);
  expect(another().slow.isSlow(topic)).toBe(true);
});

test('a tab that shows nothing notes nothing', () => {
  const { store, tab } = build();
  tab.draw();
  tab.drawn();
  tab.slow.clear();
  tab.slow.drawMore(() => undefined);
  expect(store.read(localKeys.slowDrawings)).toBeUndefined();
});

test('a report that is being drawn in another tab is not slow yet', async () => {
  const { clock, tab, another } = build();
  tab.draw();
  await clock.advance(limits.slowDrawing);
  expect(another().slow.isSlow(topic)).toBe(false);
});

test('a report that crashes each tab at once is slow before long, however often it is opened', async () => {
  const { clock, another } = build();
  for (let n = 0; n < 4; n++) {
    another().draw();
    await clock.advance(limits.slowDrawing / 3);
  }
  expect(another().slow.isSlow(topic)).toBe(true);
});

test('a drawing that fails is over, as far as anybody waits for it', async () => {
  const { clock, tab } = build();
  const failing = () =>
    tab.slow.draw(topic, () => {
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  tab.drawn();
  await clock.advance(60_000);
  expect(tab.slow.isSlow(topic)).toBe(false);
});

test('so many names are kept and no more, and what another version left is no fault', () => {
  const { store, tab } = build();
  store.write(localKeys.slowDrawings, '{"ACME/A/B":"soon"');
  for (let n = 0; n < 30; n++) tab.draw(`ACME/RATES/R${n}`);
  expect(Object.keys(JSON.parse(store.read(localKeys.slowDrawings) ?? '{}'))).toHaveLength(20);
});
