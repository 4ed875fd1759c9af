import { type Compilable, CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { bindable } from './bind.ts';
import type { Context } from './context.ts';
import type { Database } from './database.ts';

/** Where a value stands in a statement that is run again and again. */
class Place<Given> {
  readonly take: (given: Given) => unknown;

  constructor(take: (given: Given) => unknown) {
    this.take = take;
  }
}

/** Puts a place into a statement; its value is taken from what each run is given. */
export type PutPlace<Given> = <Value>(take: (given: Given) => Value) => RawBuilder<Value>;

/** What a statement is built from: so many rows, and the time of the store. */
export interface Parts<Given> {
  readonly db: Kysely<Database>;
  readonly dialect: Context['dialect'];
  readonly count: number;
  readonly place: PutPlace<Given>;
  readonly at: RawBuilder<number>;
}

/** More rows take several runs: a statement is kept for each number up to this. */
export const MOST_ROWS = 64;

interface Built {
  readonly text: string;
  /** Values and places. */
  readonly values: readonly unknown[];
}

/** What a run gives. */
interface Run<Given> {
  readonly given: Given;
  readonly now: number | undefined;
}

/**
 * A statement on a number of rows that is built once for each number: building one takes several times as long as running
 * it, and these run with every publish.
 */
export class BuiltStatement<Entry, Row> {
  readonly #build: (parts: Parts<readonly Entry[]>) => Compilable<Row>;
  readonly #built = new Map<string, Built>();

  constructor(build: (parts: Parts<readonly Entry[]>) => Compilable<Row>) {
    this.#build = build;
  }

  /** Runs it on as many rows as there are, `MOST_ROWS` at a time. */
  async run(context: Context, entries: readonly Entry[]): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let at = 0; at < entries.length; at += MOST_ROWS) {
      rows.push(...(await this.#runOn(context, entries.slice(at, at + MOST_ROWS))));
    }
    return rows;
  }

  async #runOn(context: Context, given: readonly Entry[]): Promise<readonly Row[]> {
    const run: Run<readonly Entry[]> = { given, now: context.now };
    const { text, values } = this.#builtFor(context, given.length);
    const parameters = values.map((value) => (value instanceof Place ? bindable(value.take(run)) : value));
    return (await context.db.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows;
  }

  #builtFor({ db, dialect, at, now }: Context, count: number): Built {
    const key = `${dialect} ${now === undefined} ${count}`;
    const known = this.#built.get(key);
    if (known) return known;
    const clock = now === undefined ? at : put<Run<readonly Entry[]>, number>((run) => run.now ?? Number.NaN);
    const place: PutPlace<readonly Entry[]> = (take) => put((run: Run<readonly Entry[]>) => take(run.given));
    const { sql: text, parameters: values } = this.#build({ db, dialect, count, place, at: clock }).compile();
    const built = { text, values };
    this.#built.set(key, built);
    return built;
  }
}

function put<Given, Value>(take: (given: Given) => Value): RawBuilder<Value> {
  return sql<Value>`${new Place(take)}`;
}

/** The numbers from 0 on. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
