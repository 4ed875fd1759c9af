import { limits } from '@sheetwire/contract/limits';
import { describe, expect, test } from 'vitest';
import type { SessionProof, SessionRecord } from '#ports/sessions.ts';
import { bearer, newUser, type Opened, session, storedInfo, token, unique, user } from './builders.ts';

export function sessionSuite(open: Opened): void {
  describe('sessions and stored logins', () => {
    test('a session is kept, touched forward only, and ended', async () => {
      const { sessions } = open();
      const record = session(newUser(), { method: 'oidc', family: 'f' });
      await sessions.open(record);
      expect(await sessions.get(record.idHash)).toEqual(record);
      await sessions.touch([[record.idHash, 3000]]);
      await sessions.touch([[record.idHash, 2000]]);
      expect((await sessions.get(record.idHash))?.seenAt).toBe(3000);
      await sessions.end(record.idHash);
      expect(await sessions.get(record.idHash)).toBeUndefined();
    });

    test('many are read and touched at once; one that is gone is left out', async () => {
      const { sessions, users } = open();
      const many = Array.from({ length: 40 }, () => session());
      for (const one of many) await sessions.open(one);
      const hashes = many.map(({ idHash }) => idHash);
      await sessions.touch([...hashes.map((hash, n) => [hash, 2000 + n] as const), [unique('gone'), 9]]);
      const read = new Map((await sessions.some([...hashes, unique('gone')])).map((one) => [one.idHash, one.seenAt]));
      expect(read).toEqual(new Map(hashes.map((hash, n) => [hash, 2000 + n])));
      const owners = [user(), user()];
      for (const owner of owners) await users.create(owner);
      const named = await users.some([...owners.map(({ name }) => name), newUser()]);
      expect(new Set(named.map(({ name }) => name))).toEqual(new Set(owners.map(({ name }) => name)));
      expect([await sessions.some([]), await users.some([])]).toEqual([[], []]);
    });

    test('the sessions of a user end all at once, and only theirs', async () => {
      const { sessions } = open();
      const owner = newUser();
      const other = session();
      for (const record of [session(owner), session(owner), other]) await sessions.open(record);
      expect(await sessions.listOf(owner)).toHaveLength(2);
      await sessions.endUser(owner, 'sessions');
      expect(await sessions.listOf(owner)).toEqual([]);
      expect(await sessions.get(other.idHash)).toEqual(other);
    });

    test('beyond a hundred sessions the one idle for longest ends, and never the one just opened', async () => {
      const { sessions } = open();
      const owner = newUser();
      const many = Array.from({ length: limits.maxSessions }, (_, n) => session(owner, { seenAt: 1000 + n }));
      for (const one of many) expect(await sessions.open(one)).toEqual([]);
      await sessions.touch([[many[0]?.idHash ?? '', 5000]]);
      const old = session(owner, { seenAt: 999 });
      expect(await sessions.open(old)).toEqual([many[1]?.idHash]);
      const listed = await sessions.listOf(owner);
      expect([listed.length, listed[0]?.idHash, listed.at(-1)]).toEqual([limits.maxSessions, many[0]?.idHash, old]);
    });

    test('of sessions seen at one moment the one opened first ends', async () => {
      const { sessions } = open();
      const owner = newUser();
      const many = Array.from({ length: limits.maxSessions }, (_, n) =>
        session(owner, { createdAt: 1000 - n, seenAt: 1000 }),
      );
      for (const one of many) await sessions.open(one);
      expect(await sessions.open(session(owner, { createdAt: 1000, seenAt: 1000 }))).toEqual([many.at(-1)?.idHash]);
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
      await sessions.touch([[record.idHash, 2000]]);
      expect([await sessions.isInUse(owner, 2000), await sessions.isInUse(owner, 2001)]).toEqual([true, false]);
      const made = token(owner);
      const credential = bearer(owner, { kind: 'credential', tokenHash: made.hash });
      await tokens.saveToken(made);
      await tokens.exchange(credential);
      await tokens.used([[credential.hash, 3000]]);
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

    test('a stored login that is saved again is the same one', async () => {
      const store = open().storedInfo;
      const info = storedInfo();
      await store.save(info);
      await store.save({ ...info, rotatedAt: 5 });
      expect((await store.byFamily(info.family))?.rotatedAt).toBe(5);
    });
  });
}
