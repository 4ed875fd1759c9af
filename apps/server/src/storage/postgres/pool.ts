import { limits } from '@sheetwire/contract/limits';
import { Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from '../database.ts';
import { migrate, migrationsOf } from '../migrations.ts';
import { CutPool } from './cut-pool.ts';
import { FaultDialect } from './fault-dialect.ts';
import { StorableValues } from './storable-values.ts';

const INT8 = 20;

/** A pool whose numbers are numbers and whose texts are storable; a connection that breaks is replaced. */
export function openPool(url: string, onFault: (error: unknown) => void): Kysely<Database> {
  return on(cutPool(url, onFault), url);
}

/** The same of so many connections, to be cut off while the database is not responding. */
export function openCutPool(url: string, connections: number, onFault: (error: unknown) => void): OpenedPool {
  const pool = cutPool(url, onFault, connections);
  return { db: on(pool, url), pool };
}

export interface OpenedPool {
  readonly db: Kysely<Database>;
  readonly pool: CutPool;
}

function cutPool(url: string, onFault: (error: unknown) => void, max = OF_TOOLS): CutPool {
  return poolOf({ ...connectionOf(url), max }, KEEP_DURABLE, onFault);
}

/** Connections of what looks at a database beside a server. */
const OF_TOOLS = 10;

/**
 * Brings a database up to date over connections of their own that no time limit ends: a large store takes long, and of two
 * servers that start at once the second waits for the first. Only for what somebody else does to its tables it waits no
 * longer than `wait`.
 */
export async function migratePostgres(
  url: string,
  onFault: (error: unknown) => void,
  wait: number = limits.store.upgradeWait,
): Promise<void> {
  const { query_timeout: _, ...connection } = connectionOf(url);
  const db = on(poolOf({ ...connection, max: MIGRATING }, `${KEEP_DURABLE}; ${UNLIMITED}`, onFault), url);
  try {
    await migrate(db, migrationsOf('postgres', wait));
  } finally {
    await db.destroy();
  }
}

function poolOf(config: pg.PoolConfig, settings: string, onFault: (error: unknown) => void): CutPool {
  return new CutPool(config, (pool) => {
    pool.on('error', (error) => {
      if (!pool.ending) onFault(error);
    });
    pool.on('connect', (client) => {
      // While it is used the pool does not listen, and an error that nobody hears ends the process; whoever uses it is told.
      client.on('error', () => undefined);
      client.query(settings).catch(onFault);
    });
  });
}

function on(pool: CutPool, url: string): Kysely<Database> {
  return new Kysely<Database>({ dialect: new FaultDialect({ pool }, url), plugins: [new StorableValues()] });
}

/** One works and one looks at what there is. */
const MIGRATING = 2;

const UNLIMITED = `select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false),
  set_config('idle_in_transaction_session_timeout', '0', false)`;

/** A commit answers when it is on the disk, whatever the server's default is; a stricter default stays. */
const KEEP_DURABLE = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') in ('off', 'local')`;

/** What every connection of ours to PostgreSQL has in common. */
export function connectionOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'sheetwire',
    connectionTimeoutMillis: limits.store.connectWait,
    statement_timeout: limits.store.statementWait,
    query_timeout: limits.store.statementWait,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** Whole numbers of 8 bytes as numbers: ours stay far below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format);
}
