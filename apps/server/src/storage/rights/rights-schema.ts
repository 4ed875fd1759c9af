import { type Types, table } from '../column-types.ts';

/**
 * How often each kind of settings was changed, by which a server finds what a lost message told of; a group's members
 * by their version, and since when there is a group of that name: one made anew is another one (safety 3).
 */
export function rightsStampTables(t: Types): string[] {
  const { key, int } = t;
  return [
    table('settings_stamp', [`kind ${key} not null primary key`, `stamp ${int} not null`], t),
    `alter table user_group add column made_at ${int} not null default 0`,
    `alter table user_group add column version ${int} not null default 1`,
  ];
}

/** What was changed by which stamp: of one change a server that was not told of it reads no more than that. */
export function rightsChangeTables(t: Types): string[] {
  const { key, int } = t;
  const columns = [`kind ${key} not null`, `name ${key} not null`, `stamp ${int} not null`, 'primary key (kind, name)'];
  return [
    table('settings_change', columns, t),
    'create index settings_change_stamp on settings_change (kind, stamp)',
    // What was changed before is not known by name.
    `insert into settings_change (kind, name, stamp) select kind, '', stamp from settings_stamp`,
  ];
}
