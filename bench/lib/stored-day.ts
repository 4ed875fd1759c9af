import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@sheetwire/server/ports/clock';
import type { Stores } from '@sheetwire/server/ports/stores';
import { openStores } from '@sheetwire/server/storage/open-stores';
import { type Day, SECOND } from './made-day.ts';

const MINUTE = 60 * SECOND;
export const DAY = 86_400;

/** A day that is to be written into a folder, and goes with it. */
export interface StoredDay {
  readonly folder: string;
  readonly day: Day;
  /** Opens the stores in the folder for that time. */
  opened<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}

/** Makes the folder for a day up to now; BENCH_PAST_VERSIONS makes it shorter or longer. */
export async function withStoredDay<T>(isQuick: boolean, work: (stored: StoredDay) => Promise<T>): Promise<T> {
  const versions = Number(process.env.BENCH_PAST_VERSIONS ?? (isQuick ? 5000 : DAY));
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-bench-'));
  const begun = Math.floor(Date.now() / MINUTE) * MINUTE - versions * SECOND;
  const clock = { at: begun, now: () => clock.at };
  const day = { begun, versions, clock };
  try {
    return await work({ folder, day, opened: (looked) => withStores(folder, clock, looked) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withStores<T>(dataDir: string, clock: Clock, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores({ databaseUrl: '', dataDir, clock });
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}
