import { readFile } from 'node:fs/promises';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { Client } from 'ldapts';
import type { DirectoryPerson } from '#ports/directory.ts';
import { user } from '#storage/suite/builders.ts';
import { browser, startTestApp } from '../../testing/test-app.ts';
import { LdapSource } from '../ldap/ldap-source.ts';
import { set } from './acme-directory.ts';

export interface AdDomain {
  readonly url: string;
  readonly caFile: string;
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly userBase: string;
}

/** A portal on a domain with two thousand people in it, and what a check of it needs. */
export interface AdPortal {
  readonly names: Readonly<Record<'alice' | 'bob' | 'carol' | 'disabled' | 'expired', User>>;
  readonly admin: AdAdmin;
  /** Without a file nothing is encrypted. */
  describe(url: string, caFile?: string): Promise<string>;
  people(): Promise<readonly DirectoryPerson[]>;
  membersOf(group: string): Promise<readonly string[]>;
  emailOf(name: User): Promise<string | undefined>;
  isSuperAdmin(name: User): boolean;
  generation(): Promise<number>;
  /** Signs in with a password; answers whether the session is in. */
  signIn(name: User): Promise<() => Promise<boolean>>;
  stop(): Promise<void>;
}

/** What an administrator of the domain does. */
export interface AdAdmin {
  setMail(name: string, mail: string): Promise<void>;
  setFlags(name: string, userAccountControl: string): Promise<void>;
  setMembers(group: string, people: readonly string[]): Promise<void>;
  remove(name: string): Promise<void>;
}

const password = 'correct horse battery staple';
const enabled = '544';
const disabled = '546';
/** In 1970. */
const expired = '116444736010000000';
const CROWD = 2000;

/** Fills the domain, starts a portal on it and waits for nothing. */
export async function adPortal(domain: AdDomain): Promise<AdPortal> {
  const ca = await readFile(domain.caFile, 'utf8');
  const client = new Client({ url: domain.url, tlsOptions: { ca } });
  await client.bind(domain.bindDn, domain.bindPassword);
  await fill(client, domain.userBase);
  const app = await startTestApp(settingsOf(domain), { directoryEvery: 200 });
  const { directory } = app.stores;
  const names = { alice: ad('alice'), bob: ad('bob'), carol: ad('carol'), disabled: ad('gone'), expired: ad('past') };
  const passwordHash = await app.app.identity.passwords.hash(password);
  for (const name of [names.alice, names.bob, names.carol]) {
    await app.stores.users.create(user(name, { adUser: name, passwordHash }));
  }
  return {
    names,
    admin: adminOf(client, domain.userBase),
    describe: async (url, caFile = domain.caFile) =>
      new LdapSource({
        ...domain,
        url,
        groupBase: domain.userBase,
        ca: caFile === '' ? undefined : ca,
        clock: app.clock,
      }).describe(AbortSignal.timeout(10_000)),
    people: () => directory.people(),
    membersOf: async (group) => (await directory.groups()).find(({ name }) => name === group)?.members ?? [],
    emailOf: async (name) => (await directory.person(name))?.email,
    isSuperAdmin: app.app.identity.isSuperAdmin,
    generation: () => directory.generation(),
    async signIn(name) {
      const made = browser(app);
      await made.call('accounts/login/', { user: name, password });
      return async () => (await made.call('accounts/usernameremote/', {})).user === name;
    },
    async stop() {
      await app.stop();
      await client.unbind();
    },
  };
}

function settingsOf({ url, caFile, bindDn, bindPassword, userBase }: AdDomain): Record<string, string> {
  return {
    SHEETWIRE_LDAP_URL: url,
    SHEETWIRE_LDAP_CA_FILE: caFile,
    SHEETWIRE_LDAP_BIND_DN: bindDn,
    SHEETWIRE_LDAP_BIND_PASSWORD: bindPassword,
    SHEETWIRE_LDAP_USER_BASE: userBase,
    SHEETWIRE_LDAP_ENTITY: 'AD',
    SHEETWIRE_SUPER_ADMIN_GROUP: 'AD/PORTAL ADMINS',
  };
}

async function fill(client: Client, base: string): Promise<void> {
  const person = (name: string, more: Record<string, string> = {}) =>
    client.add(`CN=${name},${base}`, {
      objectClass: ['top', 'person', 'organizationalPerson', 'user'],
      sAMAccountName: name,
      mail: `${name}@ad.example`,
      userAccountControl: enabled,
      ...more,
    });
  const group = (name: string, member: readonly string[]) =>
    client.add(`CN=${name},${base}`, {
      objectClass: ['top', 'group'],
      sAMAccountName: name,
      member: member.map((one) => `CN=${one},${base}`),
    });
  await Promise.all(['alice', 'bob', 'carol'].map((name) => person(name)));
  await person('gone', { userAccountControl: disabled });
  await person('past', { accountExpires: expired });
  const crowd = Array.from({ length: CROWD }, (_, n) => `crowd${n}`);
  for (const name of crowd) await person(name);
  await group('Everybody Here', crowd);
  await group('Operators', ['alice']);
  await group('Portal Admins', ['Operators']);
  await client.modify(`CN=Operators,${base}`, set('member', `CN=alice,${base}`, `CN=Portal Admins,${base}`));
}

function adminOf(client: Client, base: string): AdAdmin {
  const at = (name: string) => `CN=${name},${base}`;
  return {
    setMail: (name, mail) => client.modify(at(name), set('mail', mail)),
    setFlags: (name, flags) => client.modify(at(name), set('userAccountControl', flags)),
    setMembers: (group, people) => client.modify(at(group), set('member', ...people.map(at))),
    remove: (name) => client.del(at(name)),
  };
}

function ad(name: string): User {
  const made = parseUser(`AD/${name}`);
  if (made === undefined) throw new Error(`${name} is no name`);
  return made;
}
