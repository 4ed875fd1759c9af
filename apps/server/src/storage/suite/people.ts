import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import { describe, expect, test } from 'vitest';
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

    test('a name tells pages for its first account from those for later ones, whatever the clocks say', async () => {
      const { users } = open();
      const [record, other] = [user(), user()];
      const { name, createdAt } = record;
      const addressee = async () => (await users.addressees([name, other.name])).get(name);
      expect(await addressee()).toBe(addresseeOf(name));
      await users.create(record);
      expect(await addressee()).toBe(addresseeOf(name));
      await users.remove(name);
      expect(await addressee()).toBe(addresseeOf(name));
      // At the same time, and by a clock that was set back: no two accounts of a name are there since the same moment.
      for (const [n, at] of [createdAt, createdAt - 500].entries()) {
        await users.create({ ...record, createdAt: at });
        expect(await users.get(name)).toMatchObject({ createdAt: createdAt + n + 1 });
        expect(await addressee()).toBe(addresseeOf(name, createdAt + n + 1));
        expect((await users.addressees([other.name])).get(other.name)).toBe(addresseeOf(other.name));
        await users.remove(name);
        expect(await addressee()).toBe(addresseeOf(name, createdAt + n + 1));
      }
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

    test('an address changes hands once, for whoever saw it last, and mailed links are over', async () => {
      const { users, emailKeys, audit } = open();
      const [record, other] = [user(), user()];
      for (const one of [record, other]) await users.create(one);
      const from = { email: record.email, adUser: null };
      const note = () => ({ at: 5, actor: other.name, action: unique('edit'), object: record.name, address: '' });
      const mailed = emailKey(record.name);
      await emailKeys.save(mailed);
      const taken = { email: other.email.toUpperCase() };
      expect(await users.edit(record.name, { from, change: taken, note: note() })).toBe('taken');
      expect(await users.edit(newUser(), { from, change: {}, note: note() })).toBe('gone');
      expect(await emailKeys.get(mailed.hash)).toBeDefined();
      const notes = [note(), note()];
      const both = await Promise.all(
        notes.map((row) =>
          users.edit(record.name, { from, change: { email: `${row.action}@example.com` }, note: row }),
        ),
      );
      expect(both.toSorted()).toEqual(['done', 'stale']);
      expect((await users.get(record.name))?.email).toBe(`${notes[both.indexOf('done')]?.action}@example.com`);
      expect(await emailKeys.get(mailed.hash)).toBeUndefined();
      const written = (await audit.read({ limit: 500 })).map(({ action }) => action);
      expect(notes.map(({ action }) => written.includes(action))).toEqual(both.map((outcome) => outcome === 'done'));
      const gone = { ...record, disabledAt: 7, adUser: 'CORP/jane' };
      await users.update(record.name, { disabledAt: 7, adUser: 'CORP/jane' });
      expect(await users.entries()).toContainEqual({ name: gone.name, adUser: gone.adUser, disabledAt: 7 });
    });

    test('what a former password or person had opened ends in the write that changes them', async () => {
      const { users, sessions, tokens } = open();
      const note = { at: 1, actor: newUser(), action: 'x', object: '', address: '' };
      const record = user(newUser(), { passwordHash: 'old' });
      await users.create(record);
      const isOpen = async (change: () => Promise<unknown>) => {
        const opened = session(record.name);
        await sessions.open(opened);
        await change();
        return (await sessions.get(opened.idHash)) !== undefined;
      };
      const key = bearer(record.name);
      await tokens.saveKey(key);
      const edit = (change: object) => async () => {
        const from = await users.get(record.name);
        return from && users.edit(record.name, { from, change, note });
      };
      expect(await isOpen(() => users.update(record.name, { deepLog: true }))).toBe(true);
      expect(await isOpen(() => users.update(record.name, { passwordHash: 'new' }))).toBe(false);
      expect(await isOpen(edit({ email: `${record.name}@new.example` }))).toBe(true);
      expect(await isOpen(edit({ passwordHash: 'newer' }))).toBe(false);
      expect(await isOpen(edit({ adUser: 'CORP/jane' }))).toBe(false);
      expect(await tokens.bearer(key.hash)).toBeDefined();
    });

    test('switches are set with a row that tells what they were; what stands so already writes none', async () => {
      const { users, audit } = open();
      const record = user();
      await users.create(record);
      const action = unique('switched');
      const note = { at: 1, actor: newUser(), action, object: record.name, address: '' };
      const both = [{ blockAdminPage: true }, { blockAdminPage: true, deepLog: true }];
      await Promise.all(both.map((switches) => users.setSwitches(record.name, switches, note)));
      expect(await users.setSwitches(record.name, { deepLog: true }, note)).toBe('same');
      expect(await users.setSwitches(newUser(), { deepLog: true }, note)).toBe('gone');
      expect(await users.get(record.name)).toEqual({ ...record, blockAdminPage: true, deepLog: true });
      const { rows } = await audit.search({ action, limit: 10 });
      const written = rows.map(({ before, after }) => ({ before: JSON.parse(before), after: JSON.parse(after) }));
      const of = (side: 'before' | 'after') => Object.assign({}, ...written.map((row) => row[side]));
      expect(of('before')).toEqual({ blockAdminPage: false, deepLog: false });
      expect(of('after')).toEqual({ blockAdminPage: true, deepLog: true });
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
      expect(await stores.users.remove(name)).toBe('done');
      expect(await stores.users.get(name)).toBeUndefined();
      expect(await stores.sessions.get(own.session.idHash)).toBeUndefined();
      expect(await stores.storedInfo.byFamily(own.info.family)).toBeUndefined();
      expect(await stores.tokens.bearer(own.key.hash)).toBeUndefined();
      expect(await stores.tokens.token(own.token.hash)).toBeUndefined();
      expect(await stores.emailKeys.get(own.mail.hash)).toBeUndefined();
      expect(await stores.perms.get(gropic)).toMatchObject({ viewers: [other], admins: [other], version: 2 });
      expect((await stores.groups.get(desk))?.members).toEqual([other]);
      expect(await stores.users.remove(name)).toBe('gone');
    });

    test('names that hold NUL or half a character are stored as text and fault nothing', async () => {
      const { users, throttle } = open();
      expect(await users.byShortName('a\0b')).toBeUndefined();
      expect(await throttle.fail({ key: `x\0\ud800${unique('t')}`, within: 1 })).toBe(1);
    });
  });
}
