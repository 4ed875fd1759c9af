import { limits } from '@sheetwire/contract/limits';
import { applyOps } from '@sheetwire/page/ops';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type ControlDesk,
  controlDesk,
  grantControls,
  orderCells,
  orderPage,
  orders,
} from '../testing/control-desk.ts';
import { publisherOf, type TestPublisher } from '../testing/publisher.ts';
import { listen, StreamClient } from '../testing/stream-client.ts';
import { browser, type TestApp, type TestBrowser } from '../testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../testing/two-servers.ts';

const START = 60_000;
let servers: TwoServers;
let here: TestApp;
let there: TestApp;
let desk: ControlDesk;
/** The same viewer, signed in at the other server. */
let ann: TestBrowser;
let other: TestPublisher;
let stream: StreamClient;

beforeAll(async () => {
  servers = await startTwoServers();
  ({ here, there } = servers);
  desk = await controlDesk(here);
  other = await publisherOf(there, 'ACME/other');
  ann = browser(there);
  await ann.call('accounts/login/', { user: 'ACME/ann', password: 'correct horse battery' });
  await grantControls(here, { publishers: ['ACME/bot', 'ACME/other'] });
  stream = await StreamClient.open(await listen(here), { cookie: desk.vic.cookie });
}, START);
afterAll(async () => {
  stream.close();
  await servers.stop();
}, START);
beforeEach(() => {
  for (const server of [here, there]) server.clock.move(limits.publisherLease);
});

const done = { updated: true };

/** The publisher publishes at one server; the viewer's own knows the version once it was told. */
async function publish(more: object, cells?: readonly string[]): Promise<void> {
  const { version } = await desk.publish([orderPage(cells)], more);
  while (there.app.reporting.engine.head(orders)?.version !== version) {
    await there.app.reporting.engine.refresh(orders);
  }
}

test('the viewer of one server and the publisher of another reach each other', async () => {
  await publish({});
  const bot = await desk.connect();
  for (const [status, answer] of [['updated', done] as const, ['rejected', { updated: false }] as const]) {
    const polled = bot.poll();
    const used = desk.use('Region', 'South', ann);
    const { updates } = await polled;
    expect(updates).toMatchObject([{ name: 'Region', value: 'South', user: 'ACME/ann' }]);
    await bot.ack(status, updates[0]?.id ?? '');
    expect(await used).toEqual(answer);
  }
});

test('typing at one server is told to the publisher at another', async () => {
  const bot = await desk.connect();
  const polled = bot.poll();
  await desk.use('[IS_MID_EDIT]', 'true', ann);
  expect((await polled).body.midEdit).toEqual([orders]);
  const again = bot.poll();
  await desk.use('[IS_MID_EDIT]', 'false', ann);
  expect((await again).body.midEdit).toEqual([]);
});

test('a publisher that connects at one server ends the poll of the one before at another', async () => {
  const older = await desk.connect();
  const polled = older.poll();
  const newer = await desk.connect([orders], 'book 2', other);
  expect((await polled).status).toBe(409);
  const used = desk.use('Region', 'South');
  await newer.ack('updated', (await newer.poll()).updates[0]?.id ?? '');
  expect(await used).toEqual(done);
});

test('a value that is held at one server is shown at another, and handed to who connects there', async () => {
  await publish({ holdControls: true });
  const first = await here.app.reporting.engine.read(orders, (state) => ({
    version: state?.version ?? 0,
    pages: (state?.pages ?? []).map((page) => page.snapshot()),
  }));
  await stream.watch([{ topic: orders, version: first.version }]);
  expect(await desk.use('Comment', 'held <b>', ann)).toEqual(done);
  const steps = [await stream.next('delta')];
  expect(await desk.use('Run', 'clicked', ann)).toEqual(done);
  steps.push(await stream.next('delta'));
  const shown = applyOps(
    first.pages,
    steps.flatMap((step) => step.ops),
  ).map((page) => page.html);
  expect(shown.join('\n')).toBe(await desk.shown());
  expect(shown[0]).toContain('>held &lt;b&gt;</textarea>');

  const bot = await desk.connect();
  const { updates } = await bot.poll();
  expect(updates.map(({ name, value, held }) => ({ name, value, held }))).toEqual([
    { name: 'Comment', value: 'held <b>', held: true },
    { name: 'Run', value: 'clicked', held: true },
  ]);
  const [comment = '', run = ''] = updates.map(({ id }) => id);
  await bot.ack('updated', run);
  await bot.ack('rejected', comment);
  expect(await desk.shown(desk.vic)).toContain('>none</textarea>');
  const next = await desk.connect();
  expect((await next.poll(0)).updates).toEqual([]);
});

test('a value that was held at one server covers nothing newer when it is sent again at another', async () => {
  await publish({ holdControls: true });
  const send = (web: TestBrowser, controlVal: string, id: string) =>
    web.call('reports/oncontrolaction/', { topic: orders, attributeVal: 'Comment', controlVal, id });
  expect(await send(ann, 'older', '1')).toEqual(done);
  expect(await send(desk.ann, 'newer', '2')).toEqual(done);
  expect(await send(desk.ann, 'older', '1')).toEqual(done);
  expect(await desk.shown()).toContain('>newer</textarea>');
  await publish({ holdControls: false });
});

test('what was acknowledged is held until the publisher publishes the control anew', async () => {
  await publish({ holdControls: true });
  const bot = await desk.connect();
  const used = desk.use('Region', 'South', ann);
  await bot.ack('updated', (await bot.poll()).updates[0]?.id ?? '');
  expect(await used).toEqual(done);
  expect(await desk.shown()).toContain('<option selected="">South');
  expect((await (await desk.connect()).poll()).updates).toMatchObject([{ value: 'South', held: true }]);
  await publish({ holdControls: true }, orderCells('none'));
  expect(await desk.shown()).not.toContain('selected');
  expect((await (await desk.connect()).poll(0)).updates).toEqual([]);
});

test('a publisher that stops polling falls silent at both servers, and is heard again when it polls', async () => {
  const bot = await desk.connect();
  await bot.poll(0);
  await stream.watch([{ topic: orders, version: here.app.reporting.engine.head(orders)?.version ?? 0 }]);
  for (const server of [here, there]) server.clock.move(limits.publisherLease);
  await toldThat(true);
  await bot.poll(0);
  await toldThat(undefined);
});

/** Viewers are told, and who asks is told the same. */
async function toldThat(isSilent: true | undefined): Promise<void> {
  for (;;) {
    const event = await stream.next('publisher');
    const { publisherSilent } = await desk.vic.call('reports/report/', { topic: orders });
    if (event.isSilent === isSilent && publisherSilent === isSilent) return;
  }
}

/** The other server hears nothing of what is published here while this is done. */
async function unheard(work: () => Promise<void>): Promise<void> {
  const heard = vi.spyOn(there.app.reporting.engine, 'follow').mockResolvedValue();
  try {
    await work();
  } finally {
    heard.mockRestore();
  }
}

test('a control that was just published at one server is taken at another that has not heard of it', async () => {
  await publish({ holdControls: true });
  // What is in memory there is read once: later versions come by word alone.
  expect(await desk.shown(ann)).toContain('"Comment"');
  await unheard(async () => {
    const fresh = orderCells().map((cell) => cell.replace('"Comment"', '"Fresh"').replace('>South<', '>West<'));
    await desk.publish([orderPage(fresh)], { holdControls: true });
    expect(await desk.use('Fresh', 'first', ann)).toEqual(done);
    expect(await desk.use('Region', 'West', ann)).toEqual(done);
    expect(await desk.shown(ann)).toContain('>first</textarea>');
    expect(await desk.use('Comment', 'gone', ann)).toEqual({ updated: false, skip_retry: true });
  });
});

test('a right to interact that was just given at one server counts at another that has not heard of it', async () => {
  await publish({ holdControls: true });
  const { reporting } = here.app;
  await grantControls(here, { interactors: [] });
  while (!(await desk.use('Comment', 'x', ann)).unauthorized) await there.app.reporting.rightsChanged();
  const told = vi.spyOn(reporting, 'tellRights').mockResolvedValue();
  await grantControls(here, { publishers: ['ACME/bot', 'ACME/other'] });
  expect(told).toHaveBeenCalled();
  told.mockRestore();
  expect(await desk.use('[IS_MID_EDIT]', 'false', ann)).toEqual(done);
  expect(await desk.use('Comment', 'mine', ann)).toEqual(done);
  await reporting.rightsChanged();
});

test('calls that are refused share their look at the store', async () => {
  const stamps = vi.spyOn(there.stores.rightsChanges, 'stamps');
  const heads = vi.spyOn(there.stores.reports, 'head');
  const asked = Array.from({ length: 10 }, () => desk.use('Nothing', 'x', ann));
  for (const answer of await Promise.all(asked)) expect(answer).toEqual({ updated: false, skip_retry: true });
  for (const { calls } of [stamps.mock, heads.mock]) {
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.length).toBeLessThan(6);
  }
  vi.restoreAllMocks();
});
