import { type DialectName, table, types } from '../../column-types.ts';

/** Versions with a tag and rollbacks, the hold after one, and how each version came (time 4, decision 65). */
export function markTables(dialect: DialectName): string[] {
  const t = types[dialect];
  const { key, text, int } = t;
  const columns = [
    `topic ${key} not null`,
    `version ${int} not null`,
    `kind ${key} not null`,
    `words ${text} not null`,
    `restored ${int} not null`,
    `by_user ${text} not null`,
    `created_at ${int} not null`,
    'primary key (topic, version, kind)',
  ];
  return [
    table('version_mark', columns, t),
    `alter table topic add column held_version ${int} not null default 0`,
    `alter table version add column source ${text} not null default ''`,
  ];
}
