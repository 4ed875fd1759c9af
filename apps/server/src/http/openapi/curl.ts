import type { Call } from '@sheetwire/contract/call';
import type { Example } from '@sheetwire/contract/described/example';
import type { RouteOptions } from '../route.ts';

/** An example as a command that runs as it stands, with the portal's address in `SHEETWIRE` and a key in `KEY`. */
export function curlOf(example: Example, options: RouteOptions): string {
  const { call } = example;
  const parts = [
    `curl -sS --fail-with-body ${isStream(call) ? '-N ' : ''}"$SHEETWIRE${addressOf(example)}"`,
    ...methodOf(example),
    ...credentials(example, options),
    ...Object.entries(example.headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...bodyOf(example),
  ];
  return parts.join(' \\\n  ');
}

/** The path of an example with its parts and its query. */
export function addressOf({ call, params = {}, query }: Example): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
}

function isStream(call: Call): boolean {
  return call.path.endsWith('/stream/');
}

function methodOf({ call, body }: Example): string[] {
  if (call.method === 'POST') return body === undefined ? ['-X POST'] : [];
  return call.method === 'PUT' ? ['-X PUT'] : [];
}

/** A browser keeps its session in a cookie and says which site its page is of; a program sends its key. */
function credentials({ by }: Example, { setsCookie }: RouteOptions): string[] {
  const origin = '-H "Origin: $SHEETWIRE"';
  if (setsCookie) return [`${by === 'nobody' ? '' : '-b cookies.txt '}-c cookies.txt`, origin];
  if (by === 'key') return ['-H "Authorization: Bearer $KEY"'];
  return by === 'nobody' ? [] : ['-b cookies.txt', origin];
}

function bodyOf({ call, body }: Example): string[] {
  if (body === undefined) return [];
  if (call.method === 'PUT') return [`--data-binary ${quoted(typeof body === 'string' ? body : '')}`];
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2)).replace(/\n/g, '\n  ')}`];
}

/** Text that a shell takes as it stands. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
