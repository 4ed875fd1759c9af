import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { endProgram, findProgram, run, startProgram } from './program.ts';

/** Beside what Node keeps of the programs that tests start. */
const cache = join(import.meta.dirname, '../../node_modules/.cache');

/** A running server, as what follows it needs to know it. */
export interface PostgresPrimary {
  /** Of its database. */
  readonly url: string;
  readonly folder: string;
  readonly settings: Readonly<Record<string, string | number>>;
  /** Whole paths of PostgreSQL's programs. */
  bin(name: string): string;
  /** A command as the user that PostgreSQL runs as. */
  as(file: string, args: readonly string[]): [string, string[]];
}

/** A PostgreSQL server of a test's own. */
export interface PostgresServer {
  /** An empty database. */
  readonly url: string;
  /** Another empty database on the same server. */
  newDatabase(): Promise<string>;
  /** Stops the server at once, as a crash would, and starts it again on the same port. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** For who copies it. */
  readonly primary: PostgresPrimary;
  stop(): Promise<void>;
}

const READY = /database system is ready to accept connections/;

/** Starts a PostgreSQL on 127.0.0.1 with its files in a new folder; it runs as user postgres when we are root. */
export async function withPostgres(): Promise<PostgresServer> {
  const bin = (name: string): string => {
    const file = findProgram(name, debianFolders());
    if (!file) throw new Error(`PostgreSQL is not installed: ${name} was not found (Debian package postgresql)`);
    return file;
  };
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-pg-'));
  const owner = await ownerOf(folder);
  const as = (file: string, args: readonly string[]): [string, string[]] =>
    owner ? ['setpriv', [`--reuid=${owner}`, `--regid=${owner}`, '--clear-groups', file, ...args]] : [file, [...args]];
  const data = join(folder, 'data');
  const user = ['-U', 'sheetwire'];
  await run('cp', ['-a', await emptyFiles({ bin, as, folder }), data]);
  const port = await freePort();
  // Tests end servers, never the machine: what the kernel holds is not lost. What is measured waits for the disk.
  const isTest = process.env.VITEST !== undefined;
  const unsynced = isTest ? { fsync: 'off', full_page_writes: 'off' } : {};
  const options = {
    ...unsynced,
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 60,
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = () => startProgram(...as(bin('postgres'), ['-D', data, ...settings]), READY);
  let server = await start();
  let count = 0;
  const newDatabase = async (): Promise<string> => {
    const name = `test${++count}`;
    await run(bin('createdb'), ['-h', '127.0.0.1', '-p', String(port), ...user, name]);
    return `postgres://sheetwire@127.0.0.1:${port}/${name}`;
  };
  const url = await newDatabase();
  return {
    url,
    primary: { url, folder, settings: options, bin, as },
    newDatabase,
    crash: () => endProgram(server, 'SIGQUIT'),
    async restart() {
      server = await start();
    },
    async stop() {
      await endProgram(server, 'SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The files of a server that holds nothing, made once for each version of PostgreSQL and way to make them, which took as
 * long as many a test. Of several who make them at once the first one's stay.
 */
async function emptyFiles({ bin, as, folder }: Pick<PostgresPrimary, 'bin' | 'as' | 'folder'>): Promise<string> {
  const how = ['-U', 'sheetwire', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  const version = await run(bin('initdb'), ['--version']);
  const kept = join(
    cache,
    `postgres-${hash('sha256', JSON.stringify([version, how, process.getuid?.()])).slice(0, 16)}`,
  );
  if (existsSync(kept)) return kept;
  const made = join(folder, 'empty');
  await run(...as(bin('initdb'), ['-D', made, ...how]));
  await mkdir(cache, { recursive: true });
  const coming = await mkdtemp(join(cache, 'coming-'));
  try {
    await run('cp', ['-a', made, coming]);
    await rename(join(coming, 'empty'), kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  } finally {
    await rm(coming, { recursive: true });
  }
  return made;
}

/** PostgreSQL refuses to run as root: the folder goes to user postgres then. */
async function ownerOf(folder: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = [await run('id', ['-u', 'postgres']), await run('id', ['-g', 'postgres'])];
  await chown(folder, Number(uid), Number(gid));
  await chmod(folder, 0o700);
  return 'postgres';
}

function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  try {
    return readdirSync(root)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(root, version, 'bin'));
  } catch {
    return [];
  }
}
