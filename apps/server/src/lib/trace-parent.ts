/** The span that a request or message belongs to, by W3C Trace Context. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether who sent it records it. */
  readonly isSampled: boolean;
}

/** The parts of a `traceparent`; undefined for one that is malformed or says none. */
export function parseTraceParent(header: string | string[] | undefined): TraceParent | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, spanId, flags = '', rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || version === 'ff') return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return isZero(traceId) || isZero(spanId) ? undefined : { traceId, spanId, isSampled };
}

const SAMPLED = 1;

function isZero(id: string): boolean {
  return /^0+$/.test(id);
}
