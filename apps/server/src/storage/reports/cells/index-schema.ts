import { type DialectName, table, types } from '../../column-types.ts';

/** Which steps changed which cells, and seals of snapshots (decision 73). */
export function indexTables(dialect: DialectName): string[] {
  const t = types[dialect];
  const { key, text, int, packed } = t;
  const columns = [
    `topic ${key} not null`,
    `version ${int} not null`,
    `from_version ${int} not null`,
    `body ${packed} not null`,
    'primary key (topic, version)',
  ];
  const sealed = (name: string) => `alter table snapshot add column ${name} ${text} not null default ''`;
  return [
    table('cell_index', columns, t),
    ...['hash', 'previous', 'seal'].map(sealed),
    "create index snapshot_unsealed on snapshot (topic, date) where seal = ''",
  ];
}
