import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditNote } from '#ports/audit.ts';
import type { NewHeld } from '#ports/guard/guard-store.ts';
import type { Append } from '#ports/report-log.ts';
import type { Stores } from '#ports/stores.ts';
import type { UserRecord } from '#ports/users.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { type Database, tableNames } from '../database.ts';
import { openStores } from '../open-stores.ts';
import { openPool } from '../postgres/pool.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import {
  bearer,
  cell,
  emailKey,
  newGropic,
  newTopic,
  report,
  session,
  storedInfo,
  token,
  unique,
  user,
  whole,
} from '../suite/builders.ts';

const START = 60_000;
const note: AuditNote = { at: 1, actor: 'ACME/ann', action: 'changed', object: 'x', address: '' };
let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await withPostgres();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-audit-'));
}, START);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, START);

/** What every change below is tried on. */
async function owned(stores: Stores) {
  const person = user(undefined, { adUser: unique('ACME/in.directory'), passwordHash: 'hash' });
  const group = branded<'Group'>(`ACME/${unique('GROUP')}`.toUpperCase());
  const [login, info, made] = [session(person.name), storedInfo(person.name), token(person.name)];
  const [key, credential] = [bearer(person.name), bearer(person.name, { kind: 'credential', tokenHash: made.hash })];
  const mailed = emailKey(person.name);
  await stores.users.create(person);
  await stores.groups.create(group, note);
  await stores.storedInfo.save(info);
  for (const one of [login, session(person.name, { family: info.family })]) await stores.sessions.open(one);
  await stores.tokens.saveToken(made);
  await stores.tokens.exchange(credential);
  await stores.tokens.saveKey(key);
  await stores.emailKeys.save(mailed);
  await stores.directory.hold('me', 60_000);
  return { person, group, login, info, made, key, credential, mailed, ...(await reported(stores)) };
}

/** Reports: one, one of which a publish waits, and one that was rolled back. */
async function reported({ reports, guard }: Stores) {
  const [topic, waiting, rolled] = [newTopic(), newTopic(), newTopic()];
  for (const one of [topic, waiting, rolled]) await reports.append(whole({ topic: one, base: 0, version: 1 }));
  await guard.save(rulesOf(waiting), note);
  const held = await guard.hold(heldOf(waiting), note);
  if (held === undefined) throw new Error('nothing was held');
  await reports.append(cell({ topic: rolled, base: 1, version: 2 }, 'wrong'));
  await reports.append(rollbackOf(rolled, 2));
  return { topic, waiting, rolled, held };
}

const rulesOf = (topic: Topic) => ({
  topic,
  rules: [{ kind: 'errors', action: 'hold' } as const],
  releaseAfterMin: 5,
  revision: 0,
});

const broken = [{ rule: 0, action: 'hold', words: '#REF! on P is new' }] as const;

function heldOf(topic: Topic): NewHeld {
  const secrets = { viewSecret: null, publishSecret: null };
  return { topic, base: 1, sender: 'ACME/bob', broken, report: report(9), over: 0, keepsNumber: false, ...secrets };
}

function rollbackOf(topic: Topic, base: number): Append {
  const place = { topic, base, version: base + 1 };
  const rollback = { restored: 1, reason: 'wrong', at: 1, address: '' };
  return { ...whole(place, report(place.version)), source: 'rollback', rollback };
}
type Owned = Awaited<ReturnType<typeof owned>>;

const none = { viewers: [], publishers: [], interactors: [], admins: [] };
const quiet = { putPeople: [], dropPeople: [], putGroups: [], dropGroups: [] };
const reconcile = { entity: branded<'Entity'>('ACME'), rebinds: false };
const link = (who: UserRecord) => ({ issuer: 'iss', subject: unique('subject'), user: who.name, createdAt: 1 });
const notes = { exchanged: note, reused: note };

/** Every change of the store that a row of the audit log tells of. */
const changes: Record<string, (stores: Stores, of: Owned) => Promise<unknown>> = {
  'a new user': ({ users }) => users.create(user(), note),
  'an association with the directory': ({ users }, { person }) =>
    users.update(person.name, { adUser: person.name }, note),
  'an edited account': ({ users }, { person: { name, email, adUser } }) =>
    users.edit(name, { from: { email, adUser }, change: { email: 'new@example.com' }, note }),
  'a switch': ({ users }, { person }) => users.setSwitches(person.name, { deepLog: true }, note),
  'a removed user': ({ users }, { person }) => users.remove(person.name, note),
  'a login': ({ sessions }, { person }) => sessions.open(session(person.name), {}, note),
  'a logout': ({ sessions }, { login }) => sessions.end(login.idHash, note),
  'the end of a stored login': ({ sessions }, { person, info }) => sessions.endFamily(person.name, info.family, note),
  'a logout everywhere': ({ sessions }, { person }) => sessions.endUser(person.name, 'sessions', note),
  'a token': ({ tokens }, { person }) => tokens.saveToken(token(person.name), undefined, note),
  'an exchange': ({ tokens }, { person, made }) =>
    tokens.exchange(bearer(person.name, { kind: 'credential', tokenHash: made.hash }), notes),
  'an API key': ({ tokens }, { person }) => tokens.saveKey(bearer(person.name), undefined, note),
  'a revoked API key': ({ tokens }, { person, key }) => tokens.revokeKey(person.name, key.id, note),
  'an ended credential': ({ tokens }, { credential }) => tokens.endCredential(credential.hash, note),
  'a mailed link': ({ emailKeys }, { person }) => emailKeys.save(emailKey(person.name), note),
  'a password set by a mailed link': ({ emailKeys }, { mailed }) =>
    emailKeys.redeem(mailed.hash, 2000, { passwordHash: 'new' }, note),
  'an account joined with a subject': ({ identityLinks }, { person }) => identityLinks.add(link(person), note),
  'changed rights': ({ perms }, { person }) =>
    perms.change({ perms: { gropic: newGropic(), ...none, admins: [person.name], version: 0 }, note }),
  'a new group': ({ groups }) => groups.create(branded<'Group'>('ACME/NEW GROUP'), note),
  'a removed group': ({ groups }, { group }) => groups.remove(group, note),
  'rules of a report': ({ guard }, { topic }) => guard.save(rulesOf(topic), note),
  'a held publish': ({ guard }, { topic }) => guard.hold(heldOf(topic), note),
  'a rejected publish': ({ guard }, { waiting, held: { number } }) =>
    guard.reject({ topic: waiting, number, isRefused: true }, note),
  'a released publish': ({ reports }, { waiting, held: { revision } }) =>
    reports.append({
      ...cell({ topic: waiting, base: 1, version: 2 }, 'released'),
      guard: { broken, settles: { revision, note } },
    }),
  'a tag': ({ marks }, { topic }) => marks.tag(topic, { version: 1, tag: 'Final', by: 'ACME/ann', note }),
  'a rollback': ({ reports }, { topic }) => reports.append(rollbackOf(topic, 1)),
  'a publisher who may go on after a rollback': ({ marks }, { rolled }) => marks.release(rolled, 3, note),
  'a snapshot': ({ snapshots }, { topic }) =>
    snapshots.capture({ topic, date: '2026-03-02', capturedAt: 5, report: report(1) }, note),
  'settings of snapshots': ({ snapshotSettings }) =>
    snapshotSettings.save(
      { gropic: newGropic(), captures: true, time: '17:00', location: 'Chicago', backdates: false },
      { actor: 'ACME/ann', address: '' },
    ),
  'a user disabled by the directory': ({ directory }) => directory.write('me', quiet, reconcile),
};

/** What is not done is not told either. */
const nothings: Record<string, (stores: Stores, of: Owned) => Promise<unknown>> = {
  'a user whose name is taken': ({ users }, { person }) => users.create({ ...user(), name: person.name }, note),
  'a change of nobody': ({ users }) => users.update(user().name, { deepLog: true }, note),
  'a login with a password that was changed': ({ sessions }, { person }) =>
    sessions.open(session(person.name), { passwordHash: 'old' }, note),
  'a logout of what is over': ({ sessions }) => sessions.end('unknown', note),
  'a token of a session that ended': ({ tokens }, { person }) => tokens.saveToken(token(person.name), 'unknown', note),
  'an exchange of an unknown token': ({ tokens }, { person }) =>
    tokens.exchange(bearer(person.name, { kind: 'credential', tokenHash: 'unknown' }), notes),
  'an API key of a session that ended': ({ tokens }, { person }) =>
    tokens.saveKey(bearer(person.name), 'unknown', note),
  'an unknown API key': ({ tokens }, { person }) => tokens.revokeKey(person.name, 'unknown', note),
  'an unknown credential': ({ tokens }) => tokens.endCredential('unknown', note),
  'an unknown link': ({ emailKeys }) => emailKeys.redeem('unknown', 2000, { passwordHash: 'new' }, note),
  'rules of another revision': ({ guard }, { waiting }) => guard.save(rulesOf(waiting), note),
  'a publish that another one is held before': ({ guard }, { waiting }) => guard.hold(heldOf(waiting), note),
  'a rejection of what does not wait': ({ guard }, { topic }) =>
    guard.reject({ topic, number: 9, isRefused: false }, note),
  'a tag of a version that is gone': ({ marks }, { topic }) =>
    marks.tag(topic, { version: 9, tag: 'Final', by: 'ACME/ann', note }),
  'the release of a publisher who is not held': ({ marks }, { topic }) => marks.release(topic, 1, note),
  'a second subject': async ({ identityLinks }, { person }) => {
    await identityLinks.add(link(person));
    await identityLinks.add(link(person), note);
  },
};

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let stores: Stores;
  let db: Kysely<Database>;
  let of: Owned;
  const breakAudit = dialect === 'sqlite' ? breakSqlite : breakPostgres;
  const content = async () =>
    new Map(
      await Promise.all(
        tableNames.map(async (name) => [name, (await sql`select * from ${sql.table(name)}`.execute(db)).rows] as const),
      ),
    );

  beforeAll(async () => {
    if (dialect === 'sqlite') {
      const dataDir = await mkdtemp(join(folder, 'store-'));
      stores = await openStores({ databaseUrl: '', dataDir });
      db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(databaseFile(dataDir))) });
    } else {
      const databaseUrl = await server.newDatabase();
      stores = await openStores({ databaseUrl, dataDir: '' });
      db = openPool(databaseUrl, () => undefined);
    }
    return async () => {
      await stores.close();
      await db.destroy();
    };
  }, START);
  // Each has people and things of its own in the one store.
  beforeEach(async () => {
    of = await owned(stores);
  });

  test.each(Object.entries(changes))('%s is kept with its row of the audit log or not at all', async (_, change) => {
    const before = await content();
    await breakAudit(db, true);
    await expect(change(stores, of)).rejects.toThrow('no room for the row');
    expect(await content()).toEqual(before);
    await breakAudit(db, false);
    const rows = before.get('audit')?.length ?? 0;
    await change(stores, of);
    expect((await content()).get('audit')?.length).toBeGreaterThan(rows);
  });

  test.each(Object.entries(nothings))('%s leaves no row', async (_, tried) => {
    const before = (await content()).get('audit');
    await tried(stores, of);
    expect((await content()).get('audit')).toEqual(before);
  });
});

async function breakSqlite(db: Kysely<Database>, isBroken: boolean): Promise<void> {
  const make = `create trigger audit_full before insert on audit begin select raise(abort, 'no room for the row'); end`;
  await sql.raw(isBroken ? make : 'drop trigger audit_full').execute(db);
}

async function breakPostgres(db: Kysely<Database>, isBroken: boolean): Promise<void> {
  if (!isBroken) return void (await sql.raw('drop trigger audit_full on audit').execute(db));
  await sql
    .raw(
      `create or replace function audit_full() returns trigger language plpgsql as $$ begin raise exception 'no room for the row'; end $$`,
    )
    .execute(db);
  await sql
    .raw('create trigger audit_full before insert on audit for each row execute function audit_full()')
    .execute(db);
}
