import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { Stop } from '#exit.ts';

/** What a failed call means to a publisher that may try again. */
export type Fault =
  /** No answer, or a server that cannot take it now: try after `wait` ms, if it says so. */
  | { readonly kind: 'away'; readonly message: string; readonly wait: number | undefined; readonly taken: Taken }
  /** Trying the same again gives the same, and trying anything else too where it `isForAll`. */
  | {
      readonly kind: 'final';
      readonly stop: Stop;
      readonly isForAll: boolean;
      /** The report was rolled back: the same goes once it is released. */
      readonly isHeld?: boolean;
    };

/** Whether the server may have acted on it: not on what never reached it or was put off, not known without an answer. */
export type Taken = 'no' | 'perhaps' | 'failed';

const AWAY_STATUS: ReadonlyMap<number, Taken> = new Map([
  [429, 'no'],
  [500, 'failed'],
  [502, 'perhaps'],
  [503, 'perhaps'],
  [504, 'perhaps'],
]);

/** The line never stood. */
const UNSENT: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
]);

/** Sorts what a call threw; anything that is no failure of a call is thrown on. */
export function faultOf(fault: unknown, server: URL): Fault {
  if (fault instanceof NetworkFailure) {
    return lineFault(fault, server);
  }
  if (!(fault instanceof CallError)) throw fault;
  const taken = AWAY_STATUS.get(fault.status);
  if (taken !== undefined) {
    return { kind: 'away', message: `${server.origin} says: ${fault.message}`, wait: fault.retryAfter, taken };
  }
  const isHeld = fault.code === 'rolled_back';
  const isForAll = !ofOneReport.has(fault.status);
  return { kind: 'final', stop: refusal(fault, server), isForAll, ...(isHeld && { isHeld }) };
}

/** Refusals that say something of one report or its content, and nothing of others. */
const ofOneReport: ReadonlySet<number> = new Set([400, 403, 409, 413, 422]);

function refusal({ status, code, message, have }: CallError, server: URL): Stop {
  if (code === 'rolled_back') {
    const way = `Ask an admin of the report, or release it with sheetwire release REPORT ${have ?? 'VERSION'}`;
    return new Stop(exits.conflict, `${server.origin} refuses: ${message}. ${way}`);
  }
  if (code === 'unknown_version') return new Stop(exits.usage, `${server.origin} refuses: ${message}`);
  switch (status) {
    case 401:
      return new Stop(exits.notAllowed, `${server.origin} rejected the token or key: ${message}`);
    case 403:
      return new Stop(exits.notAllowed, `${server.origin} refuses: ${message}${hintOf(code)}`);
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

function hintOf(code: string): string {
  return code === 'wrong_publish_secret' ? ' (SHEETWIRE_PUBLISH_SECRET)' : '';
}

/** A certificate that is not trusted, and an address that leads elsewhere, stay so however often they are asked. */
function lineFault(fault: Error, server: URL): Fault {
  const reason = causesOf(fault).at(-1);
  const words = reason === undefined ? '' : ` (${reason})`;
  if (reason !== undefined && (reason === REDIRECT || /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO/.test(reason))) {
    const stop = new Stop(
      exits.network,
      `${server.origin} cannot be used${words}; check the address and its certificate`,
    );
    return { kind: 'final', stop, isForAll: true };
  }
  const taken = reason !== undefined && UNSENT.has(reason) ? 'no' : 'perhaps';
  return { kind: 'away', message: `${server.origin} is not responding${words}`, wait: undefined, taken };
}

function causesOf(fault: Error): string[] {
  const causes: string[] = [];
  for (let cause = fault.cause; cause instanceof Error && causes.length < 4; cause = cause.cause) {
    const word = wordOf(cause);
    if (word !== undefined) causes.push(word);
  }
  return causes;
}

/** The code of the system; a message may hold what was sent, and is never told. */
function wordOf(cause: Error): string | undefined {
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  if (cause.name === 'TimeoutError') return `no answer in ${limits.publishCall / 1000} s`;
  return cause.message === REDIRECT ? REDIRECT : undefined;
}

/** How fetch says that an address leads elsewhere. */
const REDIRECT = 'unexpected redirect';
