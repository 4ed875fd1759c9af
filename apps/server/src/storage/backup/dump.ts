import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import { type Kysely, sql } from 'kysely';
import { StoreFault } from '#ports/store-fault.ts';
import { type Database, tableNames } from '../database.ts';
import { migrationsOf } from '../migrations.ts';

/** A row of any table on its way from one store to another. */
export interface CopiedRow {
  readonly table: keyof Database;
  readonly row: Record<string, unknown>;
}

/** Tables whose rows hold whole reports are read a few rows at a time. */
const HEAVY: readonly string[] = [
  'version',
  'keyframe',
  'cell_index',
  'held_publish',
  'held_seen',
  'blob',
  'linked_content',
  'book_content',
  'book_values',
];
const HEAVY_ROWS = 8;
const FORMAT = 1;

/** Writes every row of a PostgreSQL store as it stood at one moment, while the store is in use. */
export async function dumpTo(db: Kysely<Database>, file: string): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => dumpWithin(transaction, file));
}

/** The same in a transaction beside which nobody writes. */
export async function dumpWithin(transaction: Kysely<Database>, file: string): Promise<void> {
  await pipeline(Readable.from(lines(transaction)), createZstdCompress(), createWriteStream(file));
}

async function* lines(db: Kysely<Database>): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: FORMAT, migrations: Object.keys(migrationsOf('postgres')) })}\n`;
  for (const table of tableNames) {
    const count = sql.raw(String(HEAVY.includes(table) ? HEAVY_ROWS : limits.store.dumpRows));
    await sql`declare dump no scroll cursor for select * from ${sql.table(table)}`.execute(db);
    for (;;) {
      const { rows } = await sql<Record<string, unknown>>`fetch ${count} from dump`.execute(db);
      if (rows.length === 0) break;
      for (const row of rows) yield `${JSON.stringify([table, encodeRow(row)])}\n`;
    }
    await sql`close dump`.execute(db);
  }
  yield '{"end":true}\n';
}

/** The rows of a dump of which `length` bytes are content; throws when it is of another product version or cut short. */
export async function* readDump(file: string, length: number): AsyncGenerator<CopiedRow> {
  const input = createReadStream(file, { end: length - 1 }).pipe(createZstdDecompress());
  let isFirst = true;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const value: unknown = JSON.parse(line);
    if (isFirst) assertHeader(value);
    else if (isRow(value)) yield { table: value[0], row: decodeRow(value[1]) };
    else if (JSON.stringify(value) === '{"end":true}') return;
    isFirst = false;
  }
  throw new StoreFault(`${file} is cut short`);
}

function assertHeader(value: unknown): void {
  const expected = JSON.stringify({ format: FORMAT, migrations: Object.keys(migrationsOf('postgres')) });
  if (JSON.stringify(value) !== expected) throw new StoreFault('the backup was made by another version of Sheetwire');
}

function isRow(value: unknown): value is [keyof Database, Record<string, unknown>] {
  return Array.isArray(value) && tableNames.some((name) => name === value[0]) && typeof value[1] === 'object';
}

function encodeRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
    ]),
  );
}

function decodeRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'object' && value !== null && 'base64' in value
        ? Buffer.from(String(value.base64), 'base64')
        : value,
    ]),
  );
}
