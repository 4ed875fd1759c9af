import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves, secretHasher } from '#report/secrets.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import type { DialectName } from '../column-types.ts';
import { type Database, tableNames } from '../database.ts';
import { migrate, migrationsOf } from '../migrations.ts';
import { openStores } from '../open-stores.ts';
import { openPool } from '../postgres/pool.ts';
import { decodeFrame } from '../reports/frame.ts';
import { unpack } from '../reports/packing.ts';
import { openCopy } from '../settings-backups/content.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import { followers, holders, sources } from './name-columns.ts';
import { numberedWords } from './numbered-names.ts';
import { oneNameEach } from './one-name-each.ts';
import { fill, migrateToOld, oldRows } from './testing/old-store.ts';

const START = 60_000;
const topic = (text: string) => branded<'Topic'>(text);
const hasher = secretHasher(new Uint8Array(32).fill(1));
const doubled = topic('ACME/DESK/DAILY  PNL');
let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await withPostgres();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-names-'));
}, START);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, START);

const places = {
  sqlite: async () => {
    const dataDir = await mkdtemp(join(folder, 'store-'));
    const file = databaseFile(dataDir);
    const open = () => new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(file)) });
    return { open, options: { databaseUrl: '', dataDir } };
  },
  postgres: async () => {
    const databaseUrl = await server.newDatabase();
    return { open: () => openPool(databaseUrl, () => undefined), options: { databaseUrl, dataDir: '' } };
  },
};

/** Not made yet where the store is looked at from before. */
const later = [
  'version_mark',
  'guard',
  'held_publish',
  'guard_mark',
  'cell_index',
  'version_sum',
  'retention',
  'directory_group',
  'held_seen',
  'former_account',
] as const;

/** Tables that were made with the one form of names or later, and the audit log, which says of each name what it was. */
const isNotCounted: ReadonlySet<string> = new Set([
  'renamed_name',
  'settings_change',
  'audit',
  'book_content',
  'book',
  'book_values',
  ...later,
]);

const isLater: ReadonlySet<string> = new Set(later);
const made = tableNames.filter((table) => !isLater.has(table));

/** The tables as they were when spellings became one. */
function migrationsUpTo(last: string, dialect: DialectName) {
  return Object.fromEntries(Object.entries(migrationsOf(dialect)).filter(([name]) => name.slice(0, 4) <= last));
}

describe.each(['sqlite', 'postgres'] as const)('a store of %s from before', (dialect) => {
  let db: Kysely<Database>;
  let options: Parameters<typeof openStores>[0];
  let before: Map<string, number>;
  const rowsOf = async (table: string) =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows;
  const counts = async () => {
    const tables = tableNames.filter((table) => !isNotCounted.has(table));
    return new Map(await Promise.all(tables.map(async (table) => [table, (await rowsOf(table)).length] as const)));
  };
  const column = async (table: string, name: string) => (await rowsOf(table)).map((row) => row[name]).toSorted(asTexts);

  beforeAll(async () => {
    const place = await places[dialect]();
    options = place.options;
    db = place.open();
    await migrateToOld(db, dialect);
    await fill(db, await oldRows(hasher.hash(doubled, 'view', 'sesame')));
    before = await counts();
    await migrate(db, migrationsUpTo('0014', dialect));
  }, START);
  afterAll(() => db.destroy());

  test('holds nothing but names of the one form, and lost no row', async () => {
    expect(await counts()).toEqual(before);
    for (const { table, column: name, kind } of [...holders, ...sources, ...followers]) {
      for (const text of await column(table, name)) {
        const parsed = kind === 'reports' ? parseGropic(String(text)) : parsePrincipal(String(text));
        if (text !== null) expect([table, name, parsed]).toEqual([table, name, text]);
      }
    }
  });

  test('keeps two reports, groups and users that read the same apart, each with its own rights', async () => {
    expect(await column('topic', 'topic')).toEqual([
      'ACME/DESK/DAILY PNL',
      'ACME/DESK/DAILY PNL (2)',
      'ACME/DESK/PROTOTYPE (2)',
      'ACME/FX DESK/SPOT',
    ]);
    const perms = (await rowsOf('perm'))
      .map(({ gropic, role, principal }) => `${String(gropic)} ${String(role)} ${String(principal)}`)
      .sort();
    expect(perms).toEqual([
      'ACME/DESK/DAILY PNL (2) admins ACME/jane doe (2)',
      'ACME/DESK/DAILY PNL (2) viewers ACME/TEAM A (2)',
      'ACME/DESK/DAILY PNL admins ACME/jane doe',
      'ACME/DESK/DAILY PNL viewers ACME/TEAM A',
      'ACME/FX DESK admins ACME/ann lee',
      'ACME/FX DESK viewers ACME/[ALL]',
    ]);
    const members = (await rowsOf('group_member'))
      .map(({ name, member }) => `${String(name)} ${String(member)}`)
      .sort();
    expect(members).toEqual([
      'ACME/BIG TEAM ACME/TEAM A (2)',
      'ACME/TEAM A (2) ACME/jane doe (2)',
      'ACME/TEAM A ACME/bob',
    ]);
    expect(await column('user_group', 'version')).toEqual([4, 4, 4]);
    expect(await column('account', 'short_name')).toEqual(['ann lee', 'bob', 'jane doe', 'jane doe (2)']);
    expect(await column('session', 'user_name')).toEqual(['ACME/jane doe (2)']);
    expect(await column('bearer', 'user_name')).toEqual(['ACME/jane doe (2)']);
  });

  test('leaves texts that are no names as they are, and the audit log', async () => {
    expect([await column('session', 'agent'), await column('bearer', 'name')]).toEqual([
      ['two  spaces'],
      ['key  name'],
    ]);
    expect([await column('linked_file', 'name'), await column('snapshot_page', 'name')]).toEqual([
      ['a  b.pdf'],
      ['P  Q'],
    ]);
    expect(await column('control_held', 'value')).toEqual(['two  spaces']);
    expect((await rowsOf('audit')).filter(({ action }) => action === 'x')).toMatchObject([
      { actor: 'ACME/jane  doe', object: 'ACME/DESK/DAILY  PNL' },
    ]);
  });

  test('lists what was read lately and what a publisher lost by the names of now', async () => {
    const recent = ['ACME/DESK/DAILY PNL', 'ACME/DESK/DAILY PNL (2)', 'ACME/FX DESK/SPOT'];
    for (const list of await column('account', 'recent_reports')) expect(JSON.parse(String(list))).toEqual(recent);
    expect(await column('control_session', 'lost')).toEqual(['ACME/DESK/DAILY PNL (2)\nACME/DESK/DAILY PNL']);
  });

  test('still shows a page to the one user whom it is for, and names the sender', async () => {
    for (const [table, user] of [
      ['keyframe', 'ACME/ann lee'],
      ['snapshot_content', 'ACME/jane doe (2)'],
    ] as const) {
      for (const { body } of await rowsOf(table)) {
        if (!(body instanceof Uint8Array)) throw new Error('a body is bytes');
        const { sender, pages } = decodeFrame(await unpack(body));
        expect([sender, ...pages.map((page) => [page.user, page.html])]).toEqual([
          'ACME/jane doe (2)',
          [null, '<p>all</p>'],
          [user, '<p>own</p>'],
        ]);
      }
    }
  });

  test('takes the secrets that its reports had', async () => {
    const rows = await db.selectFrom('topic').select(['topic', 'view_secret']).orderBy('topic').execute();
    const opens = ({ topic: name, view_secret: kept }: (typeof rows)[number], given: string) =>
      proves(hasher, topic(name), { purpose: 'view', kept, given });
    expect(rows.map((row) => opens(row, 'sesame'))).toEqual([false, true, false, false]);
    expect(rows.some((row) => opens(row, 'other'))).toBe(false);
  });

  test('recovers its settings under the names of now', async () => {
    const copies = await db
      .selectFrom('settings_copy')
      .innerJoin('settings_content', 'settings_content.hash', 'settings_copy.hash')
      .selectAll()
      .orderBy('kind')
      .execute();
    const texts = await Promise.all(copies.map((copy) => openCopy(copy, copy.body)));
    expect(texts.map((text) => JSON.parse(text ?? '').entries)).toMatchObject([
      [['ACME/DESK/DAILY PNL (2)', { viewers: ['ACME/BIG TEAM', 'ACME/jane doe (2)'], admins: ['ACME/jane doe (2)'] }]],
      [['ACME/OLD DESK', { captures: true, location: 'Chicago' }]],
      [['ACME/BIG TEAM', { members: ['ACME/jane doe (2)', 'ACME/TEAM A (2)'], madeAt: 1 }]],
      [
        ['ACME/jane doe (2)', { adUser: null }],
        ['ACME/long gone', { adUser: 'ACME/long gone' }],
      ],
    ]);
  });

  test('says of each name what it was, in a table and in the audit log', async () => {
    const noted = (await rowsOf('renamed_name')).map(
      ({ was, is_now, why }) => `${String(was)} > ${String(is_now)} ${String(why)}`,
    );
    expect(noted).toContain('ACME/DESK/DAILY  PNL > ACME/DESK/DAILY PNL (2) taken');
    expect(noted).toContain('ACME/DESK/PROTOTYPE > ACME/DESK/PROTOTYPE (2) refused');
    expect(noted).toContain('ACME/FX  DESK > ACME/FX DESK spaces');
    const notes = (await rowsOf('audit')).filter(({ action }) => action === 'name changed');
    expect(notes).toHaveLength(noted.length);
    expect(notes).toContainEqual(
      expect.objectContaining({
        object: 'ACME/jane doe (2)',
        before: '"ACME/jane  doe"',
        after: '"ACME/jane doe (2)"',
      }),
    );
  });

  test('is not touched by a second look, and opens', async () => {
    const all = async () => new Map(await Promise.all(made.map(async (name) => [name, await rowsOf(name)] as const)));
    const first = await all();
    await oneNameEach(db, dialect);
    expect(await all()).toEqual(first);
    const stores = await openStores(options);
    expect((await stores.users.get(branded<'User'>('ACME/jane doe (2)')))?.passwordHash).toBe('hash 1');
    expect((await stores.reports.newest(topic('ACME/DESK/DAILY PNL (2)')))?.pages[1]?.user).toBe('ACME/ann lee');
    expect((await stores.numberedNames()).map(numberedWords)).toEqual([
      '"ACME/TEAM  A" looks the same as another name and was renamed to "ACME/TEAM A (2)", keeping its rights',
      '"ACME/jane  doe" looks the same as another name and was renamed to "ACME/jane doe (2)", keeping its rights',
      '"ACME/DESK/DAILY  PNL" looks the same as another name and was renamed to "ACME/DESK/DAILY PNL (2)", keeping its rights',
      '"ACME/DESK/PROTOTYPE" is no longer allowed and was renamed to "ACME/DESK/PROTOTYPE (2)", keeping its rights',
    ]);
    await stores.close();
  });
});

test('every column of text is one of names of then, is known to be none or was made with the one form of names', async () => {
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(join(folder, 'columns.db'))) });
  const places = async () => {
    const { rows } = await sql<{ place: string }>`
      select m.name || '.' || c.name as place from sqlite_master m, pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like 'kysely%' and m.name not like 'sqlite%' and lower(c.type) = 'text'`.execute(
      db,
    );
    return rows.map(({ place }) => place);
  };
  await migrateToOld(db, 'sqlite');
  const old = await places();
  await migrate(db, migrationsOf('sqlite'));
  const added = (await places()).filter((place) => !old.includes(place));
  await db.destroy();
  const names = new Set([...holders, ...sources, ...followers].map(({ table, column }) => `${table}.${column}`));
  const [others, since] = [noNames, sinceOneForm].map(
    (list) => new Set(list.flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`))),
  );
  expect(old.filter((place) => names.has(place) === others?.has(place))).toEqual([]);
  expect(new Set(added)).toEqual(since);
});

/** Tables made after the names of old were spelled anew: what they name is in the one form, or is what it was. */
const sinceOneForm: readonly (readonly [string, string])[] = [
  ['renamed_name', 'was is_now kind why'],
  ['book_content', 'hash'],
  ['book', 'topic state hash name selection metadata'],
  ['book_values', 'topic'],
  // Named by changes of now: a gropic, group or account of the one form, or '' for any.
  ['settings_change', 'kind name'],
  // How a version came, what was noted of it by whom, hashes and seals.
  ['version', 'source hash previous seal'],
  ['keyframe', 'seal'],
  ['version_mark', 'topic kind words by_user'],
  ['cell_index', 'topic'],
  ['retention', 'topic'],
  ['version_sum', 'topic sender since_time until_time'],
  ['snapshot', 'hash previous seal'],
  ['guard', 'topic rules'],
  ['held_publish', 'topic sender source broken secrets'],
  ['held_seen', 'topic sender source broken secrets'],
  ['guard_mark', 'topic broken'],
  ['former_account', 'name'],
  ['directory_group', 'name group_id'],
  // In the publisher's words.
  ['control_update', 'reason'],
];

/** Hashes, times, labels, sealed texts, lists that are renamed by their own code, and history. */
const noNames: readonly (readonly [string, string])[] = [
  ['topic', 'time view_secret publish_secret'],
  ['version', 'time'],
  ['blob', 'hash'],
  ['snapshot', 'date time metadata'],
  ['snapshot_page', 'date name styles hash'],
  ['account', 'short_name email email_key password_hash recent_reports'],
  ['session', 'id_hash method family address agent'],
  ['stored_info', 'family current_hash previous_hash sealed_successor'],
  ['token', 'hash app'],
  ['bearer', 'hash id kind name token_hash instance_id version address'],
  ['email_key', 'hash purpose payload'],
  ['throttle', 'key'],
  ['perm', 'role'],
  ['audit', 'actor action object before after address'],
  ['identity_link', 'issuer subject'],
  ['sso_session', 'id_hash issuer subject sid sealed_token'],
  ['one_time', 'hash purpose payload'],
  ['directory_person', 'id email'],
  ['directory_state', 'cursor fault holder'],
  ['directory_link', 'person_id'],
  ['waiting_mail', 'id sealed'],
  ['settings_content', 'hash'],
  ['settings_copy', 'kind name hash seal'],
  ['settings_stamp', 'kind'],
  ['snapshot_setting', 'time location due_date'],
  ['snapshot_run', 'date claimed_by'],
  ['control_session', 'hash line_hash instance_id lost'],
  ['control_lease', 'session'],
  ['control_update', 'id control name value mark'],
  ['control_held', 'control name value markup'],
  ['linked_content', 'hash'],
  ['linked_file', 'name hash'],
];

function asTexts(one: unknown, other: unknown): number {
  return String(one) < String(other) ? -1 : 1;
}
