import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Caller, createCaller, type HeaderSource } from '@sheetwire/client/caller';
import { limits } from '@sheetwire/contract/limits';

const compress = promisify(gzip);

/** A caller for publishers: bodies go as gzip, and a call that hangs is a broken line. */
export function publishCaller(server: URL, headers: HeaderSource): Caller {
  return createCaller({ baseUrl: server.href, headers, fetch: gzipFetch });
}

async function gzipFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const hang = AbortSignal.timeout(limits.publishCall);
  const signal = init.signal ? AbortSignal.any([init.signal, hang]) : hang;
  const { body } = init;
  if (typeof body !== 'string' || body.length < limits.gzipFrom) return fetch(input, { ...init, signal });
  const headers = new Headers(init.headers);
  headers.set('content-encoding', 'gzip');
  return fetch(input, { ...init, signal, headers, body: await compress(body, { level: 6 }) });
}
