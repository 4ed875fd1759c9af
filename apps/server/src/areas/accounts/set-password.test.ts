import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lanes } from '#identity/lanes.ts';
import { runUserCommand } from '#identity/operator/user-command.ts';
import { browser, startTestApp, type TestApp } from '../../testing/test-app.ts';

const password = 'a long password';
const chosen = 'tractor beam umbrella';
const dead = { message: 'This link has expired or was already used; request a new one', pwdAlreadySet: true };
let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({ SHEETWIRE_PUBLIC_URL: 'https://reports.example' });
  await server.addUser('DEMO/jane', password, { email: 'jane@example.com' });
});
afterEach(() => server.stop());

/** Asks for a reset and answers the key of the mail. */
async function mailedKey(email = 'jane@example.com'): Promise<string> {
  await browser(server).call('accounts/resetpassword/', { email });
  const mail = (await server.mails()).at(-1);
  return /\/setpassword\?key=([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? 'no key';
}

async function look(key: string) {
  const answer = await server.app.fastify.inject({ url: `/api/v1/accounts/getuser/?key=${encodeURIComponent(key)}` });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

function set(emailKey: string, typed = chosen, user = 'DEMO/jane') {
  return browser(server).post('accounts/setpassword/', { user, emailKey, password: typed });
}

async function mayLogIn(typed: string, user = 'DEMO/jane'): Promise<boolean> {
  return (await browser(server).call('accounts/login/', { user, password: typed })).message === '';
}

test('a mailed link names its user as often as it is looked at, and sets the password once', async () => {
  const key = await mailedKey();
  for (let times = 0; times < 50; times++) {
    expect((await look(key)).body).toEqual({ user: 'DEMO/jane', hasAdAssoc: false, pwdAlreadySet: true });
  }
  expect((await set(key)).body).toEqual({ message: 'Your password is set. You can now log in.' });
  expect([await mayLogIn(chosen), await mayLogIn(password)]).toEqual([true, false]);
  expect((await look(key)).body).toEqual(dead);
  expect((await set(key, 'another good umbrella')).body).toEqual({ message: dead.message });
  expect(await mayLogIn(chosen)).toBe(true);
});

test('unknown, used and expired keys are answered alike', async () => {
  const [used, expired] = [await mailedKey(), await mailedKey()];
  server.clock.move(limits.resetPasswordKey);
  const answers = [used, expired, 'A'.repeat(43), 'nonsense', '', '../../x'.repeat(20)];
  for (const key of answers) expect(await look(key)).toMatchObject({ status: 200, body: dead });
});

test('the link begins with the public address, whatever host the request names, and its key is not stored in clear', async () => {
  await server.app.fastify.inject({
    method: 'POST',
    url: '/api/v1/accounts/resetpassword/',
    headers: { host: 'evil.example', 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
    payload: { email: 'jane@example.com' },
  });
  const [mail] = await server.mails();
  expect(mail).toMatchObject({ to: 'jane@example.com', subject: 'Reset your password for Sheetwire' });
  expect(mail?.text).toMatch(/^https:\/\/reports\.example\/setpassword\?key=[\w-]{43}$/m);
  expect(mail?.text).toContain('until 2026-11-21 10:00 UTC');
  const key = /key=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'none';
  expect(await server.stores.emailKeys.get(key)).toBeUndefined();
});

test('of two who use a key at the same moment one wins', async () => {
  const key = await mailedKey();
  const typed = ['tractor beam umbrella', 'walnut ferry marble'];
  const answers = await Promise.all(typed.map((one) => set(key, one)));
  const won = answers.map(({ body }) => body.message !== dead.message);
  expect(won.filter(Boolean)).toHaveLength(1);
  expect(await Promise.all(typed.map((one) => mayLogIn(one)))).toEqual(won);
});

test('a password that will not do is refused in words and the key still serves', async () => {
  const key = await mailedKey();
  for (const typed of ['short', 'password1234', 'jane likes umbrellas', 'x'.repeat(257)]) {
    const { status, body } = await set(key, typed);
    expect(status).toBe(200);
    expect(body.message).toMatch(/^(?:Use|Choose|Don)/);
  }
  expect((await set(key)).body.message).toMatch(/^Your password is set/);
});

test('whoever holds a key and posts many at once is refused beyond a few', async () => {
  const key = await mailedKey();
  const answers = await Promise.all(Array.from({ length: 20 }, () => set(key, 'qwertyuiop12')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(20 - 1 - limits.passwordCheck.perUser);
  expect((await set(key)).body.message).toMatch(/^Your password is set/);
});

test('a key serves nobody but its user', async () => {
  await server.addUser('DEMO/bob', password);
  const key = await mailedKey();
  expect((await set(key, chosen, 'DEMO/bob')).body).toEqual({ message: dead.message });
  expect([await mayLogIn(password), await mayLogIn(password, 'DEMO/bob')]).toEqual([true, true]);
  expect((await set(key, chosen, ' demo/JANE ')).body.message).toMatch(/^Your password is set/);
});

test('a new password ends every session and stored login, and its owner is told', async () => {
  const key = await mailedKey();
  const jane = browser(server);
  const { info } = await jane.call('accounts/login/', { user: 'DEMO/jane', password });
  await set(key);
  expect(await jane.call('accounts/username/')).toMatchObject({ user: '' });
  expect(await browser(server).call('accounts/infologin/', { userinfo: info })).toEqual({ info: '' });
  expect((await server.mails()).at(-1)).toMatchObject({
    to: 'jane@example.com',
    subject: 'Your password at Sheetwire was set',
    text: expect.stringContaining('https://reports.example/resetpassword'),
  });
  const [row] = await server.stores.audit.read({ limit: 1 });
  expect(row).toMatchObject({ actor: 'DEMO/jane', action: 'password reset by emailed link', address: '127.0.0.1' });
});

test('a later key ends the earlier one, and a set password every key of the user', async () => {
  const [first, second] = [await mailedKey(), await mailedKey()];
  expect((await look(first)).body).toEqual(dead);
  const jane = browser(server);
  await jane.call('accounts/login/', { user: 'DEMO/jane', password });
  await jane.call('accounts/changeemail/', { email: 'jane@elsewhere.example' });
  const mails = await server.mails();
  const emailKey = /emailkey=([\w-]{43})/.exec(mails.map(({ text }) => text).join())?.[1];
  await set(second);
  expect(await jane.call('accounts/confirmemail/', { key: emailKey })).toMatchObject({ success: false });
});

test('a key dies with the right of its user to come in', async () => {
  const key = await mailedKey();
  const jane = await server.stores.users.byShortName('jane');
  if (!jane) throw new Error('no jane');
  await server.stores.users.update(jane.name, { disabledAt: server.clock.now() });
  expect((await look(key)).body).toEqual(dead);
  expect((await set(key)).body).toEqual({ message: dead.message });
});

test('a link that was mailed before ends with the sessions of its user', async () => {
  const name = await server.stores.users.byShortName('jane').then((jane) => jane?.name);
  if (name === undefined) throw new Error('no jane');
  const jane = browser(server);
  await jane.call('accounts/login/', { user: name, password });
  await jane.call('accounts/changeemail/', { email: 'thief@elsewhere.example' });
  const emailKey = /emailkey=([\w-]{43})/.exec((await server.mails()).map(({ text }) => text).join())?.[1];
  expect((await jane.post('accounts/endsessions/')).status).toBe(200);
  expect(await jane.call('accounts/confirmemail/', { key: emailKey })).toMatchObject({ success: false });
  const key = await mailedKey();
  for (const disabled of [true, false])
    await runUserCommand(server.app.identity, { command: 'set', user: name, disabled });
  expect((await look(key)).body).toEqual(dead);
});

test('looks at keys from all addresses of a network stand in one line', async () => {
  const run = vi.spyOn(Lanes.prototype, 'run');
  for (const remoteAddress of ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2'])
    await server.app.fastify.inject({ url: `/api/v1/accounts/getuser/?key=${'k'.repeat(43)}`, remoteAddress });
  expect(run.mock.calls.map(([line]) => line)).toEqual(['2001:db8:0:1::/64', '2001:db8:0:1::/64']);
  run.mockRestore();
});
