import type { User } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { personDn, personEntry, type Slapd, withSlapd } from '../../../../../scripts/test/slapd.ts';
import { asManager, locked } from '../../directory/testing/acme-directory.ts';
import { type SsoSite, startSsoSite } from './testing/sso-visitor.ts';

const START = 60_000;
const soon = { timeout: 15_000, interval: 20 };
const disabled = { pwdAccountLockedTime: '000001010000Z' };
let slapd: Slapd;
let site: SsoSite;
beforeAll(async () => {
  slapd = await withSlapd([
    ...['early', 'own', 'renamed', 'lost'].map((uid) => personEntry(uid)),
    personEntry('away', disabled),
  ]);
  site = await startSsoSite(slapd.settings, {}, { directoryEvery: 50 });
  const { directory } = site.server.stores;
  await vi.waitFor(async () => expect((await directory.state())?.fullAt ?? 0).toBeGreaterThan(0), soon);
  for (const name of ['early', 'own', 'away', 'guest', 'lost']) {
    site.provider.people.set(`s-${name}`, { preferred_username: name });
  }
}, START);
afterAll(async () => {
  await site.stop();
  await slapd.stop();
}, START);

/** As single sign-on made it before there was a directory. */
const early = (name: string): Promise<User> =>
  site.server.addUser(`ACME/${name}`, '', { passwordHash: null, adUser: null });
const adUserOf = async (name: User) => (await site.server.stores.users.get(name))?.adUser;

test('an account that was made before there was a directory ends with its person from the next login on', async () => {
  const name = await early('early');
  expect(await site.visitor().signIn('s-early')).toBe('/');
  expect(await adUserOf(name)).toBe(name);
  await asManager(slapd, (client) => client.modify(personDn('early'), [locked]));
  await expect.poll(() => site.server.stores.sessions.listOf(name), soon).toEqual([]);
  expect(await site.visitor().signIn('s-early')).toBe('/login?sso=refused');
});

test('such an account does not open for a person who is disabled in the directory', async () => {
  const name = await early('away');
  expect(await site.visitor().signIn('s-away')).toBe('/login?sso=refused');
  expect(await adUserOf(name)).toBeNull();
  expect(site.lines).toContain('single sign-on refused: ACME/away is not enabled in the directory');
});

test('an account that was added for somebody whom the directory does not know stays theirs', async () => {
  const name = await early('guest');
  expect(await site.visitor().signIn('s-guest')).toBe('/');
  expect(await adUserOf(name)).toBeNull();
});

test('an account with a password of its own stays one of this portal', async () => {
  const name = await site.server.addUser('ACME/own', 'a long password');
  const own = site.visitor();
  await own.call('accounts/login/', { user: 'ACME/own', password: 'a long password' });
  expect(await own.signIn('s-own')).toBe('/');
  expect(await adUserOf(name)).toBeNull();
});

test('a subject that the provider calls otherwise now is not taken for the person of its former name', async () => {
  site.provider.people.set('s-renamed', { preferred_username: 'newcomer' });
  const name = await early('renamed');
  const { clock, stores } = site.server;
  const link = { issuer: site.provider.issuer, subject: 's-renamed', user: name, createdAt: clock.now() };
  await stores.identityLinks.add(link, { actor: '', action: 'x', object: name, at: clock.now(), address: '' });
  expect(await site.visitor().signIn('s-renamed')).toBe('/');
  expect(await adUserOf(name)).toBeNull();
});

test('an account that was given to another person is not taken back by the name of the one before', async () => {
  site.provider.people.set('s-handed', { preferred_username: 'handed' });
  const name = await early('handed');
  expect(await site.visitor().signIn('s-handed')).toBe('/');
  const { users, identityLinks } = site.server.stores;
  const giveTo = async (adUser: string) => {
    const from = await users.get(name);
    if (from === undefined) throw new Error(`no ${name}`);
    const note = { actor: '', action: 'x', object: name, at: site.server.clock.now(), address: '' };
    expect(await users.edit(name, { from, change: { adUser }, note })).toBe('done');
  };
  await giveTo('ACME/own');
  // Nobody had it before as a directory person: whoever was linked stays so.
  expect(await site.visitor().signIn('s-handed')).toBe('/');
  await giveTo('ACME/renamed');
  expect(await site.visitor().signIn('s-handed')).toBe('/login?sso=password');
  expect(await identityLinks.of(name)).toEqual([]);
});

test('while the directory is down and the copy too old, its people do not come in and others do', async () => {
  await early('lost');
  await slapd.crash();
  site.server.clock.move(25 * 3_600_000);
  // The provider's clock goes with the portal's.
  const ahead = 25 * 3600;
  site.provider.forge = ({ iat = 0, exp = 0, ...claims }) =>
    site.provider.sign({ ...claims, iat: iat + ahead, exp: exp + ahead });
  expect(await site.visitor().signIn('s-lost')).toBe('/login?sso=refused');
  expect(await site.visitor().signIn('s-guest')).toBe('/');
});
