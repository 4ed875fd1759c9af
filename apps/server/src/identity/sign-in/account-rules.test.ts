import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@sheetwire/contract/accounts';
import { allCalls } from '@sheetwire/contract/calls';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSecret } from '#secrets/secrets.ts';
import { parseSettings } from '#settings/settings.ts';
import { browser, startTestApp, type TestApp } from '#testing/test-app.ts';

const password = 'a long password';
const day = 24 * 3_600_000;
let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'DEMO/boss' });
});
afterEach(() => server.stop());

function mayLogIn(user: string, typed: string): Promise<boolean> {
  return browser(server)
    .call('accounts/login/', { user, password: typed })
    .then(({ message }) => message === '');
}

/** The file of the embedded store, as text. */
async function wholeStore(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'sheetwire-whole-store-'));
  try {
    const file = join(dir, 'store');
    await server.stores.backup(file);
    return await readFile(file, 'latin1');
  } finally {
    await rm(dir, { recursive: true });
  }
}

test('a fresh portal has no account: neither a default one nor that of a super administrator', async () => {
  expect(await server.stores.users.list()).toEqual([]);
  for (const typed of ['admin', 'password', 'boss', 'DEMO/boss'])
    expect(await mayLogIn('DEMO/boss', typed)).toBe(false);
});

test('passwords may not be allowed to be shorter than 8 characters', () => {
  for (const [length, faults] of [
    ['7', 1],
    ['8', 0],
  ] as const) {
    const read = parseSettings({ SHEETWIRE_PASSWORD_LENGTH: length });
    expect('faults' in read ? read.faults.length : 0).toBe(faults);
  }
});

test('an address that a client names itself does not get it around the throttle', async () => {
  await server.addUser('DEMO/ann', password);
  const statuses: number[] = [];
  for (let n = 0; n <= limits.loginFailures.perPair; n++) {
    const { statusCode } = await server.app.fastify.inject({
      method: 'POST',
      url: login.path,
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': `10.0.0.${n}`,
        'x-real-ip': `10.0.0.${n}`,
        forwarded: `for=10.0.0.${n}`,
      },
      payload: { user: 'DEMO/ann', password: 'wrong' },
    });
    statuses.push(statusCode);
  }
  expect(statuses).toEqual([...Array(limits.loginFailures.perPair).fill(200), 429]);
});

test('a password does not expire', async () => {
  await server.addUser('DEMO/ann', password);
  server.clock.move(3650 * day);
  expect(await mayLogIn('DEMO/ann', password)).toBe(true);
});

test('an account without a password is not let in by an empty one, nor by any other', async () => {
  await server.addUser('DEMO/new', password, { passwordHash: null });
  for (const typed of ['', ' ', 'null', 'undefined', password]) expect(await mayLogIn('DEMO/new', typed)).toBe(false);
});

test('a password is taken exactly as it was typed', async () => {
  const exact = '  Ärger mit Größen, 傘 und 👩‍🚀  ';
  await server.addUser('DEMO/ann', exact);
  const others = [exact.trim(), exact.toLowerCase(), exact.normalize('NFD'), exact.slice(0, -1), `${exact} `];
  for (const typed of others) expect(await mayLogIn('DEMO/ann', typed)).toBe(false);
  expect(await mayLogIn('DEMO/ann', exact)).toBe(true);
});

test('what is asked for by GET is only read', () => {
  const read = [...allCalls].filter(([, call]) => call.method === 'GET').map(([name]) => name);
  const known = ['accounts.getUserByKey', 'audit.auditCsv', 'live.stream', 'recoversettings.settingsDates'];
  expect(read.toSorted()).toEqual(known);
});

test('sessions, stored logins, tokens, credentials and keys are 256 bits of chance each, and none lies in the store', async () => {
  await server.addUser('DEMO/ann', password, { email: 'ann@example.com' });
  const secrets = new Set<string>();
  for (let times = 0; times < 5; times++) {
    const ann = browser(server);
    const { info } = await ann.call('accounts/login/', { user: 'DEMO/ann', password });
    const { token } = await ann.call('tokens/newtoken/');
    const sent = { token, app: 'Excel', instanceId: 'one', version: '1.2.0' };
    const { credential } = await ann.call('tokens/exchange/', sent);
    const { key } = await ann.call('tokens/apikeys/', { name: `robot ${times}` });
    for (const secret of [ann.cookie.split('=')[1], info, token, credential, key]) secrets.add(String(secret));
  }
  await browser(server).call('accounts/resetpassword/', { email: 'ann@example.com' });
  const mailed = /key=([\w-]+)\n/.exec((await server.mails()).at(-1)?.text ?? '')?.[1];
  secrets.add(String(mailed));
  expect(secrets.size).toBe(26);
  for (const secret of secrets) expect(secret).toMatch(/^(?:[a-z0-9]+[._])?(?:[\w-]+\.)?[\w-]{43}$/);
  const kept = await wholeStore();
  expect(kept).toContain(hashSecret(String(mailed)));
  for (const secret of [...secrets, password]) expect(kept.includes(secret.slice(-43))).toBe(false);
});

test('a page whose address holds a key tells no other site of it, and no cache keeps it', async () => {
  for (const url of ['/setpassword?key=abc', '/account?emailkey=abc', '/remote/setpassword?key=abc']) {
    const { statusCode, headers } = await server.app.fastify.inject(url);
    expect([statusCode, headers['referrer-policy'], headers['cache-control']]).toEqual([
      200,
      'no-referrer',
      'no-store',
    ]);
  }
});

test('of two who confirm a new address by one link at the same moment one wins', async () => {
  await server.addUser('DEMO/ann', password, { email: 'ann@example.com' });
  const ann = browser(server);
  await ann.call('accounts/login/', { user: 'DEMO/ann', password });
  await ann.call('accounts/changeemail/', { email: 'ann@elsewhere.example' });
  const texts = (await server.mails()).map(({ text }) => text).join('\n');
  const key = /emailkey=([\w-]{43})/.exec(texts)?.[1];
  const answers = await Promise.all([1, 2].map(() => browser(server).call('accounts/confirmemail/', { key })));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
});
