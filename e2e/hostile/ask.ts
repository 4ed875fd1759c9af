import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Portal } from '../support/portal.ts';

/** Who asks: signed in, with a key, or nobody. */
export interface Caller {
  readonly portal: Portal;
  readonly key: string;
  readonly cookie: string;
  readonly superCookie: string;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** One request of any form; what a browser's or publisher's library would refuse to send goes too. */
export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly as?: 'key' | 'cookie' | 'super' | 'nobody';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A minute: no answer by then is a fault. */
const LONGEST = 60_000;

/** Sends it and reads the whole answer; a line that the server cut is status 0. */
export function ask(caller: Caller, { method = 'POST', path, as = 'key', headers = {}, body }: Ask): Promise<Answer> {
  const { hostname, port } = new URL(caller.portal.url);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, agent: false, headers: { ...type, ...identity(caller, as), ...headers } },
      (answer) => {
        buffer(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, text: bytes.toString(), headers: answer.headers }),
          () => resolve({ status: answer.statusCode ?? 0, text: '', headers: answer.headers }),
        );
      },
    );
    sent.setTimeout(LONGEST, () => reject(new Error(`${path.slice(0, 100)} gave no answer for a minute`)));
    sent.on('error', (error) => {
      if ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) resolve(cut);
      else reject(error);
    });
    sent.end(body);
  });
}

/** Sends it and hangs up at once; with a `length`, before all of its body was sent. */
export async function hungUp(caller: Caller, { path, as = 'key', body = '', length }: HungUp): Promise<void> {
  const { hostname, port } = new URL(caller.portal.url);
  const size = String(length ?? Buffer.byteLength(body));
  const headers = {
    host: hostname,
    'content-type': 'application/json',
    'content-length': size,
    ...identity(caller, as),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const line = connect(Number(port), hostname);
  line.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`, () => line.destroy());
  line.on('error', () => line.destroy());
  await once(line, 'close');
}

interface HungUp extends Pick<Ask, 'path' | 'as'> {
  readonly body?: string;
  readonly length?: number;
}

const cut: Answer = { status: 0, text: '', headers: {} };

function identity({ key, cookie, superCookie }: Caller, as: Ask['as']): Record<string, string> {
  if (as === 'key') return { authorization: `Bearer ${key}` };
  if (as === 'nobody') return { 'sec-fetch-site': 'same-origin' };
  return { cookie: as === 'super' ? superCookie : cookie, 'sec-fetch-site': 'same-origin' };
}

/** A JSON body. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** The code of a refusal, or its sentence where the call has its own words; the status where there is neither. */
export function outcomeOf({ status, text }: Answer): string {
  if (status === 200) return 'taken';
  if (status === 0) return 'cut';
  const code = /"code":"([a-z_]+)"/.exec(text.slice(0, 2000))?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}
