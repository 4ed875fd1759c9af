import * as client from 'openid-client';

/** Why a sign-in did not come about; the login page has a sentence for each (spec 4). */
export type SsoCode = 'failed' | 'refused' | 'expired' | 'unreachable' | 'password';

/** A sign-in that does not come about: a code for the visitor, a line without secrets for the log. */
export class SsoFault extends Error {
  readonly code: SsoCode;
  constructor(code: SsoCode, message: string) {
    super(message);
    this.code = code;
  }
}

const maxWords = 300;
/** What libraries say when they say nothing. */
const emptyWords = new Set(['something went wrong', 'fetch failed']);
const checkClient = '; check SHEETWIRE_OIDC_CLIENT_ID and _CLIENT_SECRET';
const busy = new Set(['server_error', 'temporarily_unavailable']);
const maxCauses = 5;

/** Any thrown value as a fault in one line; what the provider sent is quoted only where it is an error's own words. */
export function ssoFaultOf(error: unknown): SsoFault {
  if (error instanceof SsoFault) return error;
  if (error instanceof client.AuthorizationResponseError) {
    const code = busy.has(error.error) ? 'unreachable' : 'refused';
    return new SsoFault(code, `the provider answered ${wordsOf(error)}`);
  }
  if (error instanceof client.ResponseBodyError) {
    const advice = error.error === 'invalid_client' ? checkClient : '';
    return new SsoFault('failed', `the provider refused the code: ${wordsOf(error)}${advice}`);
  }
  if (error instanceof client.WWWAuthenticateChallengeError) {
    return new SsoFault('failed', `the provider refused the connection with ${error.status}${checkClient}`);
  }
  const causes = causesOf(error);
  const fault = causes.find((cause) => cause instanceof SsoFault);
  if (fault !== undefined) return fault;
  const code = causes.some(isNetworkError) ? 'unreachable' : 'failed';
  const telling = causes.filter(({ message }) => !emptyWords.has(message));
  return new SsoFault(code, oneLine((telling.length === 0 ? causes : telling).map(lineOf).join(': ')));
}

/** Words of others as the log may hold them: one line, of a bounded length. */
export function oneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, maxWords);
}

function wordsOf({ error, error_description }: { readonly error: string; readonly error_description?: string }) {
  return oneLine(error_description === undefined ? error : `${error} (${error_description})`);
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let cause = error;
  while (cause instanceof Error && causes.length < maxCauses) {
    causes.push(cause);
    cause = cause.cause;
  }
  return causes.length === 0 ? [new Error(String(error))] : causes;
}

function lineOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.message}${code}`;
}

/** A broken line, a refused certificate, a name that is not found, a wait that was too long. */
function isNetworkError(error: Error): boolean {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  return error.message === 'fetch failed' || error.message === 'terminated';
}
