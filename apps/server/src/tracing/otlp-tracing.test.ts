import type { ServerResponse } from 'node:http';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseTracing } from '#settings/tracing-settings.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../testing/otlp-receiver.ts';
import { OtlpTracing } from './otlp-tracing.ts';

let collector: OtlpReceiver;
beforeEach(async () => {
  collector = await startOtlpReceiver();
});
afterEach(() => collector.stop());

const said: string[] = [];
const tell = (line: string) => void said.push(line);
function open(more: Record<string, string> = {}): OtlpTracing {
  const { tracing } = parseTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...more });
  const settings = tracing ?? expect.unreachable();
  said.length = 0;
  return new OtlpTracing(settings, { version: '1', host: 'h', system: 'sqlite' }, { info: tell, warn: tell });
}
const asked = { method: 'POST', route: '/calls/', scheme: 'http', parent: undefined };

/** A request that does nothing but what it is given. */
function request(tracing: OtlpTracing, work: () => void = () => undefined, status = 200): void {
  tracing.request(asked, work)(status);
}

test('what a collector does not take yet is bounded: the rest is dropped and counted', async () => {
  const tracing = open();
  const held = Promise.withResolvers<ServerResponse>();
  collector.answer(held.resolve);
  for (let n = 0; n < limits.tracing.waiting + 100; n++) request(tracing);
  const response = await held.promise;
  expect(tracing.spans).toEqual({ exported: 0, failed: 0, dropped: 100 });
  collector.answer();
  response.writeHead(200).end();
  await tracing.close();
  expect(tracing.spans).toEqual({ exported: limits.tracing.waiting, failed: 0, dropped: 100 });
  expect(collector.spans).toHaveLength(limits.tracing.waiting);
  expect(said).toEqual([]);
});

test('steps are under what runs them, along whatever is waited for, and none is told after the end', async () => {
  const tracing = open();
  const work = Promise.withResolvers<void>();
  let inner: Promise<void> | undefined;
  const end = tracing.request(asked, () => {
    inner = tracing.step('work out', async () => {
      await work.promise;
      await tracing.step('read report', () => Promise.resolve());
    });
  });
  work.resolve();
  await inner;
  end(200);
  tracing.step('judge', () => undefined);
  await tracing.close();
  const {
    request: root,
    step,
    thread,
  } = Object.fromEntries(
    collector.spans.map((span) => [{ 'POST /calls/': 'request', 'work out': 'step' }[span.name] ?? 'thread', span]),
  );
  expect(collector.spans).toHaveLength(3);
  expect([step?.parentId, thread?.name, thread?.parentId]).toEqual([root?.spanId, 'read report', step?.spanId]);
});

test('what fails is told by its class, and a status of the server as a fault of the request', async () => {
  class OfAReport extends Error {}
  const tracing = open();
  const fails = () => {
    throw new OfAReport('QUAGGA is gone');
  };
  request(tracing, () => expect(() => tracing.step('judge', fails)).toThrow('QUAGGA'), 503);
  await tracing.close();
  expect(collector.spans.map(({ status, attributes }) => [status, attributes['error.type']])).toEqual([
    [2, 'OfAReport'],
    [2, '503'],
  ]);
  expect(Buffer.concat(collector.bodies).toString('latin1')).not.toContain('QUAGGA');
});

test('what answers at once is no question to the store', async () => {
  const tracing = open();
  const answers: unknown[] = [];
  request(tracing, () => {
    answers.push(tracing.stored('sessions.known', () => 1));
    answers.push(tracing.stored('sessions.find', () => Promise.resolve(2)));
  });
  expect(await Promise.all(answers)).toEqual([1, 2]);
  await tracing.close();
  expect(collector.spans.map(({ name }) => name).toSorted()).toEqual(['POST /calls/', 'sessions.find']);
});

test('another server goes on in the trace of what it is told, where that is recorded', async () => {
  const tracing = open();
  let here: string | undefined;
  request(tracing, () => {
    here = tracing.here();
  });
  expect(tracing.here()).toBeUndefined();
  const parents = [here, `${here?.slice(0, -2)}00`, 'nonsense', undefined];
  expect(parents.map((parent) => tracing.follow(parent, () => 1))).toEqual([1, 1, 1, 1]);
  await tracing.close();
  const [sent, followed, ...more] = collector.spans;
  expect(more).toEqual([]);
  expect([followed?.name, followed?.kind, followed?.traceId]).toEqual(['follow version', 5, sent?.traceId]);
  expect(followed?.parentId).toBe(sent?.spanId);
});

test('a sampler that takes nothing costs no export, and steps just run', async () => {
  const tracing = open({ OTEL_TRACES_SAMPLER: 'always_off' });
  const done: unknown[] = [];
  request(tracing, () =>
    done.push(
      tracing.step('judge', () => 1),
      tracing.here(),
    ),
  );
  await tracing.close();
  expect([done, collector.requests.length, tracing.spans.exported]).toEqual([[1, undefined], 0, 0]);
});
