import { type Types, table } from '../column-types.ts';

/** Rules that publishes are held against, the publish that each report holds, and versions that are marked (time 5). */
export function guardTables(t: Types): string[] {
  const { key, text, int, packed } = t;
  return [
    table(
      'guard',
      [
        `topic ${key} not null primary key`,
        `rules ${text} not null`,
        `release_after ${int} not null`,
        `revision ${int} not null`,
        `last_number ${int} not null`,
        `rejected_at ${int} not null`,
      ],
      t,
    ),
    table(
      'held_publish',
      [
        `topic ${key} not null primary key`,
        `number ${int} not null`,
        `revision ${int} not null`,
        `sender ${key} not null`,
        `source ${text} not null`,
        `since ${int} not null`,
        `numbered_at ${int} not null`,
        `changed_at ${int} not null`,
        `broken ${text} not null`,
        `secrets ${text} not null`,
        `body ${packed} not null`,
      ],
      t,
    ),
    table(
      'guard_mark',
      [
        `topic ${key} not null`,
        `version ${int} not null`,
        `at ${int} not null`,
        `broken ${text} not null`,
        'primary key (topic, version)',
      ],
      t,
    ),
  ];
}

/** The revision of a report's rules in its head, which each append looks at anyhow, and held publishes as approvers saw them. */
export function approvalTables(t: Types): string[] {
  const { key, text, int, packed } = t;
  const columns = [
    `topic ${key} not null`,
    `revision ${int} not null`,
    `sender ${key} not null`,
    `source ${text} not null`,
    `broken ${text} not null`,
    `secrets ${text} not null`,
    `body ${packed} not null`,
    'primary key (topic, revision)',
  ];
  return [
    `alter table topic add column guard_revision ${int} not null default 0`,
    `update topic set guard_revision = coalesce((select revision from guard where guard.topic = topic.topic), 0)`,
    table('held_seen', columns, t),
  ];
}
