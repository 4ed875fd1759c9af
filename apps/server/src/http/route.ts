import type { IncomingMessage } from 'node:http';
import type { Call, Output, Parsed } from '@sheetwire/contract/call';
import type { FastifyReply } from 'fastify';
import type { Actor } from '#lib/actor.ts';
import { validate, validateQuery } from '#lib/validate.ts';
import type { WorkShare } from '#lib/work-budget.ts';
import type { Encoded } from './encoded.ts';

/**
 * The least role of a call (safety 2). `signed-in` and `licensed` take a browser's session only; `super` answers
 * `unauthorized: true` to everybody else (interfaces 9); the `bearer` kinds take an add-in credential or API key, and
 * `bearer-or-licensed` asks for a seat whichever of both it is.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'licensed'
  | 'super'
  | 'bearer'
  | 'bearer-or-session'
  | 'bearer-or-licensed';

export interface RouteOptions {
  readonly access: Access;
  /** The call may open or end a session, so the same-origin rule holds without a cookie too (interfaces 9). */
  readonly setsCookie?: boolean;
  /** A cookie that came along is not looked at, so the same-origin rule does not hold (interfaces 9). */
  readonly ignoresCookie?: boolean;
  /** Unpacked bytes; the body may then be gzip, br or zstd (interfaces 4). */
  readonly packedBody?: number;
  /** What a body beyond that is told. */
  readonly tooLarge?: string;
  /** `stream` leaves the body unread for `onRaw`, of any type. */
  readonly body?: 'json' | 'stream';
}

/** What a handler may know of the request beyond its input. */
export interface Request {
  readonly actor: Actor | undefined;
  readonly address: string;
  /** Who is at the other end of the line itself: the client, or the proxy in front. */
  readonly peer: string;
  readonly signal: AbortSignal;
  /** What the request takes of the budget of bytes in work. */
  readonly work: WorkShare;
  /** The checked query of a call that has a body too. */
  readonly query: unknown;
  readonly params: Readonly<Record<string, string>>;
  /** The session id that the browser sent, whether or not it is still good. */
  readonly sessionId: string | undefined;
  header(name: string): string | undefined;
  answerHeader(name: string, value: string): void;
}

/** A request that has passed the check of who calls. */
export interface KnownRequest extends Request {
  readonly actor: Actor;
}

/** The request by its access: only a public call may meet nobody. */
export type RequestOf<A extends Access> = A extends 'public' ? Request : KnownRequest;

/** The raw sides of a request, for streams and files. */
export interface Wire {
  readonly incoming: IncomingMessage;
  readonly reply: FastifyReply;
}

/** Undefined once the handler has answered on the wire itself. */
export type Handled = { readonly json: unknown } | Encoded | undefined;

export interface Route {
  readonly call: Call;
  readonly options: RouteOptions;
  /** Its handler reads the body itself, and begins in the order in which requests came: publishes of a topic keep theirs. */
  readonly readsBody: boolean;
  run(body: Body, request: Request, wire: Wire): Promise<Handled>;
}

/** The unpacked body and its parser. */
export interface Body {
  readonly bytes: Buffer;
  /** The JSON value; refuses what is not JSON (400). */
  parse(): unknown;
}

type Options<A extends Access> = A | (RouteOptions & { readonly access: A });

/** One call with its least role and its handler. */
export function on<C extends Call, A extends Access>(
  call: C,
  options: Options<A>,
  handler: (input: Parsed<C>, request: RequestOf<A>) => Promise<Output<C> | Encoded>,
): Route {
  return route(call, options, async (body, request) =>
    handled(await handler(inputOf(call, body, request), known(request))),
  );
}

/** As `on`, for a handler that compares bytes: parsing is left to it. */
export function onBytes<C extends Call, A extends Access>(
  call: C,
  options: Options<A>,
  handler: (bytes: Buffer, parse: () => Parsed<C>, request: RequestOf<A>) => Promise<Output<C> | Encoded>,
): Route {
  const made = route(call, options, async (body, request) =>
    handled(await handler(body.bytes, () => inputOf(call, body, request), known(request))),
  );
  return { ...made, readsBody: true };
}

/** As `on`, for a handler that answers on the wire itself: the live stream, linked files. */
export function onRaw<C extends Call, A extends Access>(
  call: C,
  options: Options<A>,
  handler: (input: Parsed<C>, request: RequestOf<A>, wire: Wire) => Promise<void>,
): Route {
  return route(call, options, async (body, request, wire) => {
    await handler(inputOf(call, body, request), known(request), wire);
    return undefined;
  });
}

function route(call: Call, options: Options<Access>, run: Route['run']): Route {
  return { call, options: typeof options === 'string' ? { access: options } : options, readsBody: false, run };
}

function inputOf<C extends Call>(call: C, body: Body, request: Request): Parsed<C> {
  return call.method === 'GET'
    ? validateQuery<C['input']>(call.input, request.query)
    : validate<C['input']>(call.input, body.parse());
}

/** The glue has refused unknown callers by the route's access before any handler runs. */
function known<A extends Access>(request: Request): RequestOf<A> {
  return request as RequestOf<A>;
}

function handled(answer: unknown): Handled {
  return isEncoded(answer) ? answer : { json: answer };
}

function isEncoded(answer: unknown): answer is Encoded {
  return typeof answer === 'object' && answer !== null && 'encodedBody' in answer;
}
