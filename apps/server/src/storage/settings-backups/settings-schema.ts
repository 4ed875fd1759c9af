import { type Types, table } from '../column-types.ts';

/** Copies of the settings by kind and date, and the audit log in the order in which it is read. */
export function settingsCopyTables(t: Types): string[] {
  const { key, int, packed } = t;
  return [
    table('settings_content', [`hash ${key} not null primary key`, `body ${packed} not null`], t),
    table(
      'settings_copy',
      [
        `kind ${key} not null`,
        `name ${key} not null`,
        `hash ${key} not null references settings_content (hash)`,
        `seal ${key} not null`,
        `is_undo ${int} not null`,
        `created_at ${int} not null`,
        'primary key (kind, name)',
      ],
      t,
    ),
    'create index settings_copy_hash on settings_copy (hash)',
    'create index audit_order on audit (at, id)',
    'drop index audit_at',
  ];
}
