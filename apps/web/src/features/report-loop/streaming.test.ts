import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { pageOf, topic } from './test-server.ts';
import { liveViewer, pollingViewer, TestViewer } from './test-viewer.ts';

const tick = limits.reportPollTick;

test('with a stream the report is fetched once and then follows by deltas', async () => {
  const { server, sink, clock, loop } = await liveViewer();
  for (let n = 0; n < 5; n++) server.publishCell(0, `n${n}`);
  await clock.advance(tick);
  expect(sink.heard).toEqual(['show 1', 'apply 2', 'apply 3', 'apply 4', 'apply 5', 'apply 6']);
  expect(sink.pages).toEqual(server.pages);
  expect(server.fetches).toHaveLength(1);
  expect(loop.status.getSnapshot()).toEqual({ state: 'live' });
});

test('a stream that was cut for 30 s resumes by deltas without a fetch', async () => {
  const viewer = await liveViewer();
  viewer.server.streams = 'down';
  viewer.server.calls = 'down';
  viewer.server.cut();
  expect(viewer.status).toEqual({ state: 'reconnecting' });
  await viewer.clock.advance(limits.streamDetect + 2 * tick);
  expect(viewer.status).toEqual({ state: 'disconnected' });
  for (let n = 0; n < 30; n++) {
    viewer.server.publishCell(1, `n${n}`);
    await viewer.clock.advance(800);
  }
  viewer.server.streams = 'up';
  viewer.server.calls = 'up';
  const before = viewer.server.fetches.length;
  await viewer.clock.advance(limits.streamRetry.cut.most + limits.pollRetry.most);
  expect(viewer.status).toEqual({ state: 'live' });
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
  expect(viewer.sink.heard.slice(-2)).toEqual(['apply 30', 'apply 31']);
  expect(viewer.server.fetches.slice(before).filter(({ returnReport }) => returnReport)).toEqual([]);
});

test('a short cut costs a check of the rights and no report', async () => {
  const viewer = await liveViewer();
  viewer.server.streams = 'down';
  viewer.server.cut();
  viewer.server.publishCell(0, '7');
  await viewer.clock.advance(1000);
  viewer.server.streams = 'up';
  await viewer.clock.advance(3000);
  expect(viewer.sink.heard).toEqual(['show 1', 'apply 2']);
  expect(viewer.status).toEqual({ state: 'live' });
  expect(viewer.server.fetches.map(({ returnReport }) => returnReport)).toEqual([true, false]);
});

test('a change that no delta can say is fetched, once for many', async () => {
  const viewer = await liveViewer();
  for (let n = 0; n < 10; n++) viewer.server.publishWhole(`w${n}`);
  await viewer.clock.advance(0);
  expect(viewer.server.fetches.length).toBeLessThanOrEqual(3);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
  viewer.server.publishCell(0, 'after');
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
});

test('a delta that leaves versions out is asked for again from the shown version', async () => {
  const viewer = await liveViewer();
  viewer.server.line.isClosed = true;
  viewer.server.publishCell(0, 'lost');
  viewer.server.line.isClosed = false;
  viewer.server.publishCell(1, 'seen');
  await viewer.clock.advance(0);
  expect(viewer.sink.heard).toEqual(['show 1', 'apply 2', 'apply 3']);
  expect(viewer.server.fetches).toHaveLength(1);
});

test('a delta that does not fit what is shown leads to a fetch', async () => {
  const viewer = await liveViewer();
  viewer.sink.pages = [{ html: pageOf('x', 'y').replace('<td>y</td>', ''), styles: [] }];
  viewer.server.publishCell(1, '9');
  await viewer.clock.advance(0);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
  expect(viewer.server.fetches).toHaveLength(2);
});

test('a pause keeps what is shown and counts the versions behind; going on takes the deltas', async () => {
  const viewer = await liveViewer();
  viewer.set({ live: false });
  for (let n = 0; n < 3; n++) viewer.server.publishCell(0, `n${n}`);
  await viewer.clock.advance(10_000);
  expect(viewer.status).toEqual({ state: 'paused', behind: 3 });
  expect(viewer.sink.version).toBe(1);
  viewer.set({ live: true });
  await viewer.clock.advance(0);
  expect(viewer.sink.heard).toEqual(['show 1', 'apply 2', 'apply 3', 'apply 4']);
  expect(viewer.status).toEqual({ state: 'live' });
  expect(viewer.server.fetches).toHaveLength(1);
});

test('a paused report jumps to now, stays paused there, and counts on from there', async () => {
  const viewer = await liveViewer();
  viewer.set({ live: false });
  for (let n = 0; n < 3; n++) viewer.server.publishCell(0, `n${n}`);
  await viewer.clock.advance(1000);
  viewer.loop.refresh();
  await viewer.clock.advance(0);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
  expect(viewer.status).toEqual({ state: 'paused', behind: 0 });
  viewer.server.publishCell(0, 'later');
  await viewer.clock.advance(60_000);
  expect(viewer.sink.version).toBe(4);
  expect(viewer.status).toEqual({ state: 'paused', behind: 1 });
});

test('going on after a change that no delta can say fetches', async () => {
  const viewer = await liveViewer();
  viewer.set({ live: false });
  viewer.server.publishWhole('w');
  viewer.server.publishCell(0, 'x');
  await viewer.clock.advance(10_000);
  expect(viewer.status).toEqual({ state: 'paused', behind: 2 });
  expect(viewer.server.fetches).toHaveLength(1);
  viewer.set({ live: true });
  await viewer.clock.advance(0);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
});

test('nothing moves under the hands of a user who types; afterwards the deltas follow', async () => {
  const viewer = await liveViewer();
  viewer.set({ isMidEntry: true });
  viewer.server.publishCell(0, '7');
  await viewer.clock.advance(1000);
  expect(viewer.sink.version).toBe(1);
  expect(viewer.status).toEqual({ state: 'held', behind: 1, by: 'entry' });
  viewer.set({ isMidEntry: false });
  await viewer.clock.advance(0);
  expect(viewer.sink.heard).toEqual(['show 1', 'apply 2']);
});

test('nothing moves under a press; afterwards the deltas follow', async () => {
  const viewer = await liveViewer();
  viewer.set({ isPressed: true });
  viewer.server.publishCell(0, '7');
  await viewer.clock.advance(100);
  expect([viewer.sink.version, viewer.status]).toEqual([1, { state: 'live' }]);
  viewer.set({ isPressed: false });
  await viewer.clock.advance(0);
  expect(viewer.sink.heard).toEqual(['show 1', 'apply 2']);
});

test('a fetch that waits for a user who types does not leave the screen live', async () => {
  const viewer = await liveViewer();
  viewer.set({ isMidEntry: true });
  viewer.server.publishWhole('7');
  await viewer.clock.advance(tick);
  expect(viewer.status).toEqual({ state: 'held', behind: 1, by: 'entry' });
  viewer.set({ isMidEntry: false });
  await viewer.clock.advance(tick);
  expect(viewer.status).toEqual({ state: 'live' });
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
});

test('a hidden tab takes nothing and catches up by deltas when it shows', async () => {
  const viewer = await liveViewer();
  viewer.isHidden.set(true);
  for (let n = 0; n < 100; n++) viewer.server.publishCell(0, `n${n}`);
  await viewer.clock.advance(60_000);
  expect(viewer.sink.version).toBe(1);
  viewer.isHidden.set(false);
  await viewer.clock.advance(0);
  expect(viewer.sink.version).toBe(101);
  expect(viewer.server.fetches).toHaveLength(1);
});

test('a viewer who loses the right gets the empty report at once, also while paused or hidden', async () => {
  for (const rest of ['live', 'paused', 'hidden'] as const) {
    const viewer = await liveViewer();
    if (rest === 'paused') viewer.set({ live: false });
    if (rest === 'hidden') viewer.isHidden.set(true);
    viewer.server.setRights(false);
    await viewer.clock.advance(0);
    expect(viewer.sink.pages).toEqual([]);
  }
});

test('a report that may be viewed again, or is published for the first time, appears and is followed', async () => {
  const viewer = await liveViewer();
  viewer.server.setRights(false);
  await viewer.clock.advance(0);
  viewer.server.setRights(true);
  await viewer.clock.advance(0);
  viewer.server.publishCell(0, '7');
  await viewer.clock.advance(0);
  expect(viewer.sink.heard.slice(-3)).toEqual(['show 0', 'show 1', 'apply 2']);
});

test('rights that were lost while the line was down are found with the line', async () => {
  const viewer = await liveViewer();
  viewer.server.streams = 'down';
  viewer.server.cut();
  viewer.server.setRights(false);
  await viewer.clock.advance(1000);
  viewer.server.streams = 'up';
  await viewer.clock.advance(3000);
  expect(viewer.sink.pages).toEqual([]);
});

test('rights that came back while the line was down are found with the line', async () => {
  const viewer = await liveViewer();
  viewer.server.setRights(false);
  await viewer.clock.advance(0);
  viewer.server.streams = 'down';
  viewer.server.cut();
  viewer.server.setRights(true);
  await viewer.clock.advance(1000);
  expect(viewer.sink.pages).toEqual([]);
  viewer.server.streams = 'up';
  await viewer.clock.advance(3000);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
});

test('a report without pages is fetched again once it has some, and not over and over until then', async () => {
  const viewer = await liveViewer();
  const empty = { pages: [], pageNames: [], time: 'no_time', version: 0, styles: [], nodiff: false };
  viewer.server.beforeReport = () => empty;
  viewer.server.publishWhole('removed');
  await viewer.clock.advance(60_000);
  expect(viewer.server.fetches.length).toBeLessThan(5);
  expect(viewer.sink.pages).toEqual([]);
  viewer.server.beforeReport = undefined;
  viewer.server.publishCell(0, 'again');
  await viewer.clock.advance(0);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
});

test('news of another topic are not taken for this one', async () => {
  const { server, sink, clock } = await liveViewer();
  server.line.send('changed', { topic: 'ACME/OTHER/X', version: 9 });
  server.line.send('rights', { topic: 'ACME/OTHER/X' });
  await clock.advance(tick);
  expect(server.fetches).toHaveLength(1);
  expect(sink.heard).toEqual(['show 1']);
});

test('a snapshot is fetched once and does not follow the live report, its rights are watched', async () => {
  const viewer = await liveViewer();
  viewer.set({ date: '2026-11-19' });
  await viewer.clock.advance(0);
  const before = viewer.server.fetches.length;
  viewer.server.publishCell(0, '7');
  viewer.server.publishWhole('w');
  await viewer.clock.advance(60_000);
  expect(viewer.server.fetches).toHaveLength(before);
  expect(viewer.status.state).toBe('snapshot');
  viewer.server.setRights(false);
  await viewer.clock.advance(0);
  expect(viewer.sink.pages).toEqual([]);
});

test('a snapshot that is taken comes to the calendar at once, the report stays as it is', async () => {
  const viewer = await liveViewer();
  const { server, sink, clock } = viewer;
  server.beforeReport = () => ({ nodiff: true, snapshotDates: ['2026-11-21'] });
  server.line.send('admin', { kind: 'dates', gropic: 'ACME/OTHER/X' });
  await clock.advance(tick);
  expect(sink.dates).toEqual([]);
  server.line.send('admin', { kind: 'dates', gropic: topic });
  await clock.advance(tick);
  expect(sink.dates).toEqual(['2026-11-21']);
  expect(sink.heard).toEqual(['show 1']);
  server.beforeReport = undefined;
  server.publishCell(0, '7');
  await clock.advance(tick);
  expect(sink.pages).toEqual(server.pages);
});

test('a newer version that does not come in time is not live', async () => {
  const viewer = await liveViewer();
  viewer.server.calls = 'hanging';
  viewer.server.publishWhole('w');
  await viewer.clock.advance(limits.liveGrace - tick);
  expect(viewer.status).toEqual({ state: 'live' });
  await viewer.clock.advance(3 * tick);
  expect(viewer.status).toEqual({ state: 'catching-up', behind: 1 });
});

test('an answer that lags behind the news is asked for again no faster than polling would', async () => {
  const viewer = await liveViewer();
  viewer.server.beforeReport = () => ({ nodiff: true });
  viewer.server.publishWhole('w');
  await viewer.clock.advance(2000);
  expect(viewer.server.fetches.length).toBeLessThanOrEqual(2 + 2000 / tick);
  viewer.server.beforeReport = undefined;
  await viewer.clock.advance(2 * tick);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
});

test('versions that a crash lost give way to what the server holds', async () => {
  const viewer = await liveViewer();
  viewer.server.line.send('delta', { topic, from: 1, to: 40, time: '20261121120000040', ops: [[0, 'c', 0, 'lost']] });
  expect(viewer.sink.version).toBe(40);
  viewer.server.cut();
  await viewer.clock.advance(2000);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
  expect(viewer.status).toEqual({ state: 'live' });
});

test('a publisher that kept a rhythm and falls silent is named, and live again when it is heard', async () => {
  const viewer = await liveViewer();
  for (let n = 0; n < 5; n++) {
    viewer.server.publishCell(0, `n${n}`);
    await viewer.clock.advance(1000);
  }
  const lastAt = viewer.clock.now() - 1000;
  await viewer.clock.advance(59_000);
  expect(viewer.status).toEqual({ state: 'live' });
  await viewer.clock.advance(2000);
  expect(viewer.status).toEqual({ state: 'publisher-silent', sinceUtc: new Date(lastAt).toISOString() });
  viewer.server.line.send('publisher', { topic, seenUtc: new Date(viewer.clock.now()).toISOString() });
  expect(viewer.status).toEqual({ state: 'live' });
});

test('behind a proxy that buffers the viewer polls, and moves to the stream once there is one', async () => {
  const viewer = await pollingViewer();
  await viewer.clock.advance(limits.streamDetect);
  viewer.server.publishCell(0, '7');
  await viewer.clock.advance(tick);
  expect(viewer.sink.version).toBe(2);
  expect(viewer.status).toEqual({ state: 'live' });
  viewer.server.streams = 'up';
  await viewer.clock.advance(2 * limits.streamRetry.muted.most);
  const before = viewer.server.fetches.length;
  viewer.server.publishCell(0, '8');
  await viewer.clock.advance(10_000);
  expect(viewer.server.fetches).toHaveLength(before);
  expect(viewer.sink.heard.at(-1)).toBe('apply 3');
});

test('what the browser cannot draw yet is neither shown nor called live, and is the newest once it can', async () => {
  const viewer = new TestViewer();
  const { promise, resolve } = Promise.withResolvers<void>();
  viewer.ready = () => promise;
  viewer.set();
  await viewer.clock.advance(tick);
  viewer.server.publishCell(0, 'meanwhile');
  await viewer.clock.advance(tick);
  expect([viewer.sink.heard, viewer.status]).toEqual([[], { state: 'waiting' }]);
  resolve();
  await viewer.clock.advance(tick);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
  expect(viewer.status).toEqual({ state: 'live' });
});

test('a script for drawing that never comes is asked for again', async () => {
  const viewer = new TestViewer();
  let asked = 0;
  viewer.ready = () => (++asked > 1 ? undefined : new Promise(() => undefined));
  viewer.set();
  await viewer.clock.advance(limits.callAnswer + limits.pollRetry.most);
  expect(asked).toBe(2);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
});

test('a report that could not be shown is told, is not called live, and is fetched whole again', async () => {
  const viewer = await liveViewer();
  const { show } = viewer.sink;
  viewer.sink.show = () => {
    throw new TypeError('rows is undefined');
  };
  viewer.server.publishWhole('whole');
  await viewer.clock.advance(0);
  expect(viewer.told).toEqual(['A report could not be shown']);
  expect(viewer.status.state).not.toBe('live');
  viewer.sink.show = show;
  await viewer.clock.advance(limits.pollRetry.most);
  expect(viewer.sink.pages).toEqual(viewer.server.pages);
  expect(viewer.status).toEqual({ state: 'live' });
});
