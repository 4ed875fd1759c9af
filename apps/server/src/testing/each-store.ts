import { afterAll, beforeAll, describe } from 'vitest';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';

const START = 60_000;

/**
 * Runs a suite of calls on the embedded store, then on PostgreSQL. `newDatabase` answers the address of an empty one, for
 * `startTestApp` or `viewingRig`; '' is the embedded store.
 */
export function onEachStore(suite: (newDatabase: () => Promise<string>) => void): void {
  describe('on SQLite', () => suite(async () => ''));
  describe('on PostgreSQL', () => {
    let postgres: PostgresServer;
    beforeAll(async () => {
      postgres = await withPostgres();
    }, START);
    afterAll(() => postgres.stop(), START);
    suite(() => postgres.newDatabase());
  });
}
