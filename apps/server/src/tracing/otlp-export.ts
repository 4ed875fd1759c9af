import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { limits } from '@sheetwire/contract/limits';
import { messageOf } from '#lib/start-fault.ts';
import type { SpanEnd } from '#ports/tracing.ts';
import type { TracingSettings } from '#settings/tracing-settings.ts';
import type { TraceLog } from './open-tracing.ts';

type Done = Parameters<SpanExporter['export']>[1];

/**
 * Spans on their way to the collector: in batches, one after another, beside the requests. Those beyond the bound are
 * dropped, whether they wait or are being sent; what goes wrong is told once, until it goes well again.
 */
export class OtlpExport implements SpanProcessor {
  readonly spans: Record<SpanEnd, number> = { exported: 0, failed: 0, dropped: 0 };
  readonly #batches: BatchSpanProcessor;
  readonly #sender: OTLPTraceExporter;
  readonly #log: TraceLog;
  #waiting = 0;
  #isFailing = false;

  constructor({ url, headers, timeout }: TracingSettings, log: TraceLog) {
    const { waiting: maxQueueSize, batch: maxExportBatchSize, every: scheduledDelayMillis } = limits.tracing;
    this.#log = log;
    this.#sender = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: timeout });
    this.#batches = new BatchSpanProcessor({
      exporter: { export: (spans, done) => this.#export(spans, done), shutdown: () => this.#sender.shutdown() },
      ...{ maxQueueSize, maxExportBatchSize, scheduledDelayMillis },
      exportTimeoutMillis: timeout + limits.tracing.grace,
    });
  }

  onStart(): void {
    // What is under way is no concern of the collector yet.
  }

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= limits.tracing.waiting) {
      this.spans.dropped++;
      return;
    }
    this.#waiting++;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }

  #export(spans: ReadableSpan[], done: Done): void {
    this.#sender.export(spans, (result) => {
      this.#waiting -= spans.length;
      this.spans[result.code === SUCCESS ? 'exported' : 'failed'] += spans.length;
      this.#tell(result);
      done(result);
    });
  }

  #tell({ code, error }: Parameters<Done>[0]): void {
    const isFailing = code !== SUCCESS;
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (isFailing) this.#log.warn(`traces cannot be sent: ${reasonOf(error)}`);
    else this.#log.info('traces are being sent again');
  }
}

/** ExportResultCode, of a package that is not named for one number. */
const SUCCESS = 0;

/** The response's own body, which may say anything, is left out. */
function reasonOf(error: Error | undefined): string {
  if (error === undefined) return 'the collector rejected them';
  const status = 'code' in error && typeof error.code === 'number' ? `${error.code} ` : '';
  return `${status}${messageOf(error)}`;
}
