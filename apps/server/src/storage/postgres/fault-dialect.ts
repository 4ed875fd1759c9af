import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import { databaseWords } from '#lib/faults/database-words.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { codeOf, faultOf, StoreUnreachable } from '../faults.ts';

/** PostgreSQL whose own troubles are store faults: a call that meets them is answered 503, not 500 (decision 55). */
export class FaultDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #url: string;

  /** `url` is what connections are made to, as a fault of that says. */
  constructor(config: PostgresDialectConfig, url: string) {
    super(config);
    this.#config = config;
    this.#url = url;
  }

  override createDriver(): Driver {
    return new FaultDriver(this.#config, this.#url);
  }
}

class FaultDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>();
  readonly #url: string;

  constructor(config: PostgresDialectConfig, url: string) {
    super(config);
    this.#url = url;
  }

  override async acquireConnection(
    ...given: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...given).catch((error: unknown) => {
      throw error instanceof StoreFault ? error : unreachable(error, this.#url);
    });
    if (this.#known.has(connection)) return connection;
    this.#known.add(connection);
    const ask: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(...asked: Parameters<DatabaseConnection['executeQuery']>) =>
      telling(ask<R>(...asked));
    return connection;
  }
}

function unreachable(error: unknown, url: string): StoreUnreachable {
  return new StoreUnreachable(databaseWords(error, url), codeOf(error), { cause: error });
}

async function telling<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isOfStatement(error) ? error : faultOf(error);
  }
}

/** The statement or what it was given is wrong, which is no trouble of the database: SQLSTATE by its class. */
function isOfStatement(error: unknown): boolean {
  return error instanceof TypeError || /^(0A|2[1236BDF]|3[3489BDF]|4[024]|P0|XX)...$/.test(codeOf(error));
}
