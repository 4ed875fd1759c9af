import type { Compilable, CompiledQuery, Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from './access.ts';
import { bindable } from './bind.ts';
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

/** What a run gives. */
interface Run<Given> {
  readonly given: Given;
  readonly now: number | undefined;
}

/**
 * A statement on a number of rows that is built once for each number: building one takes several times as long as running
 * it, and these run with every publish.
 */
export class BuiltStatement<Given extends readonly unknown[], Row> {
  readonly #build: (parts: Parts<Given>) => Compilable<Row>;
  readonly #built = new Map<string, CompiledQuery<Row>>();

  constructor(build: (parts: Parts<Given>) => Compilable<Row>) {
    this.#build = build;
  }

  async run(context: Context, given: Given): Promise<readonly Row[]> {
    const run: Run<Given> = { given, now: context.now };
    const built = this.#builtFor(context, given.length);
    const parameters = built.parameters.map((value) => (value instanceof Place ? bindable(value.take(run)) : value));
    const { rows } = await context.db.executeQuery<Row>({ ...built, parameters });
    return rows;
  }

  #builtFor({ db, dialect, at, now }: Context, count: number): CompiledQuery<Row> {
    const key = `${dialect} ${now === undefined} ${count}`;
    const known = this.#built.get(key);
    if (known) return known;
    const clock = now === undefined ? at : put<Run<Given>, number>((run) => run.now ?? Number.NaN);
    const place: PutPlace<Given> = (take) => put((run: Run<Given>) => take(run.given));
    const built = this.#build({ db, dialect, count, place, at: clock }).compile();
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
