import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Bus } from '#ports/bus.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { Pace } from './pace.ts';
import { PgNotifyBus } from './pg-notify.ts';

/** Messages are gathered for longer than a test takes. */
vi.mock(import('@sheetwire/contract/limits'), async (load) => {
  const real = await load();
  return { ...real, limits: { ...real.limits, bus: { ...real.limits.bus, gather: 600_000 } } };
});

const START = 60_000;
const daily = branded<'Topic'>('ACME/RATES/DAILY');
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, START);
afterAll(() => postgres.stop(), START);

const node = () => PgNotifyBus.open(postgres.url, () => undefined);

test('the line is asked for one thing after another, whatever is wanted at once', async () => {
  const warned = vi.spyOn(process, 'emitWarning');
  const bus = await node();
  bus.send({ kind: 'rights' });
  await Promise.all([bus.follow(daily), bus.check(), bus.check()]);
  await bus.close();
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

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

test('the news of a version does not make what is told next wait', async () => {
  const pace = new CountedPace(0);
  const [a, b] = [await PgNotifyBus.open(postgres.url, () => undefined, pace), await node()];
  const heard = kindsAt(b);
  expect(await b.follow(daily)).toBe('followed');
  const ops: readonly [Op] = [[0, 'c', 0, 'x']];
  const step = { from: 6, to: 7, time: '2026-11-28T10:00:00.000Z', sender: 'ACME/ann', isLive: true, ops };
  a.send({ kind: 'version', topic: daily, version: 7, steps: { cleaner: 1, list: [step] } });
  await heard.has(2);
  expect(heard.kinds).toEqual(['version', 'version']);
  a.send({ kind: 'rights' });
  await heard.has(3);
  await Promise.all([a.close(), b.close()]);
  // What changed, and the rights: the news between them is none.
  expect(pace.count).toBe(2);
});

/** Says how often it was told that something was sent. */
class CountedPace extends Pace {
  count = 0;

  override sent(): void {
    this.count++;
    super.sent();
  }
}

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
