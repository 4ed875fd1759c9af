import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { openStores } from './open-stores.ts';
import { MovedClock } from './suite/moved-clock.ts';
import { storeSuite } from './suite.ts';

const clock = new MovedClock();
let dataDir: string;
let stores: Stores;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-store-'));
  stores = await openStores({ databaseUrl: '', dataDir, clock });
});

afterAll(async () => {
  await stores.close();
  await rm(dataDir, { recursive: true });
});

storeSuite(() => stores, clock);
