import { type Types, table } from '../column-types.ts';

/** Files that reports link to; equal bytes lie here once, in parts that are read one at a time. */
export function linkedFileTables(t: Types): string[] {
  const { key, text, int, packed } = t;
  return [
    table(
      'linked_content',
      [`hash ${key} not null`, `part ${int} not null`, `body ${packed} not null`, 'primary key (hash, part)'],
      t,
    ),
    table(
      'linked_file',
      [
        `topic ${key} not null`,
        `name ${key} not null`,
        `hash ${key} not null`,
        `bytes ${int} not null`,
        `published_by ${text} not null`,
        `changed_at ${int} not null`,
        'primary key (topic, name)',
      ],
      t,
    ),
    'create index linked_file_hash on linked_file (hash)',
  ];
}
