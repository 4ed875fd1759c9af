import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bus, BusMessage } from '#ports/bus.ts';
import { lineTo } from '../../../../../scripts/test/frozen-line.ts';
import { withNats } from '../../../../../scripts/test/nats.ts';
import { withPostgres } from '../../../../../scripts/test/postgres.ts';
import { openBus } from './open-bus.ts';

interface Line {
  readonly url: string;
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const START = 60_000;

test('a server that is alone has a bus that is never down', async () => {
  const bus = await openBus({ busUrl: '', databaseUrl: '' });
  bus.send({ kind: 'rights' });
  await bus.check();
  await bus.close();
});

test('a bus of another kind is refused', async () => {
  await expect(openBus({ busUrl: 'redis://x', databaseUrl: '' })).rejects.toThrow('nats://');
});

suite('PostgreSQL NOTIFY', withPostgres, (url) => ({ busUrl: '', databaseUrl: url }));
suite('NATS', withNats, (url) => ({ busUrl: url, databaseUrl: '' }));

function suite(
  name: string,
  start: () => Promise<Line>,
  settings: (url: string) => { busUrl: string; databaseUrl: string },
) {
  describe(name, () => {
    let line: Line;
    beforeAll(async () => {
      line = await start();
    }, START);
    afterAll(() => line.stop(), START);

    const secretKey = Buffer.from('the key of all servers');
    const node = () => openBus({ ...settings(line.url), secretKey, onFault: () => undefined });

    test('a message reaches the other nodes and not its sender', async () => {
      const [a, b, c] = [await node(), await node(), await node()];
      const own = collect(a);
      const [atB, atC] = [collect(b), collect(c)];
      await flushed(b, c);
      a.send({ kind: 'version', topic: 'ACME/RATES/DAILY', version: 7 });
      a.send({ kind: 'admin', list: 'perms', gropic: 'ACME/RATES' });
      await atB.has(2);
      await atC.has(2);
      b.send({ kind: 'rights' });
      await own.has(1);
      expect(own.messages).toEqual([{ kind: 'rights' }]);
      expect(atC.messages[0]).toEqual({ kind: 'version', topic: 'ACME/RATES/DAILY', version: 7 });
      await Promise.all([a.close(), b.close(), c.close()]);
    });

    test('a version comes with what changed', async () => {
      const [a, b] = [await node(), await node()];
      const atB = collect(b);
      await flushed(a, b);
      const list = [{ from: 6, to: 7, time: 't', sender: 's', isLive: true, ops: [[0, 'c', 0, 'x']] as const }];
      const message = { kind: 'version', topic: 'ACME/RATES/DAILY', version: 7, steps: { cleaner: 1, list } } as const;
      a.send(message);
      await atB.has(1);
      expect(atB.messages).toEqual([message]);
      await Promise.all([a.close(), b.close()]);
    });

    test(
      'five thousand messages at once arrive, each once',
      async () => {
        const [a, b] = [await node(), await node()];
        const atB = collect(b);
        await flushed(a, b);
        for (let n = 0; n < 5000; n++) a.send({ kind: 'version', topic: `ACME/RATES/REPORT ${n}`, version: n });
        await atB.has(5000);
        expect(new Set(atB.messages.map((message) => JSON.stringify(message))).size).toBe(5000);
        expect(atB.messages).toHaveLength(5000);
        await Promise.all([a.close(), b.close()]);
      },
      START,
    );

    test(
      'a line that broke says so, comes back by itself, and tells of the gap',
      async () => {
        const [a, b] = [await node(), await node()];
        const atB = collect(b);
        const gaps = Promise.all([gapOf(a), gapOf(b)]);
        await line.crash();
        await expect.poll(() => isDown(a), { timeout: START, interval: 20 }).toBe(true);
        a.send({ kind: 'user', user: 'ACME/jane.doe' });
        await line.restart();
        await gaps;
        a.send({ kind: 'rights' });
        await expect.poll(() => atB.messages.some(({ kind }) => kind === 'rights'), { timeout: START }).toBe(true);
        await a.check();
        await Promise.all([a.close(), b.close()]);
      },
      START,
    );

    test(
      'a line that is cut without a word is found, and mended once it is whole',
      async () => {
        const direct = new URL(line.url);
        const cut = await lineTo(Number(direct.port));
        direct.port = String(cut.port);
        const url = direct.href.replace(/\/$/, '');
        const bus = await openBus({ ...settings(url), onFault: () => undefined });
        const gap = gapOf(bus);
        cut.freeze();
        await expect.poll(() => isDown(bus), { timeout: START, interval: 50 }).toBe(true);
        cut.thaw();
        await gap;
        await bus.check();
        await bus.close();
        await cut.stop();
      },
      START,
    );
  });
}

function collect(bus: Bus) {
  const messages: BusMessage[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  bus.onMessage((message) => {
    messages.push(message);
    for (const { count, resolve } of waiting) if (messages.length >= count) resolve();
  });
  const has = (count: number) =>
    messages.length >= count ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ count, resolve }));
  return { messages, has };
}

function gapOf(bus: Bus): Promise<void> {
  return new Promise((resolve) => bus.onGap(resolve));
}

async function flushed(...buses: Bus[]): Promise<void> {
  for (const bus of buses) await bus.check();
}

function isDown(bus: Bus): Promise<boolean> {
  return bus.check().then(
    () => false,
    () => true,
  );
}
