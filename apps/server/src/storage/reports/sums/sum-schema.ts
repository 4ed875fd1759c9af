import { type DialectName, table, types } from '../../column-types.ts';

/** What the versions of each minute come to, and up to which version that was worked out (decision 81). */
export function sumTables(dialect: DialectName): string[] {
  const t = types[dialect];
  const { key, text, int } = t;
  const columns = [
    `topic ${key} not null`,
    `minute ${int} not null`,
    `sender ${text} not null`,
    `first_version ${int} not null`,
    `last_version ${int} not null`,
    `since_time ${text} not null`,
    `until_time ${text} not null`,
    `versions ${int} not null`,
    `cells ${int} not null`,
    `bytes ${int} not null`,
    `whole ${int} not null`,
    'primary key (topic, minute, last_version)',
  ];
  return [table('version_sum', columns, t), `alter table topic add column summed_version ${int} not null default 0`];
}
