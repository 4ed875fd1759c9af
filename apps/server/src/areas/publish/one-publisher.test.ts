import { limits } from '@sheetwire/contract/limits';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { expect, test } from 'vitest';
import { deskRig } from '../../testing/desk-rig.ts';
import { publisherOf, type TestPublisher } from '../../testing/publisher.ts';

const rig = deskRig();
const topic = 'ACME/DESK/ORDERS';

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly session?: string;
  readonly version?: number;
  readonly error?: { readonly code: string };
}

async function call(
  path: string,
  payload: object | Buffer,
  { bot = rig.desk.bot, session = '' } = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${bot.key}`, ...(session !== '' && { 'x-sheetwire-session': session }) };
  const method = payload instanceof Buffer ? 'PUT' : 'POST';
  const answer = await rig.server.app.fastify.inject({ method, url: `/api/v1/publish/${path}`, headers, payload });
  const { 'retry-after': retryAfter } = answer.headers;
  return { status: answer.statusCode, retryAfter: retryAfter?.toString(), ...answer.json<object>() };
}

async function open(instanceId: string, { standby = false, bot }: { standby?: boolean; bot?: TestPublisher } = {}) {
  const more = standby ? { standby } : {};
  return call('open/', { topics: [topic], instanceId, ...more }, { ...(bot && { bot }) });
}

const book = () => Buffer.from(buildXlsx({ sheets: [{ name: 'Prices', body: cellsXml([[1], [2]]) }] }));
const put = (session: string) => call(`workbook/${topic}`, book(), { session });
const set = (value: number, session = '') =>
  call('values/', { topic, sheets: [{ name: 'Prices', cells: [['A1', value]] }] }, { session });
const over = { status: 409, error: { code: 'taken_over' } };

test('who names a session publishes while it holds the lease, and nothing once another took over', async () => {
  const { session: first = '' } = await open('first');
  expect((await put(first)).status).toBe(200);
  expect((await set(5, first)).status).toBe(200);
  const { session: second = '' } = await open('second');
  expect(await set(6, first)).toMatchObject(over);
  expect(await put(first)).toMatchObject(over);
  expect(await call('report/', { topic, pages: [{ name: 'P', html: '<p>x</p>' }] }, { session: first })).toMatchObject(
    over,
  );
  expect(await call('cells/', { topic, baseVersion: 1, cells: [] }, { session: first })).toMatchObject(over);
  expect((await set(7, second)).status).toBe(200);
  expect(await rig.desk.shown()).toContain('>7<');
});

test('a session is of one credential, and of the reports that it was opened for', async () => {
  const { session = '' } = await open('own');
  const other = await publisherOf(rig.server, 'ACME/other-desk');
  const body = { topic: 'ACME/DESK/ELSEWHERE', pages: [{ name: 'P', html: '<p>x</p>' }] };
  expect(await call('report/', body, { session })).toMatchObject(over);
  expect(await call('values/', { topic, sheets: [] }, { bot: other, session })).toMatchObject({ status: 403 });
  expect(await set(1, 'no session')).toMatchObject(over);
  expect((await set(8)).status).toBe(200);
});

test('a standby takes over when the lease has ended, and each publish renews it', async () => {
  const { session = '' } = await open('main');
  expect(await open('spare', { standby: true })).toMatchObject({ status: 409, error: { code: 'lease_held' } });
  expect((await open('main', { standby: true })).status).toBe(200);
  const { session: own = '' } = await open('main');
  expect(await set(9, session)).toMatchObject(over);
  rig.server.clock.move(limits.publisherLease - 2000);
  expect((await set(10, own)).status).toBe(200);
  rig.server.clock.move(limits.publisherLease - 1000);
  const held = await open('spare', { standby: true });
  expect(held).toMatchObject({ status: 409, error: { code: 'lease_held' }, retryAfter: '1' });
  rig.server.clock.move(1001);
  const { status, session: spare = '' } = await open('spare', { standby: true });
  expect(status).toBe(200);
  expect(await set(11, own)).toMatchObject(over);
  expect((await set(12, spare)).status).toBe(200);
});
