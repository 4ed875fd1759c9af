import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, createCaller } from '@sheetwire/client/caller';
import { createUser } from '@sheetwire/contract/users';
import { type NatsServer, withNats } from '../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram, run } from '../../scripts/test/program.ts';
import { endsWithFile } from '../support/left-over.ts';
import { type Portal, signIn, startPortal } from '../support/portal.ts';
import { TcpLine } from '../support/tcp-line.ts';
import { Balancer } from './balancer.ts';
import { ann, ben, boss, bot } from './cast.ts';

const SERVERS = 3;

/** One server of the portal, on lines of its own to the store and to the bus. */
export interface ClusterServer {
  readonly name: string;
  readonly portal: Portal;
  readonly store: TcpLine;
  readonly bus: TcpLine;
  /** Sets its clock to this machine's and so many ms more. */
  step(ms: number): Promise<void>;
}

/** Three servers of one portal behind a balancer, on PostgreSQL and NATS. */
export interface Cluster {
  /** The balancer's. */
  readonly url: string;
  readonly servers: readonly ClusterServer[];
  readonly postgres: PostgresServer;
  readonly nats: NatsServer;
  /** The database's address, past all lines. */
  readonly databaseUrl: string;
  /** Leads every server to another database server, which has the same database. */
  failOver(databaseUrl: string): void;
  readonly publish: Caller;
  /** Calls as a user of the portal, through the balancer. */
  as(user: string): Promise<Caller>;
  cookieOf(user: string): Promise<string>;
  /** What the database itself says, as an operator asks it. */
  ask(sql: string): Promise<string>;
  stop(): Promise<void>;
}

/** Of all servers. */
export const secretKey: string = Buffer.alloc(32, 'k').toString('base64url');
const environment = {
  SHEETWIRE_SECRET_KEY: secretKey,
  SHEETWIRE_LOG_LEVEL: 'error',
  SHEETWIRE_SUPER_ADMINS: boss,
  SHEETWIRE_DRAIN_S: '2',
};

/** Starts everything on this machine. */
export async function startCluster(): Promise<Cluster> {
  const [postgres, nats] = await Promise.all([withPostgres(), withNats()]);
  const forget = [endsWithFile(() => postgres.stop()), endsWithFile(() => nats.stop())];
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-cluster-'));
  const start = (n: number) => startServer(`server ${n + 1}`, join(folder, `clock${n}`), { postgres, nats });
  // The first makes the tables; the others find them.
  const first = await start(0);
  const others = await Promise.all(Array.from({ length: SERVERS - 1 }, (_, n) => start(n + 1)));
  const servers = [first, ...others];
  const balancer = await Balancer.open(servers.map(({ portal }) => portal.url));
  const { key } = await first.portal.publisher(bot);
  await first.portal.addUser(boss);
  const cookies = new Map<string, Promise<string>>();
  const cookieOf = (user: string) => {
    const cookie = cookies.get(user) ?? signIn(first.portal, user);
    cookies.set(user, cookie);
    return cookie;
  };
  let databaseUrl = postgres.url;
  const cluster: Cluster = {
    url: balancer.url,
    servers,
    postgres,
    nats,
    get databaseUrl() {
      return databaseUrl;
    },
    failOver(url) {
      databaseUrl = url;
      for (const { store } of servers) store.lead(url);
    },
    publish: createCaller({ baseUrl: balancer.url, headers: { authorization: `Bearer ${key}` } }),
    cookieOf,
    async as(user) {
      const headers = { cookie: await cookieOf(user), 'sec-fetch-site': 'same-origin' };
      return createCaller({ baseUrl: balancer.url, headers });
    },
    ask: (sql) => ask(databaseUrl, sql),
    async stop() {
      await balancer.close();
      await Promise.all(servers.map(stopServer));
      await Promise.all([postgres.stop(), nats.stop()]);
      await rm(folder, { recursive: true, force: true });
      for (const each of forget) each();
    },
  };
  await makeUsers(cluster, first.portal);
  return cluster;
}

async function makeUsers(cluster: Cluster, { password }: Portal): Promise<void> {
  const call = await cluster.as(boss);
  for (const user of [ann, ben]) {
    await call(createUser, { user, email: `${password}@is.password`, associatedAdUser: '' });
  }
}

interface Engines {
  readonly postgres: PostgresServer;
  readonly nats: NatsServer;
}

async function startServer(name: string, clockFile: string, { postgres, nats }: Engines): Promise<ClusterServer> {
  const [store, bus] = await Promise.all([TcpLine.open(postgres.url), TcpLine.open(nats.url)]);
  await writeFile(clockFile, '0');
  const portal = await startPortal({
    ...environment,
    SHEETWIRE_DATABASE_URL: throughLine(postgres.url, store),
    SHEETWIRE_BUS_URL: throughLine(nats.url, bus),
    STEPPED_CLOCK: clockFile,
    NODE_OPTIONS: `--import=${new URL('./stepped-clock.ts', import.meta.url).href}`,
  });
  return {
    ...{ name, portal, store, bus },
    async step(ms) {
      await writeFile(clockFile, String(ms));
      process.kill(portal.pid, 'SIGUSR2');
    },
  };
}

async function stopServer({ portal, store, bus }: ClusterServer): Promise<void> {
  // Nobody is left to be sent away.
  await portal.kill();
  await portal.stop();
  await Promise.all([store.close(), bus.close()]);
}

/** The same address, on the line's port. */
function throughLine(address: string, line: TcpLine): string {
  return address.replace(/:\d+(?=\/|$)/, `:${new URL(line.url).port}`);
}

async function ask(url: string, sql: string): Promise<string> {
  const psql = findProgram('psql');
  if (!psql) throw new Error('psql was not found (Debian package postgresql-client)');
  return (await run(psql, [url, '-AtqXc', sql])).trim();
}
