import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

export type AskQuery = <R>(query: CompiledQuery<R>) => Promise<QueryResult<R>>;

/** Reads that go over a line, each by itself. */
export function lineDialect(ask: AskQuery): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) => ask<R>(query),
    streamQuery: () => {
      throw new Error('nothing is streamed in a simulation');
    },
  };
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driverOf(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function driverOf(connection: DatabaseConnection): Driver {
  const noTransaction = async () => {
    throw new Error('a store reads without transactions and writes by commands');
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: noTransaction,
    commitTransaction: noTransaction,
    rollbackTransaction: noTransaction,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
}
