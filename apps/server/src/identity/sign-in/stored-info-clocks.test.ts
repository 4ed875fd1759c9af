import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser, startTestApp, type TestApp } from '#testing/test-app.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';

const START = 60_000;
const password = 'a long password';

let postgres: PostgresServer;
let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  postgres = await withPostgres();
  here = await startTestApp({}, { databaseUrl: postgres.url });
  there = await startTestApp({}, { databaseUrl: postgres.url, storeClock: here.clock });
  there.clock.move(limits.storedInfoIdle + 60 * 60 * 1000);
}, START);
afterAll(async () => {
  await here.stop();
  await there.stop();
  await postgres.stop();
}, START);

test('a stored login goes from a server to one whose clock is a month ahead and back, and two tabs share it', async () => {
  await here.addUser('ACME/jane', password);
  const { info } = await browser(here).call('accounts/login/', { user: 'ACME/jane', password });
  const use = (server: TestApp, userinfo: unknown) =>
    browser(server).call('accounts/infologin/', { userinfo: String(userinfo) });
  const next = await use(there, info);
  expect(next.info).toMatch(/^v1\./);
  // The other tab started with the same one, and reaches the other server.
  expect(await use(here, info)).toEqual(next);
  const last = await use(here, next.info);
  expect(last.info).toMatch(/^v1\./);
  expect(await use(there, next.info)).toEqual(last);
  const actions = (await here.stores.audit.read({ limit: 20 })).map(({ action }) => action);
  expect(actions).not.toContain('stored login replayed');
});
