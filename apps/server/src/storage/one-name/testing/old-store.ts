import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../../column-types.ts';
import type { Database } from '../../database.ts';
import { migrate, migrationsOf } from '../../migrations.ts';
import { encodeFrame } from '../../reports/frame.ts';
import { own, pack } from '../../reports/packing.ts';
import { packContent, sealOf } from '../../settings-backups/content.ts';

/** Brings a database to what it was before names that read the same became one. */
export async function migrateToOld(db: Kysely<Database>, dialect: DialectName): Promise<void> {
  const old = Object.entries(migrationsOf(dialect)).filter(([name]) => name < '0010');
  await migrate(db, Object.fromEntries(old));
}

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Puts rows into the tables, those first that others refer to. */
export async function fill(db: Kysely<Database>, rows: Rows): Promise<void> {
  for (const [table, own] of Object.entries(rows)) {
    for (const row of own) {
      const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(db);
    }
  }
}

const lists = { viewers: [], publishers: [], interactors: [], admins: [] };

/** Every table with names of the old spelling: two reports, groups and users read the same, some have none besides. */
export async function oldRows(topicSecret: string): Promise<Rows> {
  const frame = (user: string) =>
    pack(
      encodeFrame({
        version: 1,
        time: '20260101000000001',
        sender: 'ACME/jane  doe',
        pages: [
          { name: 'P', user: null, html: '<p>all</p>', styles: [] },
          { name: 'P', user, html: '<p>own</p>', styles: [] },
        ],
        metadata: {},
        holdControls: false,
        cleaner: 3,
      }),
      1,
    );
  const topics = ['ACME/DESK/DAILY PNL', 'ACME/DESK/DAILY  PNL', 'ACME/FX  DESK/SPOT', 'ACME/DESK/PROTOTYPE'];
  const topic = topics.map((name) => ({
    ...{ topic: name, version: 1, time: '20260101000000001', sender: 'ACME/jane  doe', is_live: 1 },
    ...{ view_secret: topicSecret, publish_secret: null, reserved_to: 1, changed_at: 1, keyframe_version: 1 },
    ...{ keyframe_bytes: 1, replay: 0, replay_bytes: 0 },
  }));
  const version = topics.map((name) => ({
    ...{ topic: name, version: 1, from_version: 0, time: '20260101000000001', sender: 'ACME/jane  doe', is_whole: 1 },
    ...{ replay: 0, is_packed: 1, body: own(Buffer.from('')), created_at: 1 },
  }));
  const users = ['ACME/jane doe', 'ACME/jane  doe', 'ACME/ann  lee', 'ACME/bob'];
  const account = users.map((name, n) => ({
    ...{ name, short_name: name.slice('ACME/'.length), email: `u${n}@acme.test`, email_key: `u${n}@acme.test` },
    ...{ password_hash: `hash ${n}`, ad_user: n === 2 ? name : null, block_admin_page: 0, can_change_email: 1 },
    ...{ deep_log: 0, disabled_at: null, recent_reports: JSON.stringify(topics.slice(0, 3)), created_at: 1 },
  }));
  const [who, where] = ['ACME/jane  doe', 'ACME/DESK/DAILY  PNL'];
  const copies = [
    {
      kind: 'permissions',
      entries: [['ACME/DESK/DAILY  PNL', { ...lists, viewers: ['ACME/BIG  TEAM', who], admins: [who] }]],
    },
    {
      kind: 'users',
      entries: [
        [who, entryOf(null)],
        ['ACME/long  gone', entryOf('ACME/long  gone')],
      ],
    },
    { kind: 'usergroups', entries: [['ACME/BIG  TEAM', { members: [who, 'ACME/TEAM  A'], madeAt: 1 }]] },
    {
      kind: 'snapshots',
      entries: [['ACME/OLD  DESK', { captures: true, time: '17:00', location: 'Chicago', backdates: false }]],
    },
  ];
  const packed = await Promise.all(
    copies.map(async ({ kind, entries }) => ({
      kind,
      ...(await packContent(JSON.stringify({ format: 1, kind, entries }))),
    })),
  );
  const perm = (gropic: string, role: string, principal: string) => ({ gropic, role, principal, place: 0 });
  return {
    topic,
    version,
    keyframe: await Promise.all(
      topics.map(async (name) => ({ topic: name, version: 1, body: await frame('ACME/ann  lee') })),
    ),
    blob: [{ hash: 'h', body: own(Buffer.from('x')) }],
    snapshot: [
      {
        ...{ topic: where, date: '2026-01-02', captured_at: 1, version: 1, time: '20260101000000001', sender: who },
        ...{ metadata: '{}', hold_controls: 0, cleaner: 3 },
      },
    ],
    snapshot_page: [
      { topic: where, date: '2026-01-02', place: 0, name: 'P  Q', user_name: who, styles: '[]', hash: 'h' },
    ],
    account,
    session: [
      {
        ...{ id_hash: 's', user_name: who, method: 'password', family: null, created_at: 1, seen_at: 1 },
        ...{ address: '', agent: 'two  spaces' },
      },
    ],
    stored_info: [{ family: 'f', user_name: who, current_hash: 'c', rotated_at: 1, created_at: 1 }],
    token: [{ hash: 't', user_name: who, app: 'app  two', created_at: 1, expires_at: 2 }],
    bearer: [{ hash: 'b', id: 'i', user_name: who, kind: 'apikey', name: 'key  name', created_at: 1, address: '' }],
    email_key: [{ hash: 'e', user_name: who, purpose: 'set', created_at: 1, expires_at: 2 }],
    gropic: ['ACME/DESK/DAILY PNL', where, 'ACME/FX  DESK'].map((gropic) => ({
      gropic,
      is_administered: 1,
      version: 3,
    })),
    perm: [
      perm('ACME/DESK/DAILY PNL', 'admins', 'ACME/jane doe'),
      perm('ACME/DESK/DAILY PNL', 'viewers', 'ACME/TEAM A'),
      perm(where, 'admins', who),
      perm(where, 'viewers', 'ACME/TEAM  A'),
      perm('ACME/FX  DESK', 'admins', 'ACME/ann  lee'),
      perm('ACME/FX  DESK', 'viewers', 'ACME/[ALL]'),
    ],
    user_group: ['ACME/TEAM A', 'ACME/TEAM  A', 'ACME/BIG  TEAM'].map((name) => ({
      ...{ name, is_directory: 0, made_at: 1, version: 4 },
    })),
    group_member: [
      { name: 'ACME/TEAM A', member: 'ACME/bob', place: 0 },
      { name: 'ACME/TEAM  A', member: who, place: 0 },
      { name: 'ACME/BIG  TEAM', member: 'ACME/TEAM  A', place: 0 },
    ],
    audit: [{ at: 1, actor: who, action: 'x', object: where, before: 'null', after: 'null', address: '' }],
    identity_link: [{ issuer: 'iss', subject: 'sub', user_name: who, created_at: 1 }],
    directory_person: [{ id: 'p', name: 'ACME/ann  lee', email: '', is_disabled: 0 }],
    directory_link: [{ user_name: 'ACME/ann  lee', person_id: 'p', is_disabled: 0 }],
    seat: [{ user_name: who, is_held: 1, since: 1, seen_at: 1 }],
    settings_content: packed.map(({ hash, body }) => ({ hash, body })),
    settings_copy: packed.map(({ kind, hash }) => {
      const name = '2026-01-01';
      return { kind, name, hash, seal: sealOf({ kind, name, hash }), is_undo: 0, created_at: 1 };
    }),
    snapshot_setting: [
      { gropic: 'ACME/FX  DESK', captures: 1, time: '17:00', location: 'New York', backdates: 0, due_at: null },
    ],
    snapshot_run: [{ topic: where, due_at: 1, date: '2026-01-01' }],
    snapshot_content: [{ topic: where, version: 1, body: await frame(who), kept_at: 1 }],
    control_session: [
      {
        ...{
          hash: 'cs',
          user_name: who,
          line_hash: 'l',
          instance_id: 'a  b',
          until: 1,
          seen_at: 1,
          cursor: 0,
          is_told: 0,
        },
        lost: `${where}\nACME/DESK/DAILY PNL`,
      },
    ],
    control_lease: [{ topic: where, session: 'cs' }],
    control_update: [
      {
        ...{ id: 'u', topic: where, seq: 1, owner: who, control: 'c', name: 'c', value: 'two  spaces', user_name: who },
        ...{ mark: '', at: 1, expires_at: 2, is_held: 0, handed: 0, state: 0 },
      },
    ],
    control_held: [
      {
        ...{ topic: where, owner: who, control: 'c', name: 'c', value: 'two  spaces', user_name: who, at: 1 },
        ...{ version: 1, base: 1, markup: '<input  >' },
      },
    ],
    linked_file: [{ topic: where, name: 'a  b.pdf', hash: 'lf', bytes: 1, published_by: who, changed_at: 1 }],
  };
}

function entryOf(adUser: string | null) {
  return {
    ...{ email: 'x@acme.test', passwordHash: null, adUser, blockAdminPage: false, canChangeEmail: true },
    ...{ deepLog: false, disabledAt: null, createdAt: 1, person: null, subjects: [] },
  };
}
