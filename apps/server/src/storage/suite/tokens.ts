import { limits } from '@sheetwire/contract/limits';
import { describe, expect, test } from 'vitest';
import { bearer, emailKey, jane, newUser, type Opened, session, token, unique, user } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

export function tokenSuite(open: Opened, clock: MovedClock): void {
  describe('tokens and keys', () => {
    test('a second exchange of a token ends the first credential', async () => {
      const { tokens } = open();
      const made = token();
      await tokens.saveToken(made);
      expect(await tokens.token(made.hash)).toEqual(made);
      const credential = () =>
        bearer(made.user, {
          kind: 'credential',
          tokenHash: made.hash,
          instanceId: 'i',
          version: '1.2.0',
          expiresAt: 9,
        });
      const [first, second] = [credential(), credential()];
      expect(await tokens.exchange(first)).toEqual({ reused: [], idle: [] });
      expect(await tokens.bearer(first.hash)).toEqual(first);
      expect(await tokens.exchange(second)).toEqual({ reused: [first.hash], idle: [] });
      expect(await tokens.bearer(first.hash)).toBeUndefined();
      expect(await tokens.bearer(second.hash)).toEqual(second);
    });

    test('of sixteen exchanges at once one credential lives', async () => {
      const { tokens } = open();
      const made = token();
      await tokens.saveToken(made);
      const all = Array.from({ length: 16 }, () => bearer(made.user, { kind: 'credential', tokenHash: made.hash }));
      const answers = await Promise.all(all.map((one) => tokens.exchange(one)));
      const ended = answers.flatMap((answer) => answer?.reused ?? []);
      expect(new Set(ended).size).toBe(15);
      const alive = await Promise.all(all.map(({ hash }) => tokens.bearer(hash)));
      expect(alive.filter((one) => one !== undefined)).toHaveLength(1);
    });

    test('beyond a hundred credentials the one idle for longest ends; keys and other users do not count', async () => {
      const { tokens } = open();
      const made = Array.from({ length: limits.maxSessions + 1 }, (_, n) => ({ ...token(jane), createdAt: n }));
      const others = [token(), bearer(jane)] as const;
      await tokens.saveToken(others[0]);
      await tokens.saveKey(others[1]);
      const other = bearer(others[0].user, { kind: 'credential', tokenHash: others[0].hash, createdAt: 0 });
      await tokens.exchange(other);
      const credentials = made.map(({ hash, createdAt }) =>
        bearer(jane, { kind: 'credential', tokenHash: hash, createdAt }),
      );
      for (const one of made) await tokens.saveToken(one);
      const [first, second] = credentials;
      for (const one of credentials.slice(0, -1)) expect((await tokens.exchange(one))?.idle).toEqual([]);
      await tokens.used([[first?.hash ?? '', 77]]);
      const last = credentials.at(-1) ?? expect.unreachable();
      expect(await tokens.exchange(last)).toEqual({ reused: [], idle: [second?.hash] });
      const live = await tokens.credentialsOf(jane);
      expect([live.length, live[0]?.hash]).toEqual([limits.maxSessions, last.hash]);
      for (const { hash } of [other, others[1]]) expect(await tokens.bearer(hash)).toBeDefined();
    });

    test('a token of a user who is disabled, and one that ended, are exchanged for nothing', async () => {
      const { tokens, users, sessions } = open();
      const owner = user(newUser(), { disabledAt: 5 });
      await users.create(owner);
      const made = token(owner.name);
      await tokens.saveToken(made);
      const credential = bearer(owner.name, { kind: 'credential', tokenHash: made.hash });
      expect(await tokens.exchange(credential)).toBeUndefined();
      await users.update(owner.name, { disabledAt: null });
      await sessions.endUser(owner.name, 'sessions');
      expect(await tokens.exchange(credential)).toBeUndefined();
      expect(await tokens.bearer(credential.hash)).toBeUndefined();
    });

    test('a session that ended while it asked gets neither a token nor a key', async () => {
      const { tokens, sessions } = open();
      const asking = session();
      await sessions.open(asking);
      const ask = async () => [
        await tokens.saveToken(token(asking.user), asking.idHash),
        await tokens.saveKey(bearer(asking.user), asking.idHash),
      ];
      expect(await ask()).toEqual([true, true]);
      await sessions.endUser(asking.user, 'everything');
      expect(await ask()).toEqual([false, false]);
      expect(await tokens.keysOf(asking.user)).toEqual([]);
    });

    test('keys are listed, marked as used, and revoked by their owner alone', async () => {
      const { tokens } = open();
      const key = bearer();
      await tokens.saveKey(key);
      await tokens.used([[key.hash, 77]]);
      expect(await tokens.keysOf(key.user)).toEqual([{ ...key, lastUsedAt: 77 }]);
      expect(await tokens.revokeKey(newUser(), key.id)).toBe(false);
      expect(await tokens.revokeKey(key.user, key.id)).toBe(true);
      expect(await tokens.bearer(key.hash)).toBeUndefined();
    });

    test('expired tokens and credentials are swept; keys stay', async () => {
      const { tokens } = open();
      const owner = newUser();
      const [made, key] = [token(owner), bearer(owner)];
      const credential = bearer(owner, { kind: 'credential', tokenHash: made.hash, expiresAt: 2000 });
      await tokens.saveToken(made);
      await tokens.exchange(credential);
      await tokens.saveKey(key);
      await tokens.sweep(1999, 1000);
      expect(await tokens.bearer(credential.hash)).toEqual(credential);
      expect(await tokens.sweep(2000, 1000)).toBeGreaterThanOrEqual(2);
      expect(await tokens.token(made.hash)).toBeUndefined();
      expect(await tokens.bearer(credential.hash)).toBeUndefined();
      expect(await tokens.keysOf(owner)).toEqual([key]);
    });

    test('a key sent by mail is taken once, in its time, and ends its elder of the same purpose', async () => {
      const { emailKeys, users } = open();
      const owner = newUser();
      await users.create(user(owner));
      const [elder, other, key] = [
        emailKey(owner),
        emailKey(owner, { purpose: 'email', payload: 'x@y.z' }),
        emailKey(owner),
      ];
      for (const one of [elder, other, key]) await emailKeys.save(one);
      expect(await emailKeys.get(elder.hash)).toBeUndefined();
      expect(await emailKeys.get(other.hash)).toEqual(other);
      expect(await emailKeys.redeem(other.hash, 5000, {})).toBe('gone');
      expect(await emailKeys.redeem('unknown', 1, {})).toBe('gone');
      const taken = await Promise.all([
        emailKeys.redeem(key.hash, 2000, { passwordHash: 'one' }),
        emailKeys.redeem(key.hash, 2000, { passwordHash: 'two' }),
      ]);
      expect(taken.toSorted()).toEqual(['done', 'gone']);
      expect((await users.get(owner))?.passwordHash).toBe(taken[0] === 'done' ? 'one' : 'two');
      for (const { hash } of [key, other]) expect(await emailKeys.get(hash)).toBeUndefined();
    });

    test('a key whose mail goes to a former address of its user is not saved, and ends no other', async () => {
      const { emailKeys, users, audit } = open();
      const owner = user();
      await users.create(owner);
      const [now, late] = [emailKey(owner.name), emailKey(owner.name)];
      const by = { email: owner.email };
      const note = { at: 1, actor: '', action: 'key asked', object: owner.name, address: '' };
      expect(await emailKeys.save(now, note, by)).toBe(true);
      const change = { email: `${unique('right')}@example.com` };
      const from = { email: owner.email, adUser: null };
      expect(await users.edit(owner.name, { from, change, note: { ...note, action: 'edited' } })).toBe('done');
      const again = emailKey(owner.name);
      expect(await emailKeys.save(again, undefined, change)).toBe(true);
      expect(await emailKeys.save(late, note, by)).toBe(false);
      expect(await emailKeys.get(late.hash)).toBeUndefined();
      expect(await emailKeys.get(again.hash)).toEqual(again);
      const rows = (await audit.read({ limit: 500 })).filter(({ object }) => object === owner.name);
      expect(rows.map(({ action }) => action)).toEqual(['edited', 'key asked']);
    });

    test('a key that a session asked for is not saved once the session has ended', async () => {
      const { emailKeys, users, sessions } = open();
      const owner = user();
      await users.create(owner);
      const opened = session(owner.name);
      await sessions.open(opened);
      const by = { email: owner.email, sessionHash: opened.idHash };
      const [key, late] = [emailKey(owner.name, { purpose: 'email' }), emailKey(owner.name, { purpose: 'email' })];
      expect(await emailKeys.save(key, undefined, by)).toBe(true);
      await sessions.endUser(owner.name, 'sessions');
      expect(await emailKeys.get(key.hash)).toBeUndefined();
      expect(await emailKeys.save(late, undefined, by)).toBe(false);
      expect(await emailKeys.get(late.hash)).toBeUndefined();
    });

    test('a password set by a mailed key ends what the former one opened, in the same transaction', async () => {
      const { emailKeys, users, sessions, tokens } = open();
      const owner = user(newUser());
      await users.create(owner);
      const [opened, made, key] = [session(owner.name), token(owner.name), emailKey(owner.name)];
      await sessions.open(opened);
      await tokens.saveToken(made);
      const credential = bearer(owner.name, { kind: 'credential', tokenHash: made.hash });
      await tokens.exchange(credential);
      await emailKeys.save(key);
      expect(await emailKeys.redeem(key.hash, 2000, { passwordHash: 'new' })).toBe('done');
      expect(await sessions.get(opened.idHash)).toBeUndefined();
      expect(await tokens.bearer(credential.hash)).toBeUndefined();
    });

    test('a new email is set with the use of its key, unless another user has it by now', async () => {
      const { emailKeys, users } = open();
      const [first, second, third] = [user(), user(), user()];
      for (const one of [first, second, third]) await users.create(one);
      const email = `${unique('new')}@example.com`;
      const keys = [first, second].map(({ name }) => emailKey(name, { purpose: 'email', payload: email }));
      for (const key of keys) await emailKeys.save(key);
      const used = await Promise.all(keys.map((key) => emailKeys.redeem(key.hash, 2000, { email })));
      expect(used.toSorted()).toEqual(['done', 'taken']);
      const own = emailKey(third.name, { purpose: 'email' });
      await emailKeys.save(own);
      expect(await emailKeys.redeem(own.hash, 2000, { email: third.email.toUpperCase() })).toBe('done');
    });
  });

  describe('the throttle', () => {
    const within = 15 * 60_000;
    const standing = async (key: string) => (await open().throttle.standing([{ key, within }])).get(key);

    test('failures count within their window and a new window begins anew', async () => {
      const { throttle } = open();
      const key = unique('throttle');
      expect(await throttle.fail({ key, within })).toBe(1);
      clock.move(100);
      expect(await throttle.fail({ key, within })).toBe(2);
      expect(await standing(key)).toEqual({ failures: 2, lasts: within - 100 });
      clock.move(within - 101);
      expect(await standing(key)).toEqual({ failures: 2, lasts: 1 });
      clock.move(1);
      expect(await standing(key)).toBeUndefined();
      expect(await throttle.fail({ key, within })).toBe(1);
      await throttle.clear(key);
      expect(await standing(key)).toBeUndefined();
    });

    test('a window that a clock ahead began begins when the clock is set right, with all that it counts', async () => {
      const { throttle } = open();
      const [counted, looked] = [unique('throttle'), unique('throttle')];
      const day = 24 * 60 * 60_000;
      clock.move(day);
      for (const key of [counted, looked])
        for (const failures of [1, 2]) expect(await throttle.fail({ key, within })).toBe(failures);
      clock.move(-day);
      expect(await throttle.fail({ key: counted, within })).toBe(3);
      clock.move(1000);
      expect(await standing(counted)).toEqual({ failures: 3, lasts: within - 1000 });
      expect(await standing(looked)).toEqual({ failures: 2, lasts: within });
      clock.move(within - 1);
      expect([await standing(counted), await standing(looked)]).toEqual([undefined, { failures: 2, lasts: 1 }]);
    });

    test('sixteen failures at once are sixteen, and the audit log is told of the tenth', async () => {
      const { throttle, audit } = open();
      const key = unique('throttle');
      const note = { at: clock.now(), actor: '', action: unique('full'), object: 'X', address: '' };
      const fail = () => throttle.fail({ key, within }, { most: 10, note });
      await Promise.all(Array.from({ length: 16 }, fail));
      expect((await standing(key))?.failures).toBe(16);
      expect((await audit.search({ action: note.action, limit: 9 })).rows).toHaveLength(1);
    });

    test('keys of a past day go with later failures', async () => {
      const { throttle } = open();
      const key = unique('throttle');
      const always = { key, within: 1e12 };
      await throttle.fail(always);
      clock.move(limits.store.throttleKept + 1);
      expect((await throttle.standing([always])).size).toBe(1);
      await throttle.fail({ key: unique('throttle'), within });
      expect((await throttle.standing([always])).size).toBe(0);
    });
  });
}
