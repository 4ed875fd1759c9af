import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { personDn, personEntry, type Slapd, withSlapd } from '../../../../../scripts/test/slapd.ts';
import { asManager, locked } from '../../directory/testing/acme-directory.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const START = 60_000;
const secret = 'the word of the proxy';
const disabled = { pwdAccountLockedTime: '000001010000Z' };
let slapd: Slapd;
let server: TestApp;
beforeAll(async () => {
  slapd = await withSlapd([
    personEntry('jane'),
    personEntry('other'),
    personEntry('early'),
    personEntry('away', disabled),
    personEntry('away.new', disabled),
  ]);
  const proxy = {
    SHEETWIRE_PROXY_USER_HEADER: 'X-Remote-User',
    SHEETWIRE_PROXY_SECRET: secret,
    SHEETWIRE_TRUSTED_PROXIES: '127.0.0.1',
    SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST=ACME',
  };
  server = await startTestApp({ ...slapd.settings, ...proxy }, { directoryEvery: 50 });
  const { directory } = server.stores;
  await vi.waitFor(async () => expect((await directory.state())?.fullAt ?? 0).toBeGreaterThan(0), { timeout: 15_000 });
}, START);
afterAll(async () => {
  await server.stop();
  await slapd.stop();
}, START);

/** Who a browser is after the proxy named somebody. */
async function comesIn(user: string): Promise<unknown> {
  const answer = await server.app.fastify.inject({
    method: 'POST',
    url: '/api/v1/accounts/username/',
    headers: { 'sec-fetch-site': 'same-origin', 'x-remote-user': user, 'x-sheetwire-proxy-secret': secret },
  });
  return answer.json().user;
}

function account(name: string, adUser: string | null): Promise<User> {
  return server.addUser(`ACME/${name}`, 'a long password', { adUser: adUser && branded<'User'>(`ACME/${adUser}`) });
}

test('an account that is associated with somebody else is not opened by its name', async () => {
  await account('jane', 'other');
  expect(await comesIn('jane@ACME.TEST')).toBe('');
});

test('the directory is asked about whoever comes by Windows, also where the account knows nothing of it', async () => {
  await account('away', null);
  expect(await comesIn('away@ACME.TEST')).toBe('');
  await account('nobody', null);
  expect(await comesIn('nobody@ACME.TEST')).toBe('');
  await account('other', null);
  expect(await comesIn('other@ACME.TEST')).toBe('ACME/other');
});

test('an account is made only for an enabled person of the directory', async () => {
  expect(await comesIn('away.new@ACME.TEST')).toBe('');
  expect(await comesIn('stranger@ACME.TEST')).toBe('');
});

test('an account that was made by a ticket before there was a directory ends with its person from then on', async () => {
  const early = await server.addUser('ACME/early', '', { passwordHash: null, adUser: null });
  expect(await comesIn('early@ACME.TEST')).toBe(early);
  expect(await server.stores.users.get(early)).toMatchObject({ adUser: early });
  expect(await server.stores.sessions.listOf(early)).toHaveLength(1);
  await asManager(slapd, (client) => client.modify(personDn('early'), [locked]));
  await expect.poll(() => server.stores.sessions.listOf(early), { timeout: 15_000 }).toEqual([]);
});
