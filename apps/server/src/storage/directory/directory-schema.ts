import { type Types, table } from '../column-types.ts';

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

/** Whose account a person of the directory has is found without reading every account. */
export const associationIndex: readonly string[] = ['create index account_ad_user on account (ad_user)'];
