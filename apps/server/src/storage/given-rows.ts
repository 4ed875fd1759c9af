import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from './column-types.ts';

/** A condition that is one statement for any number of texts: an array on PostgreSQL, a JSON list on SQLite. */
export function isAmong(
  column: RawBuilder<unknown>,
  texts: readonly string[],
  dialect: DialectName,
): RawBuilder<boolean> {
  return dialect === 'postgres'
    ? sql<boolean>`${column} = any(${texts}::text[])`
    : sql<boolean>`${column} in (select value from json_each(${JSON.stringify(texts)}))`;
}

/** Rows of `key` and `number` that a statement is given, the same way. */
export function givenNumbers(rows: readonly (readonly [string, number])[], dialect: DialectName): RawBuilder<unknown> {
  if (dialect === 'sqlite') {
    return sql`select value ->> 0 as key, value ->> 1 as number from json_each(${JSON.stringify(rows)})`;
  }
  const [keys, numbers] = [rows.map(([key]) => key), rows.map(([, number]) => number)];
  return sql`select key collate "C" as key, number
from unnest(${keys}::text[], ${numbers}::bigint[]) as given (key, number)`;
}
