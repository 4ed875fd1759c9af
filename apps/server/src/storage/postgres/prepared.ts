import type pg from 'pg';
import { codeOf } from '../faults.ts';
import type { CutPool } from './cut-pool.ts';

/** A statement with a name, by which each connection parses and plans it once. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/**
 * Behind a pooler that gives each transaction another connection a name is not known, or known already: SQLSTATE of both.
 * Nothing was run then.
 */
const OF_POOLERS: readonly string[] = ['26000', '42P05'];

/** Runs prepared statements, each as a transaction of its own; behind a pooler that loses names it does without them. */
export class PreparedStatements {
  readonly #pool: Pick<CutPool, 'connect'>;
  #isNamed = true;

  constructor(pool: Pick<CutPool, 'connect'>) {
    this.#pool = pool;
  }

  /** Throws what the database says, and a store fault while it is away. */
  async run<Row extends pg.QueryResultRow>({ name, text }: Prepared, values: readonly unknown[]): Promise<Row[]> {
    if (!this.#isNamed) return this.#ask<Row>({ text, values: [...values] });
    try {
      return await this.#ask<Row>({ name, text, values: [...values] });
    } catch (error) {
      if (!OF_POOLERS.includes(codeOf(error))) throw error;
      this.#isNamed = false;
      return this.#ask<Row>({ text, values: [...values] });
    }
  }

  async #ask<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    const client = await this.#pool.connect();
    try {
      return (await client.query<Row>(query)).rows;
    } finally {
      client.release();
    }
  }
}

const INT4 = 4;
const BYTEA = 17;
/** Dimensions, whether there are nulls, the type; then the length and first index of the one dimension. */
const HEADER = 5 * INT4;

/** A `bytea[]` as PostgreSQL takes it in binary: as text it would be twice as long. */
export function byteaArray(values: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.reduce((sum, { length }) => sum + INT4 + length, HEADER));
  let at = 0;
  for (const number of [1, 0, BYTEA, values.length, 1]) at = bytes.writeInt32BE(number, at);
  for (const value of values) {
    at = bytes.writeInt32BE(value.length, at);
    bytes.set(value, at);
    at += value.length;
  }
  return bytes;
}
