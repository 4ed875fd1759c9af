import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { LocalBus } from '#live/bus/local.ts';
import { parseSettings } from '#settings/settings.ts';
import { openStores } from '#storage/open-stores.ts';
import { newGropic, session as newSession, user } from '#storage/suite/builders.ts';
import { lineTo } from '../../../../scripts/test/lines/frozen-line.ts';
import { groupDn, personDn, type Slapd, withSlapd } from '../../../../scripts/test/slapd.ts';
import { browser, startTestApp, type TestApp } from '../testing/test-app.ts';
import { LdapSource } from './ldap/ldap-source.ts';
import { openDirectory } from './open-directory.ts';
import { acmeEntries, asManager, locked, set, unlocked } from './testing/acme-directory.ts';

const START = 60_000;
const soon = { timeout: 15_000, interval: 20 };
const password = 'correct horse battery staple';
const hour = 3_600_000;
let passwordHash: string | undefined;

let slapd: Slapd;
let shared: TestApp;
let own: TestApp | undefined;
beforeAll(async () => {
  slapd = await withSlapd(acmeEntries());
  shared = await portal();
}, START);
afterEach(async () => {
  await own?.stop();
  own = undefined;
});
afterAll(async () => {
  await shared?.stop();
  await slapd.stop();
}, START);

const acme = branded<'Entity'>('ACME');
const name = (short: string) => branded<'User'>(`ACME/${short}`);

/** A portal that looks at the directory many times a second, its first copy made. */
async function portal(settings: Record<string, string> = {}): Promise<TestApp> {
  const server = await startTestApp({ ...slapd.settings, ...settings }, { directoryEvery: 50 });
  const { stores } = server;
  await vi.waitFor(async () => expect((await stores.directory.state())?.fullAt ?? 0).toBeGreaterThan(0), soon);
  return server;
}

async function withAccount({ stores, app }: TestApp, short: string, account = short): Promise<User> {
  passwordHash ??= await app.identity.passwords.hash(password);
  const record = user(name(account), { adUser: name(short), passwordHash });
  expect(await stores.users.create(record)).toBe(true);
  return record.name;
}

async function signedIn(app: TestApp, account: string) {
  const made = browser(app);
  const answer = await made.call('accounts/login/', { user: `ACME/${account}`, password });
  return { ...made, isIn: answer.info !== '', isStillIn: async () => (await who(made)) !== '' };
}

async function who(made: ReturnType<typeof browser>): Promise<unknown> {
  return (await made.call('accounts/usernameremote/', {})).user;
}

const change = (dn: string, ...changes: Parameters<typeof set>[] | [typeof locked]) =>
  asManager(slapd, (client) =>
    client.modify(
      dn,
      changes.map((one) => (Array.isArray(one) ? set(...one) : one)),
    ),
  );

const sourceAt = async (url: string, caFile = slapd.certificates.caFile) =>
  new LdapSource({
    ...slapd,
    url,
    ca: await readFile(caFile, 'utf8'),
    clock: { now: () => Date.now() },
  });

describe('the copy', () => {
  test('everybody and every group is copied, members through groups in a circle too', async () => {
    const app = shared;
    const copy = await app.stores.directory.copy();
    expect([copy.people.length, copy.groups.length]).toEqual([5000, 300]);
    expect(copy.groups.find((group) => group.name === 'ACME/EVERYBODY HERE')?.members).toHaveLength(2000);
    // The rights are worked out beside the copy.
    const principals = () => app.app.reporting.viewing.rights().holder(name('u0001')).principals;
    await expect.poll(() => principals().size, soon).toBe(14);
    expect(principals().has(branded<'Group'>('ACME/RING5'))).toBe(true);
  });

  test('what is none of ours changes nothing: one change is one write', async () => {
    const { directory } = shared.stores;
    const before = await directory.generation();
    await change(personDn('u4998'), ['description', 'on holiday']);
    await change(personDn('u4999'), ['mail', 'moved@acme.example']);
    await expect.poll(async () => (await directory.person(name('u4999')))?.email, soon).toBe('moved@acme.example');
    await change(personDn('u4997'), ['mail', 'moved.too@acme.example']);
    await expect.poll(async () => (await directory.person(name('u4997')))?.email, soon).toBe('moved.too@acme.example');
    expect(await directory.generation()).toBe(before + 2);
  });

  test('who joins or leaves a group gains or loses its rights at once', async () => {
    const app = shared;
    const ring = branded<'Group'>('ACME/RING0');
    const isIn = () => app.app.reporting.viewing.rights().holder(name('u4000')).principals.has(ring);
    const members = [groupDn('ring1'), personDn('u0001')];
    await change(groupDn('ring0'), ['member', ...members, personDn('u4000')]);
    await expect.poll(isIn, soon).toBe(true);
    await change(groupDn('ring0'), ['member', ...members]);
    await expect.poll(isIn, soon).toBe(false);
  });

  test('a group that is deleted takes its rights along, and another one that gets its name has none of them', async () => {
    const { perms, groups } = shared.stores;
    const team = branded<'Group'>('ACME/TEAM200');
    const gropic = newGropic();
    const lists = { viewers: [team], publishers: [], interactors: [], admins: [name('u0001')] };
    await perms.save({ gropic, ...lists, version: 0 }, 0);
    await asManager(slapd, async (client) => {
      await client.del(groupDn('team200'));
      await client.add(groupDn('team200'), { objectClass: 'groupOfNames', cn: 'team200', member: personDn('u0002') });
    });
    await expect.poll(async () => (await groups.get(team))?.members, soon).toEqual(['ACME/u0002']);
    expect((await perms.get(gropic))?.viewers).toEqual([]);
  });
});

describe('accounts of people in the directory', () => {
  test('a disabled person is out at once with everything of theirs, and comes back by signing in again', async () => {
    const app = shared;
    const user = await withAccount(app, 'u0010');
    const session = await signedIn(app, 'u0010');
    await session.call('tokens/apikeys/', { name: 'nightly' });
    expect([session.isIn, (await app.stores.tokens.keysOf(user)).length]).toEqual([true, 1]);
    const from = performance.now();
    await change(personDn('u0010'), locked);
    await expect.poll(session.isStillIn, soon).toBe(false);
    expect(performance.now() - from).toBeLessThan(limits.directory.every);
    expect(await app.stores.tokens.keysOf(user)).toEqual([]);
    expect((await signedIn(app, 'u0010')).isIn).toBe(false);
    expect((await app.stores.audit.read({ limit: 5 })).map((row) => row.action)).toContain(
      'user disabled by the directory',
    );
    await change(personDn('u0010'), unlocked);
    await expect.poll(async () => (await app.stores.users.get(user))?.disabledAt, soon).toBeNull();
    expect(await session.isStillIn()).toBe(false);
    expect((await signedIn(app, 'u0010')).isIn).toBe(true);
  });

  test('an account that was disabled here stays so, whatever the directory says', async () => {
    const app = shared;
    const user = await withAccount(app, 'u0011');
    await app.stores.users.update(user, { disabledAt: 7 });
    await change(personDn('u0011'), locked);
    await expect.poll(async () => (await app.stores.directory.person(user))?.isDisabled, soon).toBe(true);
    await change(personDn('u0011'), unlocked);
    await expect.poll(async () => (await app.stores.directory.person(user))?.isDisabled, soon).toBe(false);
    expect((await app.stores.users.get(user))?.disabledAt).toBe(7);
  });

  test('the email of an account follows the directory', async () => {
    const app = shared;
    const user = await withAccount(app, 'u0012');
    await change(personDn('u0012'), ['mail', 'new.name@acme.example']);
    await expect.poll(async () => (await app.stores.users.get(user))?.email, soon).toBe('new.name@acme.example');
  });

  test('who is taken out of the directory, or out of the base, is out although nothing changed for those who stay', async () => {
    const app = shared;
    await Promise.all([withAccount(app, 'u0013'), withAccount(app, 'u0014')]);
    const sessions = [await signedIn(app, 'u0013'), await signedIn(app, 'u0014')];
    // Others have sessions too: two of two who are gone would be doubted.
    for (const short of Array.from({ length: 9 }, (_, n) => `u01${n + 10}`)) {
      await app.stores.sessions.open(newSession(await withAccount(app, short)));
    }
    await asManager(slapd, (client) => client.del(personDn('u0013')));
    await expect.poll(() => sessions[0]?.isStillIn(), soon).toBe(false);
    await asManager(slapd, (client) => client.modifyDN(personDn('u0014'), 'uid=u0014,ou=left,dc=acme,dc=test'));
    await expect.poll(() => sessions[1]?.isStillIn(), soon).toBe(false);
  });

  test('somebody else who is given the name of a person who left does not come into their account', async () => {
    const app = shared;
    const user = await withAccount(app, 'u0015');
    const session = await signedIn(app, 'u0015');
    await expect.poll(() => app.stores.directory.hasUnbound(acme), soon).toBe(false);
    await asManager(slapd, async (client) => {
      await client.del(personDn('u0015'));
      const entry = { objectClass: 'inetOrgPerson', uid: 'u0015', cn: 'Another', sn: 'Person' };
      await client.add(personDn('u0015'), entry);
    });
    await expect.poll(session.isStillIn, soon).toBe(false);
    await expect.poll(async () => (await app.stores.users.get(user))?.disabledAt ?? null, soon).not.toBeNull();
    expect((await signedIn(app, 'u0015')).isIn).toBe(false);
  });
});

describe('super administrators', () => {
  test('are those of the group, of groups in it, and accounts of theirs; leaving it counts at once', async () => {
    own = await portal({ SHEETWIRE_SUPER_ADMIN_GROUP: 'ACME/Portal Admins' });
    const app = own;
    await withAccount(app, 'u0003', 'third');
    await app.addUser('ACME/u0002', password);
    const { isSuperAdmin } = app.app.identity;
    await expect.poll(() => isSuperAdmin(name('third')), soon).toBe(true);
    await expect.poll(() => isSuperAdmin(name('u0002')), soon).toBe(false);
    expect([isSuperAdmin(name('u0003')), isSuperAdmin(name('u0001'))]).toEqual([true, false]);
    await change(groupDn('Operators'), ['member', groupDn('Portal Admins')]);
    await expect.poll(() => isSuperAdmin(name('third')), soon).toBe(false);
    await change(groupDn('Operators'), ['member', groupDn('Portal Admins'), personDn('u0003')]);
  });
});

describe('a directory that is down, slow or not to be trusted', () => {
  test('down: the copy answers for a day, then nobody of it comes in; it says so once and when it is back', async () => {
    const app = shared;
    await withAccount(app, 'u0020');
    await slapd.crash();
    const fault = async () => (await app.stores.directory.state())?.fault;
    await expect.poll(fault, soon).toContain('cannot be reached');
    expect((await signedIn(app, 'u0020')).isIn).toBe(true);
    app.clock.move(limits.directory.copyKept + hour);
    expect((await signedIn(app, 'u0020')).isIn).toBe(false);
    await slapd.restart();
    await expect.poll(fault, soon).toBe('');
    app.clock.move(limits.directory.live.pause);
    expect((await signedIn(app, 'u0020')).isIn).toBe(true);
    const rows = (await app.stores.audit.read({ limit: 20 })).map(({ action }) => action);
    const outages = rows.filter((action) => action.includes('sync'));
    expect(outages.slice(0, 2)).toEqual(['directory sync resumed', 'directory sync failed']);
  });

  test('slow: a sign-in waits no longer than it may, the next not at all, and a stop does not wait', async () => {
    const line = await lineTo(slapd.port);
    own = await portal({ SHEETWIRE_LDAP_URL: `ldap://127.0.0.1:${line.port}` });
    const app = own;
    await withAccount(app, 'u0021');
    line.freeze();
    const from = performance.now();
    expect((await signedIn(app, 'u0021')).isIn).toBe(true);
    expect(performance.now() - from).toBeLessThan(limits.directory.live.wait + 3000);
    const again = performance.now();
    expect((await signedIn(app, 'u0021')).isIn).toBe(true);
    expect(performance.now() - again).toBeLessThan(2000);
    const stopping = performance.now();
    await app.stop();
    own = undefined;
    expect(performance.now() - stopping).toBeLessThan(2000);
    await line.stop();
  });

  test('a certificate of a stranger: nothing is read, one line says what to set', async () => {
    own = await startTestApp(
      { ...slapd.settings, SHEETWIRE_LDAP_CA_FILE: slapd.certificates.strangerFile },
      { directoryEvery: 50 },
    );
    const { stores } = own;
    await expect.poll(async () => (await stores.directory.state())?.fault, soon).toContain('SHEETWIRE_LDAP_CA_FILE');
    await withAccount(own, 'u0001');
    expect((await signedIn(own, 'u0001')).isIn).toBe(false);
  });

  test.each([
    ['TLS from the first byte', () => slapd.secureUrl],
    ['StartTLS', () => slapd.url],
  ])('%s is encrypted with the authority that was named, and with no other', async (_, url) => {
    const trusted = await sourceAt(url());
    expect(await trusted.describe(AbortSignal.timeout(START))).toContain('answers (LDAP)');
    const stranger = await sourceAt(url(), slapd.certificates.strangerFile);
    await expect(stranger.describe(AbortSignal.timeout(START))).rejects.toThrow('is not trusted');
  });

  test.each([
    ['a wrong password', { bindPassword: 'wrong' }, 'refused SHEETWIRE_LDAP_BIND_DN'],
    ['an account that is no distinguished name', { bindDn: 'ACME\\svc' }, 'check that SHEETWIRE_LDAP_BIND_DN is'],
    ['no password', { bindPassword: '' }, 'SHEETWIRE_LDAP_BIND_PASSWORD is empty'],
    ['a base that is not there', { userBase: 'ou=none,dc=acme,dc=test' }, 'SHEETWIRE_LDAP_USER_BASE'],
    ['a base that is no name', { userBase: 'people' }, 'SHEETWIRE_LDAP_USER_BASE'],
    ['a base without people', { userBase: 'ou=empty,dc=acme,dc=test' }, 'no one was found under ou=empty'],
    ['nobody listens', { url: 'ldap://127.0.0.1:1' }, 'cannot be reached'],
  ])('%s is told in one line', async (_, wrong, line) => {
    const ca = await readFile(slapd.certificates.caFile, 'utf8');
    const source = new LdapSource({ ...slapd, ca, clock: { now: () => 0 }, ...wrong });
    await expect(source.describe(AbortSignal.timeout(START))).rejects.toThrow(line);
  });

  test.each([
    ['TLS at a port without it', () => slapd.url.replace('ldap:', 'ldaps:')],
    ['no TLS at a port with it', () => slapd.secureUrl.replace('ldaps:', 'ldap:')],
  ])('%s is told as such', async (_, url) => {
    const source = await sourceAt(url());
    const words = 'check the port, and whether it is one for ldaps:// or ldap://';
    await expect(source.describe(AbortSignal.timeout(START))).rejects.toThrow(words);
  });
});

test('of two servers one copies and both know; when it goes the other takes over', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-two-'));
  const stores = await openStores({ databaseUrl: '', dataDir });
  const clock = { now: () => Date.now() };
  const settings = parseSettings({ ...slapd.settings, SHEETWIRE_SUPER_ADMIN_GROUP: 'ACME/OPERATORS' });
  if ('faults' in settings) throw new Error(settings.faults.join());
  const heard: string[] = [];
  const open = async (server: string) => {
    const chance = { bytes: (count: number) => randomBytes(count) };
    const deps = { stores, bus: new LocalBus(), clock, chance, every: 50 };
    const directory = await openDirectory(settings.settings, deps);
    directory.start({
      ended: async (user) => void heard.push(`${server} ends ${user}`),
      changed: () => undefined,
      rightsChanged: async () => void heard.push(`${server} rights`),
      outage: (line) => heard.push(line),
      say: (_, line) => void heard.push(line.startsWith('the directory was read') ? `${server} read` : line),
      onFault: (error) => heard.push(String(error)),
    });
    return directory;
  };
  const [first, second] = [await open('first'), await open('second')];
  const isSuper = () => [first.isSuperAdmin(name('u0030')), second.isSuperAdmin(name('u0030'))];
  await expect.poll(() => heard.filter((line) => line.endsWith('read')), soon).toHaveLength(1);
  const [leader] = heard.map((line) => line.split(' ')[0]);
  await change(groupDn('Operators'), ['member', personDn('u0003'), personDn('u0030')]);
  await expect.poll(isSuper, soon).toEqual([true, true]);
  await (leader === 'first' ? first : second).close();
  await expect.poll(() => heard.filter((line) => line.endsWith('read')), soon).toHaveLength(2);
  await change(groupDn('Operators'), ['member', personDn('u0003')]);
  await expect.poll(() => (leader === 'first' ? second : first).isSuperAdmin(name('u0030')), soon).toBe(false);
  expect(heard).toContain(`${leader === 'first' ? 'second' : 'first'} rights`);
  await Promise.all([first.close(), second.close()]);
  await stores.close();
  await rm(dataDir, { recursive: true });
});

test('a hostile name finds nobody', async () => {
  const source = await sourceAt(slapd.url);
  const bits = ['*', '(', ')', '\\', '\0', 'u0001', ')(uid=*', '|', '&', '\\2a', '=', ',', ' ', '%'];
  const hostile = fc.array(fc.constantFrom(...bits), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(
      hostile.filter((text) => text.trim() !== 'u0001'),
      async (text) => {
        expect(await source.lookUp([text], AbortSignal.timeout(START))).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});
