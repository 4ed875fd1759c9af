import { publishReport } from '@sheetwire/contract/publish';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseTracing } from '#settings/tracing-settings.ts';
import { withPostgres } from '../../../scripts/test/postgres.ts';
import { type OtlpReceiver, startOtlpReceiver } from './testing/otlp-receiver.ts';
import { publisherOf, type TestPublisher } from './testing/publisher.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { openTracing } from './tracing/open-tracing.ts';

const START = 60_000;
const topic = branded<'Topic'>('ACME/RATES/DAILY');
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

const nobody = { info: () => undefined, warn: () => undefined };
const stops: (() => Promise<void>)[] = [];
let collector: OtlpReceiver;
let bot: TestPublisher;
let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  const postgres = await withPostgres();
  stops.push(() => postgres.stop());
  collector = await startOtlpReceiver();
  stops.unshift(() => collector.stop());
  [here, there] = [await serverNamed('here', postgres.url), await serverNamed('there', postgres.url)];
  bot = await publisherOf(here, 'ACME/bot');
}, START);
afterAll(async () => {
  for (const stop of stops) await stop();
}, START);

async function serverNamed(host: string, databaseUrl: string): Promise<TestApp> {
  const { tracing: settings } = parseTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const tracing = await openTracing(settings, { version: '1', host, system: 'postgresql' }, nobody);
  const app = await startTestApp({}, { databaseUrl, secretKey: Buffer.alloc(32, 'key') }, tracing);
  stops.unshift(async () => {
    await app.stop();
    await tracing?.close();
  });
  return app;
}

async function publish(value: string): Promise<void> {
  const html = `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`;
  const { status } = await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html }] }, { traceparent });
  expect(status).toBe(200);
}

test(
  'a version that another server takes over is told in the trace of its publish',
  async () => {
    await publish('1');
    await expect.poll(() => there.app.reporting.engine.head(topic)?.version).toBe(1);
    // As somebody who watches it there would have it.
    there.app.reporting.followed.began(topic);
    const followed = collector.span(({ name }) => name === 'follow version');
    let [isOver, count] = [false, 1];
    void followed.then(() => {
      isOver = true;
    });
    await expect
      .poll(
        async () => {
          await publish(`${++count}`);
          return isOver;
        },
        { timeout: START, interval: 250 },
      )
      .toBe(true);
    const span = await followed;
    expect([span.traceId, span.resource['host.name'], span.kind]).toEqual([traceId, 'there', 5]);
    const publishes = collector.spans.filter(({ name }) => name === `POST ${publishReport.path}`);
    await expect
      .poll(() => collector.spans.find(({ spanId }) => spanId === span.parentId)?.name)
      .toBe(`POST ${publishReport.path}`);
    expect(publishes.every(({ resource }) => resource['host.name'] === 'here')).toBe(true);
  },
  START,
);
