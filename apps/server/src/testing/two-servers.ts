import { withPostgres } from '../../../../scripts/test/postgres.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** Two servers of one portal. */
export interface TwoServers {
  readonly here: TestApp;
  readonly there: TestApp;
  stop(): Promise<void>;
}

/** Starts both on one fresh PostgreSQL. */
export async function startTwoServers(environment: Record<string, string> = {}): Promise<TwoServers> {
  const postgres = await withPostgres();
  const here = await startTestApp(environment, { databaseUrl: postgres.url });
  const there = await startTestApp(environment, { databaseUrl: postgres.url });
  return {
    here,
    there,
    async stop() {
      await here.stop();
      await there.stop();
      await postgres.stop();
    },
  };
}
