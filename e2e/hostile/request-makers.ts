import { gzipSync } from 'node:zlib';
import { type Answer, type Ask, ask, type Caller, json } from './ask.ts';

/** Something that a caller could send, and every outcome that is right: `taken`, `cut`, or a refusal's status and code. */
export interface HostileRequest {
  readonly name: string;
  readonly send: (caller: Caller) => Promise<readonly Answer[]>;
  readonly outcomes: readonly string[];
}

export const TOPIC = 'ACME/HOSTILE/REPORT';

/** A text again and again. */
export const times = (count: number, text: string) => text.repeat(count);
/** A request that is sent once. */
export const one =
  (request: Ask) =>
  async (caller: Caller): Promise<Answer[]> => [await ask(caller, request)];
/** A request that is sent many times at once. */
export const many =
  (count: number, request: (n: number) => Ask) =>
  (caller: Caller): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => ask(caller, request(n))));
/** A call with a credential. */
export const call = (name: string, path: string, body: unknown, ...outcomes: string[]): HostileRequest => ({
  name,
  send: one({ path: `/api/v1/${path}`, body: typeof body === 'string' || Buffer.isBuffer(body) ? body : json(body) }),
  outcomes,
});
/** A call of a session. */
export const signedIn = (name: string, path: string, body: unknown, ...outcomes: string[]): HostileRequest => ({
  name,
  send: one({ path: `/api/v1/${path}`, as: 'cookie', body: typeof body === 'string' ? body : json(body) }),
  outcomes,
});
/** A call of a super admin. */
export const asSuper = (name: string, path: string, body: unknown, ...outcomes: string[]): HostileRequest => ({
  name,
  send: one({ path: `/api/v1/${path}`, as: 'super', body: json(body) }),
  outcomes,
});
/** A page or file that is asked for. */
export const get = (
  name: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  ...outcomes: string[]
): HostileRequest => ({
  name,
  send: one({ method: 'GET', path, as: 'cookie', headers }),
  outcomes,
});

/** Where whole reports and cells are published. */
export const whole = 'publish/report/';
export const cells = 'publish/cells/';
/** A report of one page. */
export const pageOf = (html: string) => ({ topic: TOPIC, pages: [{ name: 'P', html }] });
/** An edit of a cell of the kept report. */
export const edit = (html: string, cell = 'A1') => ({ page: 'Positions', cell, html });
/** Edits of the kept report. */
export const patch = (list: unknown) => ({ topic: 'ACME/HOSTILE/KEPT', baseVersion: 1, cells: list });
export const bad = '400 malformed';
export const large = '413 too_large';

/** A body of a report, packed to a thousandth. */
export const bomb = () => gzipSync(json(pageOf(times(19_000_000, 'x'))));
/** A body in another packing. */
export const packedAs = (encoding: string, body: Buffer): Ask => ({
  path: `/api/v1/${whole}`,
  headers: { 'content-encoding': encoding },
  body,
});
