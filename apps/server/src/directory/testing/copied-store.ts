import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Stores } from '#ports/stores.ts';
import { openStores } from '#storage/open-stores.ts';
import type { MovedClock } from '#storage/suite/moved-clock.ts';
import { DirectorySync, type SyncDeps } from '../sync.ts';
import type { FakeSource } from './fake-source.ts';

/** A store to which directories in memory are copied. */
export interface CopiedStore {
  readonly stores: Stores;
  /** A server that has just started and copies a directory; each call is one of its looks. */
  syncOf(source: FakeSource, wiring?: Partial<SyncDeps>): () => ReturnType<DirectorySync['step']>;
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** Opens one in a new folder, which goes with it. */
export async function copiedStore(clock: MovedClock): Promise<CopiedStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-sync-'));
  const stores = await openStores({ databaseUrl: '', dataDir, clock });
  const store = stores.directory;
  return {
    stores,
    syncOf(source, wiring = {}) {
      const entity = branded<'Entity'>('ACME');
      const effects = { onChange: async () => undefined, onNews: () => undefined };
      const facts = { entity, userBase: 'ou=people', clock, holder: 'me', acceptShrink: false };
      const sync = new DirectorySync({ store, source, ...facts, ...effects, ...wiring });
      return async () => sync.step((await store.hold('me', limits.directory.hold)).generation, never);
    },
    async close() {
      await stores.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
