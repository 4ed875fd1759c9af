import { type DialectName, table, types } from '../../column-types.ts';

/**
 * Keyframes stay when newer ones come, so that every version that is kept can be read (decision 63); each has the moment
 * and the cleaner of its version: none has to be put aside for a snapshot any more. A step says how many cells it changed.
 */
export function pastTables(dialect: DialectName): string[] {
  const cells = `alter table version add column cells ${types[dialect].int} not null default 0`;
  const size = `alter table topic add column history_bytes ${types[dialect].int} not null default 0`;
  // Heads first, as each publish locks them: a server that is still at work and this one then never wait in a ring.
  return [size, cells, ...(dialect === 'postgres' ? inPlace : copied()), ...heldApart, counted];
}

/** Keyframes by their age: the oldest of all reports are found without passing their bodies. Older servers go on beside it. */
export const keyframeAges = ['create index keyframe_age on keyframe (created_at, topic, version)'];

const moment = `coalesce((select created_at from version
  where version.topic = keyframe.topic and version.version = keyframe.version), 0)`;

const counted = `update topic set history_bytes =
  coalesce((select sum(length(body)) from version where version.topic = topic.topic), 0) +
  coalesce((select sum(length(body)) from keyframe where keyframe.topic = topic.topic), 0)`;

/** What was put aside for snapshots that are due. */
const heldApart = [
  `insert into keyframe (topic, version, body, created_at, cleaner)
  select topic, version, body, coalesce((select created_at from version
    where version.topic = snapshot_content.topic and version.version = snapshot_content.version), 0), 0
  from snapshot_content where not exists (select 1 from keyframe
    where keyframe.topic = snapshot_content.topic and keyframe.version = snapshot_content.version)`,
  'drop table snapshot_content',
];

const inPlace = [
  'alter table keyframe add column created_at bigint not null default 0',
  'alter table keyframe add column cleaner bigint not null default 0',
  `update keyframe set created_at = ${moment}`,
  'alter table keyframe drop constraint keyframe_pkey',
  'alter table keyframe add primary key (topic, version)',
];

/** SQLite gives no table another primary key. */
function copied(): string[] {
  const { key, int, packed } = types.sqlite;
  const columns = [
    `topic ${key} not null`,
    `version ${int} not null`,
    `body ${packed} not null`,
    `created_at ${int} not null`,
    `cleaner ${int} not null`,
    'primary key (topic, version)',
  ];
  return [
    table('keyframe_kept', columns, types.sqlite),
    `insert into keyframe_kept select topic, version, body, ${moment}, 0 from keyframe`,
    'drop table keyframe',
    'alter table keyframe_kept rename to keyframe',
  ];
}
