import { expect, test } from 'vitest';
import { createServer } from './create-server.ts';
import { traceOf } from './trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each([
  ['a trace', `00-${traceId}-${spanId}-01`, { traceId, spanId }],
  ['one of a later version with more to it', `01-${traceId}-${spanId}-01-more`, { traceId, spanId }],
  ['none', undefined, undefined],
  ['one with more than its version has', `00-${traceId}-${spanId}-01-more`, undefined],
  ['the version that is never used', `ff-${traceId}-${spanId}-01`, undefined],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`, undefined],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  ['capitals', `00-${traceId.toUpperCase()}-${spanId}-01`, undefined],
  ['a line of a log', `00-${traceId}-${spanId}-01\n{"level":60}`, undefined],
  ['two', ['a', 'b'], undefined],
])('of a request that says %s the log says what can be followed', (_, header, trace) => {
  expect(traceOf(header)).toEqual(trace);
});

test('each line of a request that belongs to a trace names it, and no other line does', async () => {
  const lines: string[] = [];
  const app = createServer({
    logLevel: 'error',
    trustedProxies: [],
    kerberosKeytab: '',
    logTo: { write: (line) => void lines.push(line) },
  });
  app.get('/broken', () => Promise.reject(new Error('broken')));
  const one = await app.inject({ url: '/broken', headers: { traceparent: `00-${traceId}-${spanId}-01` } });
  await app.inject('/broken');
  const said = lines.map((line) => JSON.parse(line));
  expect(said.map((line) => [line.traceId, line.spanId])).toEqual([
    [traceId, spanId],
    [undefined, undefined],
  ]);
  expect(said[0].reqId).toBe(one.headers['x-request-id']);
  await app.close();
});
