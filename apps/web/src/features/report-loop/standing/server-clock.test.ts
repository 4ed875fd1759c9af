import { describe, expect, test } from 'vitest';
import { pageOf } from '#features/report-loop/test-server.ts';
import { TestViewer } from '#features/report-loop/test-viewer.ts';
import { ServerClock } from './server-clock.ts';

const second = 1000;
const minute = 60 * second;
/** When the report was asked for, by the server's clock. */
const noon = Date.UTC(2026, 10, 22, 12);

const wireTime = (at: number) => new Date(at).toISOString().replaceAll(/[^\d]/g, '');

describe.each([
  ['right', 0],
  ['ten minutes fast', 10 * minute],
  ['ten minutes slow', -10 * minute],
])('by a clock that is %s', (_, off) => {
  /** Who comes to a report that was published every second until `ago` before. */
  async function comeAfter(ago: number) {
    const viewer = new TestViewer({ startsAt: noon + off });
    const { server, clock } = viewer;
    const recentTimes = Array.from({ length: 10 }, (_, n) => wireTime(noon - ago - (9 - n) * second));
    server.time = () => Math.floor((clock.now() - off) / second) * second;
    const publisherSeenUtc = new Date(noon - ago).toISOString();
    const report = { pages: [pageOf('1', '2')], pageNames: ['Prices'], styles: [[]], version: 10, nodiff: false };
    server.beforeReport = () => ({ ...report, time: recentTimes.at(-1), recentTimes, publisherSeenUtc });
    viewer.set();
    await clock.advance(0);
    return viewer;
  }

  test('the first answer of a report that was just published is live', async () => {
    const viewer = await comeAfter(5 * second);
    expect(viewer.status).toEqual({ state: 'live' });
  });

  test('the first answer of a report whose publisher stopped says for how long', async () => {
    const { status, clock } = await comeAfter(5 * minute);
    if (status.state !== 'publisher-silent') throw new Error(`The status is ${status.state}`);
    const silent = clock.now() - Date.parse(status.sinceUtc);
    expect(Math.abs(silent - 5 * minute)).toBeLessThanOrEqual(second);
  });

  test('a moment of this clock is told as the server tells it', async () => {
    const { loop, clock } = await comeAfter(5 * second);
    expect(Math.abs(loop.present(clock.now()) - noon)).toBeLessThanOrEqual(second);
  });

  test('a publisher of whom nothing is heard any more is silent a minute after its last sign', async () => {
    const viewer = await comeAfter(50 * second);
    expect(viewer.status).toEqual({ state: 'live' });
    await viewer.clock.advance(12 * second);
    expect(viewer.status.state).toBe('publisher-silent');
  });
});

test('what an answer is on its way does not move the clock, nor does each answer a little', () => {
  const clock = new ServerClock();
  clock.note(noon - second, noon);
  expect(clock.here(noon)).toBe(noon);
  clock.note(noon + 10 * minute, noon);
  const here = clock.here(noon);
  clock.note(noon + 10 * minute + 2 * second, noon + second);
  expect(clock.here(noon)).toBe(here);
  clock.note(noon + 3 * second, noon + 3 * second);
  expect(clock.here(noon)).toBe(noon);
});
