import { expect, test } from 'vitest';
import { parseSettings } from './settings.ts';
import { parseTracing } from './tracing-settings.ts';

const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const tracingOf = (environment: Record<string, string>) => parseTracing(environment).tracing ?? expect.unreachable();
const faultsOf = (environment: Record<string, string>) => parseTracing(environment).faults;

test('without an endpoint there are no traces, and no variable of them is looked at', () => {
  expect(parseTracing({})).toEqual({ tracing: undefined, faults: [] });
  const elsewhere = { OTEL_EXPORTER_OTLP_ENDPOINT: ' ', OTEL_TRACES_SAMPLER: 'x', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  expect(parseTracing(elsewhere)).toEqual({ tracing: undefined, faults: [] });
});

test('traces can be turned off although an endpoint is set', () => {
  for (const off of [{ OTEL_SDK_DISABLED: 'TRUE' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
    expect(parseTracing({ ...at, ...off })).toEqual({ tracing: undefined, faults: [] });
  }
});

test('an endpoint alone is enough', () => {
  expect(tracingOf(at)).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    timeout: 10_000,
    serviceName: 'sheetwire',
    attributes: {},
    sampler: { kind: 'always_on', ratio: 1, isParentBased: true },
  });
});

test('the endpoint of all signals is a base, that of traces is taken as it stands', () => {
  const url = (environment: Record<string, string>) => tracingOf(environment).url;
  expect(url({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp/' })).toBe('https://c.example/otlp/v1/traces');
  expect(url({ ...at, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other:4318/in' })).toBe('http://other:4318/in');
  expect(url({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other:4318' })).toBe('http://other:4318/');
});

test('what is set for traces goes before what is set for all signals', () => {
  const read = tracingOf({
    ...at,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x%3D,x-tenant = a ',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-tenant=b',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=test%20one',
  });
  expect(read).toMatchObject({
    headers: { authorization: 'Bearer x=', 'x-tenant': 'b' },
    timeout: 500,
    serviceName: 'other',
    attributes: { 'deployment.environment.name': 'test one' },
  });
  const named = { ...at, OTEL_RESOURCE_ATTRIBUTES: 'service.name=other', OTEL_SERVICE_NAME: 'reports' };
  expect(tracingOf(named).serviceName).toBe('reports');
});

test.each([
  ['always_off', 'always_off', false],
  ['parentbased_always_on', 'always_on', true],
  ['traceidratio', 'traceidratio', false],
  ['parentbased_traceidratio', 'traceidratio', true],
])('the sampler %s is known', (name, kind, isParentBased) => {
  const { sampler } = tracingOf({ ...at, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0.25' });
  expect(sampler).toEqual({ kind, isParentBased, ratio: kind === 'traceidratio' ? 0.25 : 1 });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be the http or https address of a collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1', 'must be the http or https address of a collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://me:secret@c:4318', 'must have no user name or password'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://c:4318/?a=b', 'must have no ? or #'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://c', 'must be the http or https address of a collector'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', 'must be http/protobuf'],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be otlp, or none'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'must be a comma-separated list'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz', 'must be a comma-separated list'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0d%0ac', 'has a name or value that is not allowed in a header'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s', 'must be a whole number of milliseconds'],
  ['OTEL_RESOURCE_ATTRIBUTES', '=x', 'must be a comma-separated list'],
  ['OTEL_TRACES_SAMPLER', 'sometimes', 'must be always_on, always_off, traceidratio'],
])('%s=%s stops the start, and says why', (name, value, words) => {
  const faults = faultsOf({ ...at, [name]: value });
  expect(faults).toEqual([expect.stringContaining(`${name}: ${words}`)]);
  expect(faults.join()).not.toContain('secret');
  expect(parseSettings({ ...at, [name]: value })).toEqual({ faults, unknown: [] });
});

test('the part of traces is from 0 to 1', () => {
  const given = { ...at, OTEL_TRACES_SAMPLER: 'traceidratio' };
  for (const wrong of ['2', '-1', 'x', '1e-1']) {
    expect(faultsOf({ ...given, OTEL_TRACES_SAMPLER_ARG: wrong })).toEqual([
      'OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1',
    ]);
  }
});
