import { type DialectName, table, types } from '../../column-types.ts';

/** Sums by the version that they begin with, and the widest ones: a list reads no more of them than lie in it (decision 81). */
export const sumRanges = [
  'create index version_sum_first on version_sum (topic, first_version)',
  'create index version_sum_width on version_sum (topic, (last_version - first_version))',
];

/** One sum of a minute and a publisher, where two were written as its versions were summed in two goes. */
export const joinedSums = [
  `create table version_sum_joined as select topic, minute, sender, min(first_version) as first_version,
  max(last_version) as last_version, min(since_time) as since_time, max(until_time) as until_time,
  sum(versions) as versions, sum(cells) as cells, sum(bytes) as bytes, sum(whole) as whole
  from version_sum group by topic, minute, sender having count(*) > 1`,
  `delete from version_sum where (topic, minute, sender) in (select topic, minute, sender from version_sum_joined)`,
  `insert into version_sum (topic, minute, sender, first_version, last_version, since_time, until_time, versions, cells, bytes,
  whole) select topic, minute, sender, first_version, last_version, since_time, until_time, versions, cells, bytes, whole
  from version_sum_joined`,
  'drop table version_sum_joined',
];

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
