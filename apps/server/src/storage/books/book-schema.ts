import { type Types, table } from '../column-types.ts';

/** Workbooks that values are set on; equal bytes lie here once, in parts that are written and read one at a time. */
export function bookTables(t: Types): string[] {
  const { key, text, int, bytes, packed } = t;
  return [
    table(
      'book_content',
      [`hash ${key} not null`, `part ${int} not null`, `body ${packed} not null`, 'primary key (hash, part)'],
      t,
    ),
    table(
      'book',
      [
        `topic ${key} not null primary key`,
        `version ${int} not null`,
        `state ${key} not null`,
        `hash ${key} not null`,
        `bytes ${int} not null`,
        `name ${text} not null`,
        `selection ${text} not null`,
        `metadata ${text} not null`,
        `changed_at ${int} not null`,
      ],
      t,
    ),
    'create index book_hash on book (hash)',
    'create index book_changed on book (changed_at)',
    table(
      'book_values',
      [`topic ${key} not null`, `place ${int} not null`, `body ${bytes} not null`, 'primary key (topic, place)'],
      t,
    ),
  ];
}
