import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import { codeOf, faultOf } from '../faults.ts';

/** PostgreSQL whose own troubles are store faults: a call that meets them is answered 503, not 500 (decision 55). */
export class FaultDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new FaultDriver(this.#config);
  }
}

class FaultDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>();

  override async acquireConnection(
    ...given: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await telling(super.acquireConnection(...given));
    if (this.#known.has(connection)) return connection;
    this.#known.add(connection);
    const ask: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(...asked: Parameters<DatabaseConnection['executeQuery']>) =>
      telling(ask<R>(...asked));
    return connection;
  }
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
