import { limits } from '@sheetwire/contract/limits';
import { decoded } from '#lib/addresses/decoded.ts';

/** Which traces are recorded of those that begin here; with `isParentBased` a caller decides about its own. */
export interface SamplerSetting {
  readonly kind: (typeof samplers)[number];
  readonly ratio: number;
  readonly isParentBased: boolean;
}

/** Where spans go and what they say (decision 89). */
export interface TracingSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For a batch with all its tries, in ms. */
  readonly timeout: number;
  readonly serviceName: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: SamplerSetting;
}

const samplers = ['always_on', 'always_off', 'traceidratio'] as const;

/** The variables of OpenTelemetry that are read; all but the first two count only where one of these is set. */
export const tracingVariables = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_TRACES_EXPORTER',
  'OTEL_SDK_DISABLED',
] as const;

type Variable = (typeof tracingVariables)[number];

/** A fault of one variable, told as those of other settings are. */
class SettingFault extends Error {}

/**
 * What the environment of OpenTelemetry says of traces, or every fault of it; undefined where no endpoint is set, or where
 * it is told not to export. An empty variable counts as not set.
 */
export function parseTracing(environment: Readonly<Record<string, string | undefined>>): {
  readonly tracing: TracingSettings | undefined;
  readonly faults: readonly string[];
} {
  const faults: string[] = [];
  const given = (name: Variable) => environment[name]?.trim() ?? '';
  const parsed = <T>(name: Variable, parse: (value: string) => T, byDefault: T): T => {
    try {
      return given(name) === '' ? byDefault : parse(given(name));
    } catch (fault) {
      if (!(fault instanceof SettingFault)) throw fault;
      faults.push(`${name}: ${fault.message}`);
      return byDefault;
    }
  };
  const isOff = given('OTEL_SDK_DISABLED').toLowerCase() === 'true' || given('OTEL_TRACES_EXPORTER') === 'none';
  if (isOff) return { tracing: undefined, faults };
  const shared = parsed('OTEL_EXPORTER_OTLP_ENDPOINT', (value) => under(endpoint(value)), '');
  const url = parsed('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', (value) => endpoint(value).href, shared);
  if (url === '') return { tracing: undefined, faults };
  parsed('OTEL_TRACES_EXPORTER', (value) => only(value, 'otlp', 'or none'), undefined);
  parsed('OTEL_EXPORTER_OTLP_PROTOCOL', (value) => only(value, 'http/protobuf'), undefined);
  parsed('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', (value) => only(value, 'http/protobuf'), undefined);
  const { 'service.name': named = 'sheetwire', ...attributes } = parsed('OTEL_RESOURCE_ATTRIBUTES', pairs, {});
  const usual = parsed('OTEL_EXPORTER_OTLP_TIMEOUT', milliseconds, limits.tracing.tryFor);
  const [ofAll, own] = [
    parsed('OTEL_EXPORTER_OTLP_HEADERS', headers, {}),
    parsed('OTEL_EXPORTER_OTLP_TRACES_HEADERS', headers, {}),
  ];
  const sampler = parsed('OTEL_TRACES_SAMPLER', samplerOf, usualSampler);
  const ratio = parsed('OTEL_TRACES_SAMPLER_ARG', (value) => (sampler.kind === 'traceidratio' ? part(value) : 1), 1);
  const tracing = {
    url,
    headers: { ...ofAll, ...own },
    timeout: parsed('OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', milliseconds, usual),
    serviceName: parsed('OTEL_SERVICE_NAME', (value) => value, named),
    attributes,
    sampler: { ...sampler, ratio },
  };
  return { tracing: faults.length === 0 ? tracing : undefined, faults };
}

function endpoint(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw new SettingFault('must be the http or https address of a collector, such as http://127.0.0.1:4318');
  }
  if (url.username !== '' || url.password !== '') {
    throw new SettingFault('must have no user name or password; set OTEL_EXPORTER_OTLP_HEADERS instead');
  }
  if (url.search !== '' || url.hash !== '') throw new SettingFault('must have no ? or #');
  return url;
}

/** The path of traces, under the address of all signals. */
function under({ href }: URL): string {
  return `${href}${href.endsWith('/') ? '' : '/'}v1/traces`;
}

function only(value: string, word: string, more = 'the only protocol that Sheetwire supports'): undefined {
  if (value.toLowerCase() !== word) throw new SettingFault(`must be ${word}, ${more}`);
}

/** `key=value,key=value`, percent-encoded. */
function pairs(value: string): Readonly<Record<string, string>> {
  const parts = value.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = '', raw = ''] = /^\s*([^=\s]+)\s*=(.*)$/.exec(part) ?? [];
      const text = decoded(raw.trim());
      if (name === '' || text === undefined) {
        throw new SettingFault('must be a comma-separated list such as name=value, other characters percent-encoded');
      }
      return [name, text];
    }),
  );
}

/** Neither a name nor a value that no request can carry. */
function headers(value: string): Readonly<Record<string, string>> {
  const all = pairs(value);
  for (const [name, text] of Object.entries(all)) {
    const isSound = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
    if (!isSound) throw new SettingFault('has a name or value that is not allowed in a header');
  }
  return all;
}

function milliseconds(value: string): number {
  const parsed = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (parsed === 0) throw new SettingFault('must be a whole number of milliseconds from 1 to 999999');
  return parsed;
}

const PARENT = 'parentbased_';
const usualSampler: Omit<SamplerSetting, 'ratio'> = { kind: 'always_on', isParentBased: true };

function samplerOf(value: string): Omit<SamplerSetting, 'ratio'> {
  const isParentBased = value.startsWith(PARENT);
  const kind = samplers.find((name) => name === (isParentBased ? value.slice(PARENT.length) : value));
  if (kind) return { kind, isParentBased };
  throw new SettingFault(`must be ${samplers.join(', ')}, or one of these after ${PARENT}`);
}

function part(value: string): number {
  const ratio = /^(?:[01]|[01]?\.\d{1,17})$/.test(value) ? Number(value) : Number.NaN;
  if (ratio <= 1) return ratio;
  throw new SettingFault('must be a number from 0 to 1');
}
