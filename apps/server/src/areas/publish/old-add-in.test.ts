import { afterAll, beforeAll, expect, test } from 'vitest';
import { withBearer } from '../../testing/test-app.ts';
import { type GuardedDesk, guardedDesk, sheet } from '../guard/testing/guarded-report.ts';

const listed = 'ACME/OLD/LISTED';
const open = 'ACME/FREE/OPEN';

let desk: GuardedDesk;
const bearers = new Map<string, string>();
let waiting = 0;
beforeAll(async () => {
  desk = await guardedDesk();
  const publish = (topic: string, value: string) =>
    desk.bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(value) }] });
  await publish(listed, '1');
  await publish(open, '1');
  await desk.guarded(listed, [{ kind: 'errors', action: 'hold' }]);
  await desk.lists(listed, ['ACME/boss'], ['ACME/bot', 'ACME/boss']);
  const { body } = await publish(listed, '#REF!');
  waiting = (body.held as { version: number }).version;
  for (const version of ['1.1.9', '1.2.0']) {
    const { token } = await desk.boss.call('tokens/newtoken/', {});
    const { credential } = await desk.boss.call('tokens/exchange/', { token, app: '', instanceId: version, version });
    bearers.set(version, String(credential));
  }
});
afterAll(() => desk.server.stop());

const ask = (version: string, path: string, body: object) =>
  withBearer(desk.server, bearers.get(version) ?? '', { path, body });

test('an add-in below 1.2.0 sees and keeps no rules of a report that has admins', async () => {
  const rules = [{ kind: 'errors', action: 'hold' }];
  for (const [path, body] of [
    ['publish/guard/', { topic: listed, sides: true }],
    ['publish/guard/', { topic: listed, rules: [] }],
    ['publish/guardtest/', { topic: listed, rules }],
  ] as const) {
    expect((await ask('1.1.9', path, body)).body).toEqual({ unauthorized: true });
  }
  expect((await ask('1.2.0', 'publish/guard/', { topic: listed, sides: true })).body).toMatchObject({ rules });
});

test('nor does it list such a report, or tell its publishes', async () => {
  const topicsFor = async (version: string) => {
    const { body } = await ask(version, 'publishing/reports/', {});
    return [body.reports.map(({ topic }: { topic: string }) => topic), body.total, body.places, body.waiting];
  };
  expect(await topicsFor('1.2.0')).toEqual([[open, listed], 2, ['ACME', listed], [listed]]);
  expect(await topicsFor('1.1.9')).toEqual([[open], 1, ['ACME'], undefined]);
  const told = (version: string, topic: string) => ask(version, 'publishing/report/', { topic });
  expect((await told('1.1.9', listed)).body).toMatchObject({ error: { code: 'version_too_old' } });
  expect((await told('1.1.9', open)).status).toBe(200);
  expect((await told('1.2.0', listed)).status).toBe(200);
});

test('nor does it reject or release what waits for approval there', async () => {
  for (const accept of [false, true]) {
    const answer = await ask('1.1.9', 'publish/release/', { topic: listed, version: waiting, accept });
    expect([answer.status, answer.body]).toMatchObject([403, { error: { code: 'version_too_old' } }]);
  }
  const released = await ask('1.2.0', 'publish/release/', { topic: listed, version: waiting, accept: true });
  expect([released.status, released.body]).toMatchObject([200, { changed: true }]);
});
