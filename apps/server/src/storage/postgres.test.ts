import { afterAll, beforeAll } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { openStores } from './open-stores.ts';
import { MovedClock } from './suite/moved-clock.ts';
import { storeSuite } from './suite.ts';

const START = 60_000;
const clock = new MovedClock();
let server: PostgresServer;
let stores: Stores;

beforeAll(async () => {
  server = await withPostgres();
  stores = await openStores({ databaseUrl: server.url, dataDir: '', clock });
}, START);

afterAll(async () => {
  await stores.close();
  await server.stop();
}, START);

storeSuite(() => stores, clock);
