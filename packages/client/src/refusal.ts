import type { Refusal } from './failures.ts';

const second = 1000;

/** Reads a refusal of the server; one of something between (a proxy's page) keeps its status. */
export function readRefusal(
  answer: { readonly status: number; readonly headers: Pick<Headers, 'get'> },
  body: string,
): Refusal {
  const said = saidIn(body);
  return {
    status: answer.status,
    code: said.code ?? 'unreadable',
    message: said.message ?? wordsOf(answer.status),
    have: said.have,
    retryAfter: retryAfterOf(answer.headers.get('retry-after')),
    requestId: requestIdOf(answer.headers.get('x-request-id')),
  };
}

/** `Retry-After` in its form of whole seconds, the one that the server sends. */
function retryAfterOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * second : undefined;
}

/** One that is fit to be read out; something between may send another. */
function requestIdOf(header: string | null): string | undefined {
  return header !== null && /^[\w.:-]{1,64}$/.test(header) ? header : undefined;
}

/** The answer of something between, which does not say what became of the call. */
function wordsOf(status: number): string {
  const happened = GATEWAY.has(status)
    ? `The server is not available (${status}); it may be restarting`
    : `The server sent an invalid response (${status})`;
  return `${happened}. If you were saving something, check whether it was saved before trying again`;
}

/** What a proxy answers for a server that is not there, or too slow. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

interface Said {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly have?: number | undefined;
}

/** The error of interfaces 5, or the bare `message` of a throttled login (interfaces 9). */
function saidIn(body: string): Said {
  const parsed = parseObject(body);
  const error = isObject(parsed.error) ? parsed.error : parsed;
  return { code: text(error.code), message: text(error.message), have: count(error.have) };
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
