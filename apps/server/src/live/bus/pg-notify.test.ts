import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Bus } from '#ports/bus.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { PgNotifyBus } from './pg-notify.ts';

/** Messages are gathered for longer than a test takes. */
vi.mock(import('@sheetwire/contract/limits'), async (load) => {
  const real = await load();
  return { ...real, limits: { ...real.limits, bus: { ...real.limits.bus, gather: 600_000 } } };
});

const START = 60_000;
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, START);
afterAll(() => postgres.stop(), START);

const node = () => PgNotifyBus.open(postgres.url, () => undefined);

test('what is told after a quiet moment is told at once, what follows together with what follows it', async () => {
  expect(limits.bus.gather).toBe(600_000);
  const [a, b] = [await node(), await node()];
  const heard = kindsAt(b);
  a.send({ kind: 'rights' });
  await heard.has(1);
  a.send({ kind: 'directory' });
  a.send({ kind: 'snapshot', topic: 'ACME/RATES/DAILY' });
  // The line ends with what still waits.
  await a.close();
  await heard.has(3);
  expect(heard.kinds).toEqual(['rights', 'directory', 'snapshot']);
  await b.close();
});

function kindsAt(bus: Bus) {
  const kinds: string[] = [];
  let look = (): void => undefined;
  bus.onMessage(({ kind }) => {
    kinds.push(kind);
    look();
  });
  const has = (count: number) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (kinds.length >= count) resolve();
      };
      look();
    });
  return { kinds, has };
}
