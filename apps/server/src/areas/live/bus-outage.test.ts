import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type NatsServer, withNats } from '../../../../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const START = 60_000;
let postgres: PostgresServer;
let nats: NatsServer;
const servers: TestApp[] = [];
const jane = branded<'User'>('ACME/jane');

beforeAll(async () => {
  [postgres, nats] = [await withPostgres(), await withNats()];
  const place = { databaseUrl: postgres.url, busUrl: nats.url, secretKey: Buffer.alloc(32, 'key') };
  for (let n = 0; n < 3; n++) servers.push(await startTestApp({}, place));
}, START);
afterAll(async () => {
  for (const server of servers) await server.stop();
  await nats.stop();
  await postgres.stop();
}, START);

/** `bus_up`, `bus_breaks_total` and `bus_gaps_total` of each server. */
const figures = () =>
  servers.map(({ app }) => {
    const all = new Map([...app.metrics.read()].map(([name, [one]]) => [name, one?.value]));
    return ['up', 'breaks_total', 'gaps_total'].map((name) => all.get(`sheetwire_bus_${name}`));
  });

test(
  'an outage of the bus is seen while it lasts, and once it is over each server reads what changed, once',
  async () => {
    expect(figures()).toEqual(servers.map(() => [1, 0, 0]));
    const whole = servers.map(({ stores }) => vi.spyOn(stores.perms, 'page'));
    await nats.crash();
    await expect.poll(figures, { timeout: START }).toEqual(servers.map(() => [0, 1, 0]));
    await nats.restart();
    await expect
      .poll(() => figures().map(([up, , gaps]) => [up, (gaps ?? 0) > 0]), { timeout: START })
      .toEqual(servers.map(() => [1, true]));
    expect(figures().map(([, breaks]) => breaks)).toEqual(servers.map(() => 1));
    // A change of rights is told again, and nobody has read all rights for the sake of the gap.
    const [here, ...others] = servers;
    if (here) await viewerOf(here, jane);
    const knows = ({ app }: TestApp) => [...app.reporting.viewing.rights().membership.accounts.keys()].includes(jane);
    await expect.poll(() => others.map(knows), { timeout: START }).toEqual(others.map(() => true));
    expect(whole.flatMap((spy) => spy.mock.calls)).toEqual([]);
  },
  2 * START,
);
