import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { exits, Stop } from '#exit.ts';

/** What a failed call means to a publisher that may try again. */
export type Fault =
  /** No answer, or a server that cannot take it now: try after `wait` ms, if it says so. */
  | { readonly kind: 'away'; readonly message: string; readonly wait: number | undefined }
  /** Trying the same again gives the same. */
  | { readonly kind: 'final'; readonly stop: Stop };

const AWAY_STATUS: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Sorts what a call threw; anything that is no failure of a call is thrown on. */
export function faultOf(fault: unknown, server: URL): Fault {
  if (fault instanceof NetworkFailure) {
    return { kind: 'away', message: `${server.origin} is not responding${reasonOf(fault)}`, wait: undefined };
  }
  if (!(fault instanceof CallError)) throw fault;
  if (AWAY_STATUS.has(fault.status)) {
    return { kind: 'away', message: `${server.origin} says: ${fault.message}`, wait: fault.retryAfter };
  }
  return { kind: 'final', stop: refusal(fault, server) };
}

function refusal({ status, code, message }: CallError, server: URL): Stop {
  switch (status) {
    case 401:
      return new Stop(
        exits.notAllowed,
        `${server.origin} rejected the token or key: ${message}. It may have been used, expired or revoked`,
      );
    case 403:
      return new Stop(exits.notAllowed, `${server.origin} refuses: ${message}`);
    case 409:
      return new Stop(exits.conflict, `${server.origin} refuses: ${message}`);
    case 413:
      return new Stop(
        exits.file,
        `${server.origin} rejected the content: ${message}; publish fewer sheets or a range, or ask your administrator to raise the limit`,
      );
    case 400:
    case 422:
      return new Stop(exits.file, `${server.origin} rejected the content: ${message}`);
    default:
      return new Stop(exits.network, `${server.origin} is not a compatible portal (${status} ${code})`);
  }
}

function reasonOf(fault: Error): string {
  const causes: string[] = [];
  for (let cause = fault.cause; cause instanceof Error && causes.length < 4; cause = cause.cause) {
    causes.push('code' in cause ? String(cause.code) : cause.message);
  }
  const last = causes.at(-1);
  return last === undefined ? '' : ` (${last})`;
}
