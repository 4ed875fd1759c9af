import { limits } from '@sheetwire/contract/limits';
import { parseUser } from '@sheetwire/rules/principal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UserChange } from '#ports/users.ts';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const password = 'a long password';
const dead = { success: false, message: 'This link has expired or was already used; request a new one' };
let server: TestApp;
let jane: TestBrowser;
beforeEach(async () => {
  server = await startTestApp({ SHEETWIRE_PUBLIC_URL: 'https://reports.example' });
  await server.addUser('DEMO/jane', password, { email: 'jane@example.com' });
  await server.addUser('DEMO/bob', password, { email: 'bob@example.com' });
  jane = await signedIn('jane');
});
afterEach(() => server.stop());

async function signedIn(name: string): Promise<TestBrowser> {
  const visitor = browser(server);
  await visitor.call('accounts/login/', { user: `DEMO/${name}`, password });
  return visitor;
}

const change = (email: unknown, by = jane) => by.call('accounts/changeemail/', { email });
const confirm = (key: string, by = browser(server)) => by.call('accounts/confirmemail/', { key });

/** The keys mailed so far, the latest last. */
async function keys(): Promise<string[]> {
  const mails = await server.mails();
  return mails.flatMap(
    ({ text }) => /^https:\/\/reports\.example\/account\?emailkey=([\w-]{43})$/m.exec(text)?.[1] ?? [],
  );
}

async function latestKey(): Promise<string> {
  return (await keys()).at(-1) ?? 'no key';
}

function updateJane(update: UserChange) {
  const name = parseUser('DEMO/jane');
  if (name === undefined) throw new Error('no name');
  return server.stores.users.update(name, update);
}

async function emailOf(by: TestBrowser): Promise<unknown> {
  return (await by.call('accounts/emaildetails/')).email;
}

test('a new address counts once its link is opened, and both addresses are told', async () => {
  expect(await change(' Jane.New@Example.com ')).toEqual({
    success: true,
    message:
      'An email with a link to confirm the address is queued for Jane.New@Example.com. Open the link: the address changes then.',
  });
  expect((await server.mails()).map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    'Jane.New@Example.com: Confirm your email address for Sheetwire',
    'jane@example.com: Email address change requested at Sheetwire',
  ]);
  expect(await emailOf(jane)).toBe('jane@example.com');
  const key = await latestKey();
  expect(await confirm(key, jane)).toEqual({
    success: true,
    message: 'Your email address is now Jane.New@Example.com.',
  });
  expect(await emailOf(jane)).toBe('Jane.New@Example.com');
  const told = (await server.mails()).filter(
    ({ subject }) => subject === 'Your email address at Sheetwire was changed',
  );
  expect(told.map(({ to }) => to).toSorted()).toEqual(['Jane.New@Example.com', 'jane@example.com']);
  expect(await confirm(key)).toEqual(dead);
  const actions = (await server.stores.audit.read({ limit: 10 })).map(({ action, before, after }) => [
    action,
    before,
    after,
  ]);
  expect(actions).toContainEqual(['email changed', 'jane@example.com', 'Jane.New@Example.com']);
});

test('a taken address is answered and mailed like a free one, and cannot be used', async () => {
  const [free, taken] = [await change('free@example.com'), await change('BOB@example.com')];
  expect(JSON.stringify(taken).replace('BOB', 'free')).toBe(JSON.stringify(free));
  expect(await confirm(await latestKey())).toEqual({
    success: false,
    message: 'BOB@example.com is already in use; choose another address',
  });
  expect(await emailOf(jane)).toBe('jane@example.com');
});

test.each([
  ['the present address', 'JANE@example.com', 'This is already the current email address'],
  ['no address', 'nonsense', 'nonsense is not a valid email address'],
  ['none at all', '', ' is not a valid email address'],
  ['a password', 'tractor beam umbrella@is.password', 'tractor beam umbrella@is.password is not a valid email address'],
])('%s is refused', async (_, email, message) => {
  expect(await change(email)).toEqual({ success: false, message });
  expect(await server.mails()).toEqual([]);
});

test.each<[string, UserChange]>([
  ['whose address the directory keeps', { adUser: 'CORP/jane' }],
  ['who may not', { canChangeEmail: false }],
  ['with a password account', { email: 'sealed@is.password' }],
  ['without an address', { email: '' }],
])('a user %s changes no address, before or after the mail', async (_, update) => {
  await change('new@example.com');
  const key = await latestKey();
  await updateJane(update);
  expect(await change('other@example.com')).toMatchObject({ success: false });
  if (update.email !== '') expect(await confirm(key)).toEqual(dead);
});

test('the link of one user is not for another who is logged in, and stays good', async () => {
  await change('new@example.com');
  const key = await latestKey();
  expect(await confirm(key, await signedIn('bob'))).toEqual({
    success: false,
    message: 'Log out first; this link is not for DEMO/bob',
  });
  expect(await confirm(key)).toMatchObject({ success: true });
});

test('a link serves for an hour, and only the latest one', async () => {
  await change('one@example.com');
  const first = await latestKey();
  await change('two@example.com');
  const second = await latestKey();
  expect(await confirm(first)).toEqual(dead);
  server.clock.move(limits.changeEmailKey);
  expect(await confirm(second)).toEqual(dead);
  for (const key of ['', 'A'.repeat(43)]) expect(await confirm(key)).toEqual(dead);
});

test('a key for one thing does nothing else', async () => {
  await change('new@example.com');
  const emailKey = await latestKey();
  await browser(server).call('accounts/resetpassword/', { email: 'jane@example.com' });
  const resetKey = /setpassword\?key=([\w-]{43})/.exec((await server.mails()).at(-1)?.text ?? '')?.[1] ?? 'none';
  expect(await confirm(resetKey)).toEqual(dead);
  const typed = { user: 'DEMO/jane', emailKey, password: 'tractor beam umbrella' };
  expect(await browser(server).call('accounts/setpassword/', typed)).toEqual({ message: dead.message });
});

test('a changed address ends the links that went to the old one', async () => {
  await browser(server).call('accounts/resetpassword/', { email: 'jane@example.com' });
  const resetKey = /setpassword\?key=([\w-]{43})/.exec((await server.mails()).at(-1)?.text ?? '')?.[1] ?? 'none';
  await change('new@example.com');
  await confirm(await latestKey());
  const typed = { user: 'DEMO/jane', emailKey: resetKey, password: 'tractor beam umbrella' };
  expect(await browser(server).call('accounts/setpassword/', typed)).toEqual({ message: dead.message });
});

test('a user asks for five changes an hour', async () => {
  for (let n = 0; n < limits.emailChanges.most; n++)
    expect(await change(`n${n}@example.com`)).toMatchObject({ success: true });
  expect(await change('more@example.com')).toMatchObject({
    success: false,
    message: expect.stringContaining('an hour'),
  });
  expect(await keys()).toHaveLength(limits.emailChanges.most);
});
