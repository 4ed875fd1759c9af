import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { limits } from '@sheetwire/contract/limits';
import { parseTraceParent, type TraceParent } from '#lib/trace-parent.ts';
import type { StepName, TracedRequest, Tracing } from '#ports/tracing.ts';
import type { SamplerSetting, TracingSettings } from '#settings/tracing-settings.ts';
import type { TracedServer, TraceLog } from './open-tracing.ts';
import { OtlpExport } from './otlp-export.ts';

/** Spans over OTLP, with the names of the OpenTelemetry conventions; no report, user, address or message is in them. */
export class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #export: OtlpExport;
  readonly #system: TracedServer['system'];
  /** The span under way, along whatever waits for something. */
  readonly #active = new AsyncLocalStorage<Span>();

  constructor(settings: TracingSettings, { version, host, system }: TracedServer, log: TraceLog) {
    this.#system = system;
    this.#export = new OtlpExport(settings, log);
    const own = { 'service.version': version, 'host.name': host };
    const named = { ...own, ...settings.attributes, 'service.name': settings.serviceName };
    this.#provider = new TracerProvider({
      resource: defaultResource().merge(resourceFromAttributes(named)),
      sampler: samplerOf(settings.sampler),
      spanProcessors: [this.#export],
      spanLimits: { attributeValueLengthLimit: limits.tracing.text },
    });
    this.#tracer = this.#provider.getTracer('sheetwire', version);
  }

  get spans(): Tracing['spans'] {
    return this.#export.spans;
  }

  request({ method, route, scheme, parent }: TracedRequest, run: () => void): (status: number) => void {
    const attributes = { 'http.request.method': method, 'url.scheme': scheme, ...placeOf(route) };
    const name = route === undefined ? method : `${method} ${route}`;
    const from = parseTraceParent(parent);
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, from ? under(from) : ROOT_CONTEXT);
    if (span.isRecording()) this.#active.run(span, run);
    else run();
    return (status) => {
      if (!span.isRecording()) return;
      span.setAttribute('http.response.status_code', status);
      if (status >= SERVER_FAULT) failed(span, String(status));
      span.end();
    };
  }

  step: Tracing['step'] = (name, work) => {
    const span = this.#child(name);
    return span ? this.#active.run(span, () => during(span, work)) : work();
  };

  begin: Tracing['begin'] = (name) => {
    const span = this.#child(name);
    return () => span?.end();
  };

  stored: Tracing['stored'] = (name, work) => {
    const attributes = { 'db.system.name': this.#system, 'db.operation.name': name };
    const span = this.#child(name, { kind: SpanKind.CLIENT, attributes });
    return span ? during(span, work, { isOnlyWaiting: true }) : work();
  };

  here: Tracing['here'] = () => {
    const span = this.#active.getStore();
    if (!span?.isRecording()) return undefined;
    const { traceId, spanId } = span.spanContext();
    return `00-${traceId}-${spanId}-01`;
  };

  follow: Tracing['follow'] = (parent, work) => {
    const from = parseTraceParent(parent);
    if (!from?.isSampled) return work();
    const name: StepName = 'follow version';
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CONSUMER }, under(from));
    return this.#active.run(span, () => during(span, work));
  };

  async close(): Promise<void> {
    const over = new AbortController();
    const late = wait(limits.tracing.flush, undefined, { signal: over.signal }).catch(() => undefined);
    // What the collector did not take was counted and told by the export.
    const sent = this.#provider.shutdown().catch(() => undefined);
    await Promise.race([sent, late]);
    over.abort();
  }

  /** Of what is recorded; undefined for what is not, and beyond the end of a request. */
  #child(name: string, options: { readonly kind?: SpanKind; readonly attributes?: Attributes } = {}): Span | undefined {
    const parent = this.#active.getStore();
    if (!parent?.isRecording()) return undefined;
    return this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
  }
}

const SERVER_FAULT = 500;

/** The address itself only where it is the same for everybody: others have names of reports in them. */
function placeOf(route: string | undefined): Attributes {
  if (route === undefined) return {};
  return { 'http.route': route, ...(!/[:*]/.test(route) && { 'url.path': route }) };
}

function under({ traceId, spanId, isSampled }: TraceParent): Context {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Ends a span with the work or with its promise; with `isOnlyWaiting` nothing is told of what waited for nothing. */
function during<T>(span: Span, work: () => T, { isOnlyWaiting = false } = {}): T {
  try {
    const result = work();
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        (fault: unknown) => endWith(span, fault),
      );
    else if (!isOnlyWaiting) span.end();
    return result;
  } catch (fault) {
    endWith(span, fault);
    throw fault;
  }
}

/** Its words may name a report. */
function endWith(span: Span, fault: unknown): void {
  failed(span, fault instanceof Error ? fault.constructor.name : 'error');
  span.end();
}

function failed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function samplerOf({ kind, ratio, isParentBased }: SamplerSetting): Sampler {
  const root = rootSampler(kind, ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(kind: SamplerSetting['kind'], ratio: number): Sampler {
  switch (kind) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
  }
}
