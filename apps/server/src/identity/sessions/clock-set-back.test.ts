import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browser, startTestApp, type TestApp, withBearer } from '#testing/test-app.ts';

const password = 'a long password';
const year = 365 * 24 * 60 * 60_000;
const userOf = async (made: ReturnType<typeof browser>) => (await made.call('accounts/usernameremote/')).user;
let server: TestApp;
/** The clock is a year ahead, and is set right by the test. */
beforeEach(async () => {
  server = await startTestApp();
  await server.addUser('DEMO/jane', password, { email: 'jane@example.com' });
  server.clock.move(year);
});
afterEach(() => server.stop());

async function signedIn() {
  const jane = browser(server);
  const { info } = await jane.call('accounts/login/', { user: 'DEMO/jane', password });
  return { jane, info };
}

test('a session and a stored login of a time to come are over', async () => {
  const { jane, info } = await signedIn();
  server.clock.move(-year);
  expect(await userOf(jane)).toBe('');
  expect(await browser(server).call('accounts/infologin/', { userinfo: info })).toEqual({ info: '' });
});

test('the grace of a stored login is no longer than it is', async () => {
  const { info } = await signedIn();
  await browser(server).call('accounts/infologin/', { userinfo: info });
  server.clock.move(-limits.storedInfoGrace - 1);
  expect(await browser(server).call('accounts/infologin/', { userinfo: info })).toEqual({ info: '' });
});

test('a token, a credential and a mailed link of a time to come are over', async () => {
  const { jane } = await signedIn();
  const exchange = (token: unknown) =>
    withBearer(server, 'none', {
      path: 'tokens/exchange/',
      body: { token, app: 'x', instanceId: 'i', version: '1.2.0' },
    });
  const [first, second] = [await jane.call('tokens/newtoken/'), await jane.call('tokens/newtoken/')];
  const { credential } = (await exchange(first.token)).body;
  await jane.call('accounts/resetpassword/', { email: 'jane@example.com' });
  const key = /key=([\w-]{43})/.exec((await server.mails()).at(-1)?.text ?? '')?.[1] ?? '';
  const look = async () => (await server.app.fastify.inject(`/api/v1/accounts/getuser/?key=${key}`)).json();
  expect(await look()).toMatchObject({ user: 'DEMO/jane' });
  server.clock.move(-year);
  expect((await exchange(second.token)).status).toBe(401);
  const topics = { path: 'viewtopics/topicsdetails/', body: { currnumtopics: 0 } };
  expect((await withBearer(server, String(credential), topics)).status).toBe(401);
  expect(await look()).not.toHaveProperty('user');
});
