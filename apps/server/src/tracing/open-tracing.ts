import type { Tracing } from '#ports/tracing.ts';
import type { TracingSettings } from '#settings/tracing-settings.ts';

/** Where it is told how the collector is doing. */
export interface TraceLog {
  info(line: string): void;
  warn(line: string): void;
}

/** What its spans say of a server. */
export interface TracedServer {
  /** Of the product. */
  readonly version: string;
  readonly host: string;
  /** Its store, as the conventions name it. */
  readonly system: 'sqlite' | 'postgresql';
}

/** What spans are made with; the libraries are loaded here, so that a server without a collector has none of them. */
export async function openTracing(
  settings: TracingSettings | undefined,
  server: TracedServer,
  log: TraceLog,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { OtlpTracing } = await import('./otlp-tracing.ts');
  return new OtlpTracing(settings, server, log);
}
