import { type DialectName, type Types, table, types } from './column-types.ts';
import { peopleTables } from './people/people-schema.ts';

/** The statements of the first migration. */
export function firstSchema(dialect: DialectName): string[] {
  const t = types[dialect];
  return [...reportTables(t), ...snapshotTables(t), ...peopleTables(t), ...rightsTables(t), ...extras[dialect]];
}

function reportTables(t: Types): string[] {
  const { key, text, int, bytes, packed } = t;
  return [
    table(
      'topic',
      [
        `topic ${key} not null primary key`,
        `version ${int} not null`,
        `time ${text} not null`,
        `sender ${text} not null`,
        `is_live ${int} not null`,
        `view_secret ${text}`,
        `publish_secret ${text}`,
        `reserved_to ${int} not null`,
        `changed_at ${int} not null`,
        `keyframe_version ${int} not null`,
        `keyframe_bytes ${int} not null`,
        `replay ${int} not null`,
        `replay_bytes ${int} not null`,
      ],
      t,
    ),
    'create index topic_changed on topic (changed_at)',
    table(
      'version',
      [
        `topic ${key} not null`,
        `version ${int} not null`,
        `from_version ${int} not null`,
        `time ${text} not null`,
        `sender ${text} not null`,
        `is_whole ${int} not null`,
        `replay ${int} not null`,
        `is_packed ${int} not null`,
        `body ${bytes} not null`,
        `created_at ${int} not null`,
        'primary key (topic, version)',
      ],
      t,
    ),
    'create index version_created on version (created_at)',
    table('keyframe', [`topic ${key} not null primary key`, `version ${int} not null`, `body ${packed} not null`], t),
  ];
}

function snapshotTables(t: Types): string[] {
  const { key, text, int, packed } = t;
  return [
    table('blob', [`hash ${key} not null primary key`, `body ${packed} not null`], t),
    table(
      'snapshot',
      [
        `topic ${key} not null`,
        `date ${key} not null`,
        `captured_at ${int} not null`,
        `version ${int} not null`,
        `time ${text} not null`,
        `sender ${text} not null`,
        `metadata ${text} not null`,
        `hold_controls ${int} not null`,
        `cleaner ${int} not null`,
        'primary key (topic, date)',
      ],
      t,
    ),
    table(
      'snapshot_page',
      [
        `topic ${key} not null`,
        `date ${key} not null`,
        `place ${int} not null`,
        `name ${text} not null`,
        `user_name ${text}`,
        `styles ${text} not null`,
        `hash ${key} not null references blob (hash)`,
        'primary key (topic, date, place)',
        'foreign key (topic, date) references snapshot (topic, date)',
      ],
      t,
    ),
    'create index snapshot_page_hash on snapshot_page (hash)',
  ];
}

function rightsTables(t: Types): string[] {
  const { key, text, int } = t;
  return [
    table(
      'gropic',
      [`gropic ${key} not null primary key`, `is_administered ${int} not null`, `version ${int} not null`],
      t,
    ),
    table(
      'perm',
      [
        `gropic ${key} not null references gropic (gropic)`,
        `role ${key} not null`,
        `principal ${key} not null`,
        `place ${int} not null`,
        'primary key (gropic, role, principal)',
      ],
      t,
    ),
    'create index perm_principal on perm (principal)',
    table('user_group', [`name ${key} not null primary key`, `is_directory ${int} not null`], t),
    table(
      'group_member',
      [
        `name ${key} not null references user_group (name)`,
        `member ${key} not null`,
        `place ${int} not null`,
        'primary key (name, member)',
      ],
      t,
    ),
    'create index group_member_member on group_member (member)',
    table(
      'audit',
      [
        `id ${t.serial}`,
        `at ${int} not null`,
        `actor ${text} not null`,
        `action ${text} not null`,
        `object ${text} not null`,
        `before ${text} not null`,
        `after ${text} not null`,
        `address ${text} not null`,
      ],
      t,
    ),
    'create index audit_at on audit (at)',
    table('health', [`id ${int} not null primary key`, `checked_at ${int} not null`], t),
  ];
}

/** Append-only means that the database itself refuses a change of the audit log (semantics 8). */
const extras: Record<DialectName, readonly string[]> = {
  sqlite: [
    `create trigger audit_kept_update before update on audit begin select raise(abort, 'the audit log is append-only'); end`,
    `create trigger audit_kept_delete before delete on audit begin select raise(abort, 'the audit log is append-only'); end`,
  ],
  postgres: [
    'alter table version alter column body set storage external',
    'alter table keyframe alter column body set storage external',
    'alter table blob alter column body set storage external',
    'alter table topic set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)',
    'alter table keyframe set (autovacuum_vacuum_scale_factor = 0.02)',
    `create function audit_kept() returns trigger language plpgsql as $$ begin raise exception 'the audit log is append-only'; end $$`,
    'create trigger audit_kept before update or delete on audit for each row execute function audit_kept()',
  ],
};

/** What changes with each version of a report is in no index, and has room where it lies: PostgreSQL then writes no index. */
export function headsInPlace(dialect: DialectName): string[] {
  const drop = 'drop index topic_changed';
  return dialect === 'postgres' ? [drop, 'alter table topic set (fillfactor = 70)'] : [drop];
}
