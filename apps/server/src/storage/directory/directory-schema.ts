import { type DialectName, type Types, table, types } from '../column-types.ts';

/** Which server copies the directory now, how often its copy changed, and whose account belongs to which person. */
export function directoryCopyTables(t: Types): string[] {
  const { key, text, int } = t;
  return [
    `alter table directory_state add column holder ${text} not null default ''`,
    `alter table directory_state add column held_until ${int} not null default 0`,
    `alter table directory_state add column generation ${int} not null default 0`,
    table(
      'directory_link',
      [`user_name ${key} not null primary key`, `person_id ${key} not null`, `is_disabled ${int} not null`],
      t,
    ),
  ];
}

/** Which group of the directory has a name, and since when in place of another one; 0 where it is the first that was known. */
export function directoryGroupTables(t: Types): string[] {
  const { key, int } = t;
  const columns = [`name ${key} not null primary key`, `group_id ${key} not null`, `since ${int} not null`];
  return [table('directory_group', columns, t)];
}

/** Since when a group is gone, so that what is known of it is not kept for ever; those that are gone already are from now on. */
export function groupsGone(dialect: DialectName): string[] {
  const absent = 'not exists (select 1 from user_group g where g.name = directory_group.name and g.is_directory = 1)';
  return [
    `alter table directory_group add column gone_at ${types[dialect].int}`,
    `update directory_group set gone_at = ${nowOf[dialect]} where ${absent}`,
    'create index directory_group_gone on directory_group (gone_at)',
  ];
}

/** The database's own clock, epoch ms. */
const nowOf: Record<DialectName, string> = {
  sqlite: "cast(unixepoch('subsec') * 1000 as integer)",
  postgres: 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint',
};

/** Whose account a person of the directory has is found without reading every account. */
export const associationIndex: readonly string[] = ['create index account_ad_user on account (ad_user)'];
