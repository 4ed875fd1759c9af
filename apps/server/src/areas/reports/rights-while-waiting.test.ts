import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ControlDesk, controlDesk, grantControls, orderPage, orders } from '../../testing/control-desk.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let desk: ControlDesk;
beforeAll(async () => {
  server = await startTestApp();
  desk = await controlDesk(server);
  await desk.publish([orderPage()], { holdControls: true });
});
beforeEach(() => grantControls(server, {}));
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.stop());

const nobody = () => grantControls(server, { viewers: [], interactors: [] });

/** The report is read no sooner than `meanwhile` is done. */
function readAfter(meanwhile: () => Promise<void>): void {
  const { engine } = server.app.reporting;
  const read = engine.read.bind(engine);
  vi.spyOn(engine, 'read').mockImplementationOnce(async (topic, take) => {
    await meanwhile();
    return read(topic, take);
  });
}

test('a report that is waited for shows nothing once the right to view it is gone', async () => {
  const ask = { topic: orders, reportTime: '' };
  readAfter(nobody);
  const answer = await desk.vic.call('reports/report/', ask);
  expect(answer).toEqual(await desk.vic.call('reports/report/', ask));
  expect(answer).toMatchObject({ pages: [], version: 0, snapshotDates: [] });
});

test('who only asks for news learns nothing of a report once the right to view it is gone', async () => {
  const { engine } = server.app.reporting;
  const refresh = engine.refresh.bind(engine);
  const ask = { topic: orders, reportTime: '99991231235959999', returnReport: false };
  expect(await desk.vic.call('reports/report/', ask)).toMatchObject({ nodiff: true, version: expect.any(Number) });
  vi.spyOn(engine, 'refresh').mockImplementationOnce(async (topic) => {
    await nobody();
    return refresh(topic);
  });
  expect(await desk.vic.call('reports/report/', ask)).toEqual(await desk.vic.call('reports/report/', ask));
});

test('a snapshot that is waited for shows nothing once the right to view it is gone', async () => {
  const ask = { topic: `${orders}.20261112`, reportTime: '' };
  const { snapshots, reports } = server.stores;
  const report = await reports.newest(orders);
  if (report) await snapshots.capture({ topic: orders, date: '2026-11-12', capturedAt: 1, report });
  expect(await desk.vic.call('reports/report/', ask)).toMatchObject({ shownDate: '2026-11-12' });
  const head = snapshots.head.bind(snapshots);
  vi.spyOn(snapshots, 'head').mockImplementationOnce(async (topic, date) => {
    await nobody();
    return head(topic, date);
  });
  const answer = await desk.vic.call('reports/report/', ask);
  expect(answer).toEqual(await desk.vic.call('reports/report/', ask));
  expect(answer).toMatchObject({ pages: [], snapshotDates: [] });
});

test('the page that a report opens with shows nothing of it once the right to view it is gone', async () => {
  const open = () =>
    server.app.fastify.inject({ url: `/${orders}`, headers: { cookie: desk.vic.cookie, accept: 'text/html' } });
  expect((await open()).body).toContain('data-control');
  readAfter(nobody);
  expect((await open()).body).not.toContain('data-control');
});

test('a control that is used reaches nobody once the right to use it is gone', async () => {
  const { session, poll } = await desk.connect();
  readAfter(nobody);
  expect(await desk.use('Comment', 'late')).toEqual({ unauthorized: true });
  await grantControls(server, {});
  expect([session === '', (await poll(0)).updates]).toEqual([false, []]);
  await desk.publish([orderPage()], { holdControls: true });
});

test('a value is not held once the right to set it is gone', async () => {
  const { reports } = server.stores;
  const { engine } = server.app.reporting;
  const hold = engine.hold.bind(engine);
  vi.spyOn(engine, 'hold').mockImplementationOnce(async (topic, work) => {
    await nobody();
    return hold(topic, work);
  });
  const append = vi.spyOn(reports, 'append');
  server.clock.move(10 * 60_000);
  expect(await desk.use('Comment', 'late')).toEqual({ unauthorized: true });
  expect(append).not.toHaveBeenCalled();
});
