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
