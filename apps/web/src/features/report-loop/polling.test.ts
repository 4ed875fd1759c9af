import { refuse } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { nextCount } from './poll-counter.ts';
import { timeOf } from './test-server.ts';
import { pollingViewer } from './test-viewer.ts';

const tick = limits.reportPollTick;

/** How many ticks lie between polls when the report last changed so long ago. */
function period(isMobile: boolean, sinceUpdate: number): number {
  let ticks = 1;
  for (let count = nextCount(0, { isMobile, sinceUpdate }); count !== 0; ticks++) {
    count = nextCount(count, { isMobile, sinceUpdate });
  }
  return ticks;
}

test('on desktop every tick polls within 10 s of an update, every 4th within 120 s, then every 10th', () => {
  expect(period(false, 0)).toBe(1);
  expect(period(false, 9_999)).toBe(1);
  expect(period(false, 10_000)).toBe(4);
  expect(period(false, 119_999)).toBe(4);
  expect(period(false, 120_000)).toBe(10);
});

test('on mobile the counter only wraps after 20', () => {
  expect(period(true, 0)).toBe(21);
  expect(period(true, 1e9)).toBe(21);
});

test('without a stream the report is fetched at once and then polled by the counter', async () => {
  const { server, clock } = await pollingViewer();
  expect(server.fetches).toHaveLength(1);
  for (let ticks = 1; ticks <= 39; ticks++) {
    await clock.advance(tick);
    expect(server.fetches).toHaveLength(1 + ticks);
  }
  const before = server.fetches.length;
  await clock.advance(40 * tick);
  expect(server.fetches.length - before).toBe(10);
  await clock.advance(100_000);
  const later = server.fetches.length;
  await clock.advance(100 * tick);
  expect(server.fetches.length - later).toBe(10);
});

test('a poll says what is held, and an unchanged report is not sent again', async () => {
  const { server, clock, sink } = await pollingViewer();
  await clock.advance(tick);
  expect(server.fetches[0]).toMatchObject({
    topic: 'ACME/RATES/DAILY',
    reportTime: '',
    returnReport: true,
    fromMobile: false,
  });
  expect(server.fetches[1]).toMatchObject({
    reportTime: timeOf(1),
    hasUserHtml: false,
    canInteract: false,
    isIe: false,
  });
  expect(sink.heard).toEqual(['show 1']);
});

test('a poll finds what was published', async () => {
  const { server, clock, sink, loop } = await pollingViewer();
  server.publishCell(0, '7');
  await clock.advance(tick);
  expect(sink.pages).toEqual(server.pages);
  expect(loop.status.getSnapshot()).toEqual({ state: 'live' });
});

test('where the clock is far ahead of the server, a report that polls see changing is live', async () => {
  const { server, clock, loop } = await pollingViewer({ startsAt: Date.UTC(2026, 10, 21, 13) });
  for (let count = 0; count < 4; count++) {
    server.publishCell(0, String(count));
    await clock.advance(40 * tick);
  }
  expect(loop.status.getSnapshot()).toEqual({ state: 'live' });
});

test('nothing is fetched without a user or a license', async () => {
  const viewer = await pollingViewer();
  for (const session of [undefined, { hasLicense: false, isCookieLogin: true }]) {
    viewer.session = session;
    const before = viewer.server.fetches.length;
    await viewer.clock.advance(20 * tick);
    expect(viewer.server.fetches).toHaveLength(before);
    expect(viewer.status).toEqual({ state: 'waiting' });
  }
});

test('the loop waits while the user is in a control or a date picker is open', async () => {
  for (const entry of ['isMidEntry', 'isDatePickerOpen'] as const) {
    const viewer = await pollingViewer();
    viewer.set({ [entry]: true });
    viewer.server.publishCell(0, '7');
    const before = viewer.server.fetches.length;
    await viewer.clock.advance(60_000);
    expect(viewer.server.fetches).toHaveLength(before);
    expect(viewer.status).toMatchObject({ state: 'held', by: entry === 'isMidEntry' ? 'entry' : 'picker' });
    viewer.set({ [entry]: false });
    await viewer.clock.advance(tick);
    expect(viewer.sink.version).toBe(2);
  }
});

test('a paused report is not polled, yet another topic and a forced refresh load', async () => {
  const viewer = await pollingViewer();
  viewer.set({ live: false });
  viewer.server.publishCell(0, '7');
  const before = viewer.server.fetches.length;
  await viewer.clock.advance(60_000);
  expect(viewer.server.fetches).toHaveLength(before);
  expect(viewer.sink.version).toBe(1);
  viewer.loop.refresh();
  await viewer.clock.advance(0);
  expect(viewer.server.fetches).toHaveLength(before + 1);
  expect(viewer.sink.version).toBe(2);
  viewer.set({ date: '2026-11-19' });
  await viewer.clock.advance(0);
  expect(viewer.server.fetches.at(-1)).toMatchObject({ topic: 'ACME/RATES/DAILY.20261119', reportTime: '' });
});

test('a cookie login is checked while paused, without the report, and hears how far behind it is', async () => {
  const viewer = await pollingViewer();
  viewer.session = { hasLicense: true, isCookieLogin: true };
  viewer.set({ live: false });
  viewer.server.publishCell(0, '7');
  const before = viewer.server.fetches.length;
  await viewer.clock.advance(4 * tick);
  expect(viewer.server.fetches.slice(before).map(({ returnReport }) => returnReport)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(viewer.sink.version).toBe(1);
  expect(viewer.status).toEqual({ state: 'paused', behind: 1 });
  viewer.set({ live: true });
  await viewer.clock.advance(tick);
  expect(viewer.sink.version).toBe(2);
});

test('a hidden tab rests and catches up at once when it shows', async () => {
  const viewer = await pollingViewer();
  viewer.isHidden.set(true);
  const before = viewer.server.fetches.length;
  viewer.server.publishCell(0, '7');
  await viewer.clock.advance(60_000);
  expect(viewer.server.fetches).toHaveLength(before);
  viewer.isHidden.set(false);
  await viewer.clock.advance(0);
  expect(viewer.sink.version).toBe(2);
});

test('another topic clears the screen at once, and an answer for the former one is dropped', async () => {
  const viewer = await pollingViewer();
  viewer.loop.refresh();
  viewer.set({ topic: undefined });
  expect(viewer.sink.heard.at(-1)).toBe('clear');
  await viewer.clock.advance(10 * tick);
  expect(viewer.sink.heard.at(-1)).toBe('clear');
  expect(viewer.status).toEqual({ state: 'waiting' });
});

test('a broken line is told, polled ever more slowly, and left behind once it is mended', async () => {
  const viewer = await pollingViewer();
  viewer.server.calls = 'down';
  await viewer.clock.advance(tick);
  expect(viewer.status).toEqual({ state: 'reconnecting' });
  await viewer.clock.advance(limits.lineFinding);
  expect(viewer.status).toEqual({ state: 'disconnected' });
  const before = viewer.server.fetches.length;
  await viewer.clock.advance(60_000);
  expect(viewer.server.fetches.length - before).toBeLessThan(20);
  expect(viewer.status).toEqual({ state: 'disconnected' });
  viewer.server.calls = 'up';
  viewer.server.publishCell(0, '7');
  await viewer.clock.advance(limits.pollRetry.most + 11 * tick);
  expect(viewer.status).toEqual({ state: 'live' });
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
});

test('an answer that does not come is never live for long, and is given up', async () => {
  const viewer = await pollingViewer();
  viewer.server.calls = 'hanging';
  await viewer.clock.advance(limits.lineTruth + 2 * tick);
  expect(viewer.status).toEqual({ state: 'reconnecting' });
  await viewer.clock.advance(limits.callAnswer);
  expect(viewer.status).toEqual({ state: 'disconnected' });
  viewer.server.calls = 'up';
  await viewer.clock.advance(limits.callAnswer + limits.pollRetry.most);
  expect(viewer.status).toEqual({ state: 'live' });
});

test('an ended session clears what is shown and logs out', async () => {
  const viewer = await pollingViewer();
  viewer.server.beforeReport = () => refuse({ status: 401, code: 'not_signed_in', message: 'Log in first' });
  await viewer.clock.advance(tick);
  expect(viewer.sink.heard.at(-1)).toBe('clear');
  expect(viewer.told).toEqual(['logged out']);
});

test('an answer with logout logs out, one without a report and without a seat asks for the seat', async () => {
  const viewer = await pollingViewer();
  viewer.server.beforeReport = () => ({ logout: true });
  await viewer.clock.advance(tick);
  expect(viewer.told).toEqual(['logged out']);
  viewer.server.beforeReport = () => ({ nodiff: true });
  viewer.set({ date: '2026-11-18' });
  await viewer.clock.advance(0);
  expect(viewer.told).toEqual(['logged out', 'license lost']);
});

test('who lost the seat is not told that what is shown is the newest, and asks for the seat', async () => {
  const viewer = await pollingViewer();
  await viewer.clock.advance(tick);
  expect(viewer.status).toEqual({ state: 'live' });
  viewer.server.calls = 'down';
  await viewer.clock.advance(limits.lineTruth + tick);
  viewer.server.calls = 'up';
  viewer.server.beforeReport = () => ({ nodiff: true, hasLicense: false });
  viewer.loop.refresh();
  await viewer.clock.advance(tick);
  expect([viewer.status.state, viewer.told]).toEqual(['catching-up', ['license lost']]);
});

test('who may release what waits hears of it though it waited before', async () => {
  const { server, sink, clock, loop } = await pollingViewer();
  const waitingUtc = '2026-11-23T14:32:05.000Z';
  server.beforeReport = () => ({ nodiff: true, waitingUtc });
  await clock.advance(tick);
  expect([sink.waitingUtc, sink.mayRelease]).toEqual([waitingUtc, undefined]);
  server.beforeReport = () => ({ nodiff: true, waitingUtc, mayRelease: true });
  await clock.advance(tick);
  expect([sink.waitingUtc, sink.mayRelease]).toEqual([waitingUtc, true]);
  expect(loop.status.getSnapshot()).toEqual({ state: 'live' });
});

test('a check alone tells what waits, and what waits no more', async () => {
  const viewer = await pollingViewer();
  viewer.session = { hasLicense: true, isCookieLogin: true };
  viewer.set({ live: false });
  const waitingUtc = '2026-11-23T14:32:05.000Z';
  viewer.server.beforeReport = () => ({ nodiff: true, version: 1, waitingUtc });
  await viewer.clock.advance(tick);
  expect([viewer.server.fetches.at(-1)?.returnReport, viewer.sink.waitingUtc]).toEqual([false, waitingUtc]);
  viewer.server.beforeReport = () => ({ nodiff: true, version: 1 });
  await viewer.clock.advance(tick);
  expect(viewer.sink.waitingUtc).toBeUndefined();
});

test('a page that cannot be unpacked is logged and empty, the others are shown', async () => {
  const viewer = await pollingViewer();
  viewer.server.beforeReport = () => ({ pages: ['H4sIbroken', '<p>x</p>'], version: 9, time: timeOf(9) });
  await viewer.clock.advance(tick);
  await viewer.clock.advance(tick);
  await expect.poll(() => viewer.sink.pages.map(({ html }) => html)).toEqual(['', '<p>x</p>']);
  expect(viewer.told).toContain('A page cannot be unpacked');
});

test('a poll that finds nothing newer still tells since when a publish waits, and when it waits no more', async () => {
  const { server, sink, clock } = await pollingViewer();
  const waitingUtc = '2026-11-23T14:32:05.000Z';
  server.beforeReport = () => ({ nodiff: true, waitingUtc });
  await clock.advance(tick);
  expect(sink.waitingUtc).toBe(waitingUtc);
  server.beforeReport = () => ({ nodiff: true });
  await clock.advance(tick);
  expect(sink.waitingUtc).toBeUndefined();
});
