import { type Types, table } from '../column-types.ts';

/** When daily snapshots are due, which of them are not taken yet, and what they need that would be gone by then. */
export function snapshotSettingTables(t: Types): string[] {
  const { key, text, int, packed } = t;
  return [
    table(
      'snapshot_setting',
      [
        `gropic ${key} not null primary key`,
        `captures ${int} not null`,
        `time ${text} not null`,
        `location ${text} not null`,
        `backdates ${int} not null`,
        `due_at ${int}`,
        `due_date ${text} not null default ''`,
        `last_due_at ${int} not null default 0`,
      ],
      t,
    ),
    'create index snapshot_setting_due on snapshot_setting (due_at)',
    table(
      'snapshot_run',
      [
        `topic ${key} not null`,
        `due_at ${int} not null`,
        `date ${key} not null`,
        `claimed_by ${text} not null default ''`,
        `claimed_until ${int} not null default 0`,
        `tries ${int} not null default 0`,
        'primary key (topic, due_at)',
      ],
      t,
    ),
    'create index snapshot_run_claimed on snapshot_run (claimed_until, topic, due_at)',
    table(
      'snapshot_content',
      [
        `topic ${key} not null primary key`,
        `version ${int} not null`,
        `body ${packed} not null`,
        `kept_at ${int} not null`,
      ],
      t,
    ),
  ];
}
