/** What a log line says of the trace that its request belongs to. */
interface Trace {
  readonly traceId: string;
  readonly spanId: string;
}

/** The ids of a `traceparent` of W3C Trace Context; nothing of one that is malformed or says none. */
export function traceOf(header: string | string[] | undefined): Trace | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, spanId, rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || version === 'ff') return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return isZero(traceId) || isZero(spanId) ? undefined : { traceId, spanId };
}

function isZero(id: string): boolean {
  return /^0+$/.test(id);
}
