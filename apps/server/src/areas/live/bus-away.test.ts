import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { expect, test, vi } from 'vitest';
import { withNats } from '../../../../../scripts/test/nats.ts';
import { withPostgres } from '../../../../../scripts/test/postgres.ts';
import { publisherOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const START = 60_000;
const topic = branded<'Topic'>('ACME/RATES/DAILY');

test(
  'two servers that start while NATS is away serve, are degraded, and hear each other once it is there',
  async () => {
    const [postgres, nats] = [await withPostgres(), await withNats()];
    await nats.crash();
    const place = { databaseUrl: postgres.url, busUrl: nats.url, secretKey: Buffer.alloc(32, 'key') };
    const [here, there] = [await startTestApp({}, place), await startTestApp({}, place)];
    const bot = await publisherOf(here, 'ACME/bot');
    const publish = async (value: string) => {
      const html = `<table><tbody><tr><td>${value}</td></tr></tbody></table>`;
      const { status } = await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html }] });
      expect(status).toBe(200);
    };
    const shown = () => there.app.reporting.engine.head(topic)?.version;
    await publish('1');
    await expect.poll(shown, { timeout: START }).toBe(1);
    expect([await ready(here), await ready(there)]).toEqual([degraded, degraded]);
    await nats.restart();
    const both = async () => [await ready(here), await ready(there)];
    await expect.poll(both, { timeout: START }).toEqual([up, up]);
    const heard = vi.spyOn(there.app.reporting.engine, 'follow');
    await publish('2');
    await expect.poll(() => heard.mock.calls.map(([name]) => name), { timeout: START }).toContain(topic);
    await expect.poll(shown, { timeout: START }).toBe(2);
    for (const server of [here, there]) await server.stop();
    await Promise.all([nats.stop(), postgres.stop()]);
  },
  2 * START,
);

const degraded = [200, { status: 'degraded', store: true, bus: false, streams: true }];
const up = [200, { status: 'ready', store: true, bus: true, streams: true }];

async function ready({ app, clock }: TestApp): Promise<unknown[]> {
  clock.move(limits.readinessKept);
  const answer = await app.fastify.inject('/readyz');
  return [answer.statusCode, answer.json()];
}
