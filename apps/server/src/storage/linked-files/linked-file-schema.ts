import { type DialectName, table, types } from '../column-types.ts';

/** Files that reports link to; equal bytes lie here once. */
export function linkedFileTables(dialect: DialectName): string[] {
  const t = types[dialect];
  const { key, text, int, packed } = t;
  return [
    table('linked_content', [`hash ${key} not null primary key`, `body ${packed} not null`], t),
    table(
      'linked_file',
      [
        `topic ${key} not null`,
        `file ${key} not null`,
        `name ${text} not null`,
        `hash ${key} not null references linked_content (hash)`,
        `bytes ${int} not null`,
        `published_by ${text} not null`,
        `changed_at ${int} not null`,
        'primary key (topic, file)',
      ],
      t,
    ),
    'create index linked_file_hash on linked_file (hash)',
    // Parts of a file are read from the middle: PostgreSQL would have to unpack the whole for each.
    ...(dialect === 'postgres' ? ['alter table linked_content alter column body set storage external'] : []),
  ];
}
