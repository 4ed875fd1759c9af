import { join } from 'node:path';
import { freePort } from '../../scripts/test/free-port.ts';
import type { PostgresPrimary } from '../../scripts/test/postgres.ts';
import { endProgram, run, startProgram } from '../../scripts/test/program.ts';
import { endsWithFile } from '../support/left-over.ts';

/** A second PostgreSQL server that follows the first, which acknowledges nothing that the second has not written. */
export interface PostgresStandby {
  /** The same database, which takes writes once the standby was promoted. */
  readonly url: string;
  /** Takes the first server's place; resolves once it takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const FOLLOWS = /database system is ready to accept read-only connections/;
/** Waits for the standby for half a minute at most. */
const untilInStep = `do $$ begin
  for n in 1..300 loop
    perform 1 from pg_stat_replication where sync_state = 'sync';
    exit when found;
    perform pg_sleep(0.1);
  end loop;
end $$`;

/** Copies a running server, follows it, and makes its commits wait for the copy. */
export async function startStandby(primary: PostgresPrimary): Promise<PostgresStandby> {
  const { url, bin, as } = primary;
  const data = join(primary.folder, 'standby');
  const from = new URL(url);
  const to = ['-h', '127.0.0.1', '-p', from.port, '-U', from.username];
  const copy = ['-D', data, '-R', '-X', 'stream', '-C', '-S', 'standby', '-c', 'fast', '--no-sync'];
  await run(...as(bin('pg_basebackup'), [...to, ...copy]));
  const port = await freePort();
  const settings = Object.entries({ ...primary.settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = await startProgram(...as(bin('postgres'), ['-D', data, ...settings]), FOLLOWS);
  const end = () => endProgram(server, 'SIGINT');
  const forget = endsWithFile(end);
  const says = [`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()', untilInStep];
  await run(bin('psql'), [url, '-qX', '-v', 'ON_ERROR_STOP=1', ...says.flatMap((sql) => ['-c', sql])]);
  const state = await run(bin('psql'), [url, '-AtqXc', 'select sync_state from pg_stat_replication']);
  if (state.trim() !== 'sync') throw new Error(`The standby does not follow: ${state}`);
  from.port = String(port);
  return {
    url: from.href,
    promote: async () => void (await run(...as(bin('pg_ctl'), ['promote', '-D', data, '-w', '-s']))),
    async stop() {
      await end();
      forget();
    },
  };
}
