import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { describe, expect, test } from 'vitest';
import type { SessionProof, SessionRecord } from '#ports/sessions.ts';
import {
  bearer,
  desk,
  emailKey,
  newGropic,
  newUser,
  type Opened,
  session,
  storedInfo,
  token,
  unique,
  user,
} from './builders.ts';

export function userSuite(open: Opened): void {
  describe('users', () => {
    test('a user is kept with every field', async () => {
      const { users } = open();
      const record = user(newUser(), {
        passwordHash: '$argon2id$x',
        adUser: 'CORP\\jane',
        blockAdminPage: true,
        canChangeEmail: false,
        deepLog: true,
        disabledAt: 99,
        recentReports: ['ACME/RATES/DAILY', 'ACME/FX/“Ω”'],
      });
      expect(await users.create(record)).toBe(true);
      expect(await users.get(record.name)).toEqual(record);
      expect(await users.list()).toContainEqual(record);
      expect(await users.get(newUser())).toBeUndefined();
    });

    test('neither a name nor an email is taken twice, in any case of letters', async () => {
      const { users } = open();
      const record = user();
      await users.create(record);
      expect(await users.create({ ...record, email: 'other@example.com' })).toBe(false);
      expect(await users.create(user(newUser(), { email: record.email.toUpperCase() }))).toBe(false);
      expect(await users.create(user(newUser(), { email: '' }))).toBe(true);
      expect(await users.create(user(newUser(), { email: '' }))).toBe(true);
      expect(await users.byEmail('')).toBeUndefined();
    });

    test('of sixteen who create the same email at once one succeeds', async () => {
      const { users } = open();
      const email = `${unique('mail')}@example.com`;
      const made = await Promise.all(Array.from({ length: 16 }, () => users.create(user(newUser(), { email }))));
      expect(made.filter(Boolean)).toHaveLength(1);
    });

    test('a user is found by email and by the name without its entity, only when it is the only one', async () => {
      const { users } = open();
      const short = unique('jane');
      const record = user(branded<'User'>(`ACME/${short}`));
      await users.create(record);
      expect(await users.byEmail(record.email.toUpperCase())).toEqual(record);
      expect(await users.byShortName(short.toUpperCase())).toEqual(record);
      const twin = user(branded<'User'>(`DEMO/${short}`), { email: `${unique('twin')}@example.com` });
      await users.create(twin);
      expect(await users.byShortName(short)).toBeUndefined();
      await users.update(twin.name, { email: record.email });
      expect(await users.byEmail(record.email)).toBeUndefined();
      expect(await users.byEmail('%')).toBeUndefined();
    });

    test('an update changes what it names and nothing else', async () => {
      const { users } = open();
      const record = user();
      await users.create(record);
      expect(await users.update(record.name, { disabledAt: 7, recentReports: ['A/B/C'], deepLog: true })).toBe(true);
      expect(await users.get(record.name)).toEqual({
        ...record,
        disabledAt: 7,
        recentReports: ['A/B/C'],
        deepLog: true,
      });
      expect(await users.update(record.name, { disabledAt: null, email: 'New@Example.com' })).toBe(true);
      expect((await users.byEmail('new@example.com'))?.disabledAt).toBeNull();
      expect(await users.update(record.name, {})).toBe(true);
      expect(await users.update(newUser(), {})).toBe(false);
      expect(await users.update(newUser(), { deepLog: true })).toBe(false);
    });

    test('a password is hashed anew only while it is still the same', async () => {
      const { users } = open();
      const record = user(newUser(), { passwordHash: 'old' });
      await users.create(record);
      expect(await users.rehash(record.name, 'old', 'new')).toBe(true);
      expect(await users.rehash(record.name, 'old', 'late')).toBe(false);
      expect((await users.get(record.name))?.passwordHash).toBe('new');
    });

    test('a removed user takes along every right, session, token and key', async () => {
      const stores = open();
      const { name } = user();
      const other = newUser();
      await stores.users.create(user(name));
      const own = {
        session: session(name),
        info: storedInfo(name),
        key: bearer(name),
        mail: emailKey(name),
        token: token(name),
      };
      await stores.sessions.open(own.session);
      await stores.storedInfo.save(own.info);
      await stores.tokens.saveKey(own.key);
      await stores.tokens.saveToken(own.token);
      await stores.emailKeys.save(own.mail);
      const gropic = newGropic();
      const none = { viewers: [], publishers: [], interactors: [], admins: [] };
      await stores.perms.save({ ...none, gropic, viewers: [name, other], admins: [other], version: 0 }, 0);
      await stores.groups.save({ name: desk, isDirectory: false, members: [name, other] });
      expect(await stores.users.remove(name)).toBe(true);
      expect(await stores.users.get(name)).toBeUndefined();
      expect(await stores.sessions.get(own.session.idHash)).toBeUndefined();
      expect(await stores.storedInfo.byFamily(own.info.family)).toBeUndefined();
      expect(await stores.tokens.bearer(own.key.hash)).toBeUndefined();
      expect(await stores.tokens.token(own.token.hash)).toBeUndefined();
      expect(await stores.emailKeys.get(own.mail.hash)).toBeUndefined();
      expect(await stores.perms.get(gropic)).toMatchObject({ viewers: [other], admins: [other], version: 2 });
      expect((await stores.groups.get(desk))?.members).toEqual([other]);
      expect(await stores.users.remove(name)).toBe(false);
    });

    test('names that hold NUL or half a character are stored as text and fault nothing', async () => {
      const { users, throttle } = open();
      expect(await users.byShortName('a\0b')).toBeUndefined();
      expect(await throttle.fail(`x\0\ud800${unique('t')}`, 10, 0)).toBe(1);
    });
  });
}

export function sessionSuite(open: Opened): void {
  describe('sessions and stored logins', () => {
    test('a session is kept, touched forward only, and ended', async () => {
      const { sessions } = open();
      const record = session(newUser(), { method: 'oidc', family: 'f' });
      await sessions.open(record);
      expect(await sessions.get(record.idHash)).toEqual(record);
      await sessions.touch(record.idHash, 3000);
      await sessions.touch(record.idHash, 2000);
      expect((await sessions.get(record.idHash))?.seenAt).toBe(3000);
      await sessions.end(record.idHash);
      expect(await sessions.get(record.idHash)).toBeUndefined();
    });

    test('all sessions of a user but one end, and only theirs', async () => {
      const { sessions } = open();
      const owner = newUser();
      const [one, two, kept] = [session(owner), session(owner), session(owner)];
      const other = session();
      for (const record of [one, two, kept, other]) await sessions.open(record);
      expect(await sessions.listOf(owner)).toHaveLength(3);
      const ended = await sessions.endAll(owner, kept.idHash);
      expect(ended.toSorted()).toEqual([one.idHash, two.idHash].toSorted());
      expect(await sessions.listOf(owner)).toEqual([kept]);
      expect(await sessions.get(other.idHash)).toEqual(other);
      expect(await sessions.endAll(owner)).toEqual([kept.idHash]);
    });

    test('beyond a hundred sessions the one idle for longest ends, and never the one just opened', async () => {
      const { sessions } = open();
      const owner = newUser();
      const many = Array.from({ length: limits.maxSessions }, (_, n) => session(owner, { seenAt: 1000 + n }));
      for (const one of many) expect(await sessions.open(one)).toEqual([]);
      await sessions.touch(many[0]?.idHash ?? '', 5000);
      const old = session(owner, { seenAt: 999 });
      expect(await sessions.open(old)).toEqual([many[1]?.idHash]);
      const listed = await sessions.listOf(owner);
      expect([listed.length, listed[0]?.idHash, listed.at(-1)]).toEqual([limits.maxSessions, many[0]?.idHash, old]);
    });

    test('a session is opened only while its proof holds', async () => {
      const { sessions, storedInfo: infos, users } = open();
      const owner = user(newUser(), { passwordHash: 'present' });
      await users.create(owner);
      const info = storedInfo(owner.name);
      await infos.save(info);
      const opens = async (change: Partial<SessionRecord>, proof: SessionProof) =>
        (await sessions.open(session(owner.name, change), proof)) !== undefined;
      expect(await opens({}, {})).toBe(true);
      expect(await opens({ family: info.family }, { passwordHash: 'present' })).toBe(true);
      expect(await opens({}, { passwordHash: 'former' })).toBe(false);
      await infos.endFamily(info.family);
      expect(await opens({ family: info.family }, {})).toBe(false);
      await users.update(owner.name, { disabledAt: 9 });
      expect(await opens({}, {})).toBe(false);
      await users.remove(owner.name);
      expect(await opens({}, {})).toBe(false);
    });

    test('of sign-ins and an end of the user at once nothing stays that was proved before the end', async () => {
      const { sessions, users } = open();
      const owner = user(newUser(), { passwordHash: 'former' });
      await users.create(owner);
      const signIns = Array.from({ length: 20 }, () => sessions.open(session(owner.name), { passwordHash: 'former' }));
      const end = users
        .update(owner.name, { passwordHash: 'new' })
        .then(() => sessions.endUser(owner.name, 'sessions'));
      await Promise.all([...signIns, end]);
      expect(await sessions.listOf(owner.name)).toEqual([]);
    });

    test('a family ends with the sessions that it opened and no others', async () => {
      const { sessions, storedInfo: infos } = open();
      const info = storedInfo();
      const [own, other] = [session(info.user, { family: info.family }), session(info.user, { family: 'other' })];
      await infos.save(info);
      for (const one of [own, other]) await sessions.open(one);
      expect(await sessions.endFamily(newUser(), info.family)).toEqual([]);
      expect(await sessions.endFamily(info.user, info.family)).toEqual([own.idHash]);
      expect(await infos.byFamily(info.family)).toBeUndefined();
      expect(await sessions.listOf(info.user)).toEqual([other]);
      expect([await sessions.end(other.idHash), await sessions.end(other.idHash)]).toEqual([info.user, undefined]);
    });

    test('with a new password sessions, stored logins, tokens and credentials end; with the user the keys too', async () => {
      const { sessions, storedInfo: infos, tokens } = open();
      const owner = newUser();
      const [info, made, key] = [storedInfo(owner), token(owner), bearer(owner)];
      const credential = bearer(owner, { kind: 'credential', tokenHash: made.hash });
      await infos.save(info);
      await tokens.saveToken(made);
      await tokens.exchange(credential);
      await tokens.saveKey(key);
      await sessions.open(session(owner));
      await sessions.endUser(owner, 'sessions');
      expect(await sessions.listOf(owner)).toEqual([]);
      expect(await infos.byFamily(info.family)).toBeUndefined();
      expect(await tokens.token(made.hash)).toBeUndefined();
      expect(await tokens.credentialsOf(owner)).toEqual([]);
      expect(await tokens.keysOf(owner)).toEqual([key]);
      await sessions.endUser(owner, 'everything');
      expect(await tokens.keysOf(owner)).toEqual([]);
    });

    test('a device is in use once its client called after it signed in', async () => {
      const { sessions, tokens } = open();
      const owner = newUser();
      const record = session(owner);
      await sessions.open(record);
      expect(await sessions.isInUse(owner, 500)).toBe(false);
      await sessions.touch(record.idHash, 2000);
      expect([await sessions.isInUse(owner, 2000), await sessions.isInUse(owner, 2001)]).toEqual([true, false]);
      const made = token(owner);
      const credential = bearer(owner, { kind: 'credential', tokenHash: made.hash });
      await tokens.saveToken(made);
      await tokens.exchange(credential);
      await tokens.used(credential.hash, 3000);
      expect([await sessions.isInUse(owner, 3000), await sessions.isInUse(owner, 3001)]).toEqual([true, false]);
    });

    test('beyond a hundred stored logins the one unused for longest ends, and those that are over are swept', async () => {
      const { storedInfo: infos } = open();
      const owner = newUser();
      const many = Array.from({ length: limits.maxSessions + 1 }, (_, n) => storedInfo(owner, { rotatedAt: n }));
      for (const one of many) await infos.save(one);
      const [first, second, third] = many.map(({ family }) => family);
      expect(await infos.byFamily(first ?? '')).toBeUndefined();
      expect(await infos.byFamily(second ?? '')).toBeDefined();
      await infos.sweep(2, 1000);
      expect(await infos.byFamily(second ?? '')).toBeUndefined();
      expect(await infos.byFamily(third ?? '')).toBeDefined();
      await infos.sweep(2, 1001);
      expect(await infos.byFamily(third ?? '')).toBeUndefined();
    });

    test('sessions idle or old beyond their life are swept', async () => {
      const { sessions } = open();
      const owner = newUser();
      const idle = session(owner, { seenAt: 10 });
      const old = session(owner, { createdAt: 20, seenAt: 900 });
      const fresh = session(owner, { createdAt: 500, seenAt: 900 });
      for (const record of [idle, old, fresh]) await sessions.open(record);
      expect(await sessions.sweep(100, 100)).toBe(2);
      expect(await sessions.listOf(owner)).toEqual([fresh]);
    });

    test('a stored login is found by its family, and two tabs cannot both rotate it', async () => {
      const store = open().storedInfo;
      const first = storedInfo();
      await store.save(first);
      const next = {
        ...first,
        currentHash: unique('hash'),
        previousHash: first.currentHash,
        sealedSuccessor: 's',
        rotatedAt: 2,
      };
      const other = { ...next, currentHash: unique('hash') };
      const won = await Promise.all([store.rotate(next, first.currentHash), store.rotate(other, first.currentHash)]);
      expect(won.filter(Boolean)).toHaveLength(1);
      const winner = won[0] ? next : other;
      expect(await store.byFamily(first.family)).toEqual(winner);
      await store.endFamily(first.family);
      expect(await store.byFamily(first.family)).toBeUndefined();
    });

    test('all stored logins of a user end', async () => {
      const store = open().storedInfo;
      const info = storedInfo();
      await store.save(info);
      await store.save({ ...info, rotatedAt: 5 });
      expect((await store.byFamily(info.family))?.rotatedAt).toBe(5);
      await store.endAll(info.user);
      expect(await store.byFamily(info.family)).toBeUndefined();
    });
  });
}
