import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Call } from '@sheetwire/contract/call';
import { allCalls } from '@sheetwire/contract/calls';
import { limits } from '@sheetwire/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#lib/actor.ts';
import { parseJson } from '#lib/json.ts';
import { ownTurn } from '#lib/own-turn.ts';
import { Refusal } from '#lib/refusal.ts';
import { validateQuery } from '#lib/validate.ts';
import { uncounted, type WorkBudget, type WorkShare } from '#lib/work-budget.ts';
import { readBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import { clientNetwork } from './client-network.ts';
import { encodeAnswer } from './compress.ts';
import type { Encoded } from './encoded.ts';
import { credentialsOf, type GuardDeps, identifyFor, refuseCrossSite } from './guard.ts';
import { firstHeader, HandlerRequest } from './handler-request.ts';
import { jsonOf } from './json-pieces.ts';
import { hasBody } from './rest-of-body.ts';
import type { Body, Handled, Route } from './route.ts';

interface Caller {
  readonly actor: Actor | undefined;
  readonly sessionId: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, as the guard of the route found out. */
    caller: Caller | undefined;
    /** What the request takes of the budget of bytes in work; undefined for one that is not worth the counting. */
    work: WorkShare | undefined;
  }
  interface FastifyContextConfig {
    /** The call of the route; absent for pages and files. */
    route?: Route;
  }
}

/** What serving calls takes. */
export interface CallsDeps extends GuardDeps {
  readonly budget: WorkBudget;
  /** Of answers that were made for one caller alone and are not sent yet. */
  readonly answers: WorkBudget;
}

/** Serves the calls of these routes. */
export function registerRoutes(app: FastifyInstance, deps: CallsDeps, routes: readonly Route[]): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('work', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', readRequestBody);
  for (const route of routes) for (const url of addresses(route.call)) addRoute(app, deps, { route, url });
}

/** Every call of the contract has one route; a call with none or with two stops the start. */
export function assertAllServed(routes: readonly Route[]): void {
  const served = routes.map((route) => route.call);
  const missing = [...allCalls].filter(([, call]) => !served.includes(call)).map(([name]) => name);
  if (missing.length > 0) throw new Error(`No route serves ${missing.join(', ')}`);
  const twice = served.filter((call, index) => served.indexOf(call) !== index).map((call) => call.path);
  if (twice.length > 0) throw new Error(`Two routes serve ${twice.join(', ')}`);
}

function addresses(call: Call): string[] {
  return call.remote ? [call.path, `/remote${call.path}`] : [call.path];
}

function addRoute(app: FastifyInstance, deps: CallsDeps, { route, url }: { route: Route; url: string }): void {
  app.route({
    method: route.call.method,
    url,
    config: { route },
    onRequest: async (request, reply) => {
      await guard(route, request, deps);
      if (isCounted(request)) request.work = openWork(deps.budget, request, reply);
    },
    handler: (request, reply) => {
      const run = () => handle(route, request, { reply, answers: deps.answers });
      const isLater = !route.readsBody && isLong(request);
      return request.work ? inWork(request.work, () => (isLater ? ownTurn().then(run) : run())) : run();
    },
  });
  app.log.trace({ url, access: route.options.access }, 'route');
}

async function guard(route: Route, request: FastifyRequest, deps: GuardDeps): Promise<void> {
  const { access, ignoresCookie } = route.options;
  const found = credentialsOf(request.headers, deps.cookie);
  const sent = ignoresCookie ? { ...found, sessionId: undefined } : found;
  refuseCrossSite(route, request.headers, sent.sessionId !== undefined, deps.own);
  const actor = await identifyFor(access, sent, deps.identify);
  request.caller = { actor, sessionId: sent.sessionId };
  refuseMediaType(route, request);
}

/** The body is JSON, and no body needs no type (interfaces 9). */
function refuseMediaType(route: Route, request: FastifyRequest): void {
  if (route.call.method === 'GET' || route.options.body === 'stream' || !hasBody(request)) return;
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type.trim() !== 'application/json' || !isUtf8) throw new Refusal('wrong_media_type');
  if (request.headers['content-encoding'] !== undefined && route.options.packedBody === undefined) {
    throw new Refusal('wrong_media_type', { message: 'This call does not accept Content-Encoding' });
  }
}

/** A short body of a known length is not worth the counting. */
function isCounted({ headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer, 'content-encoding': encoding } = headers;
  return transfer !== undefined || encoding !== undefined || Number(length ?? 0) > limits.work.from;
}

/** To parse it is a good part of a turn of the event loop, and hundreds may have come in one. */
function isLong({ body }: FastifyRequest): boolean {
  return Buffer.isBuffer(body) && body.length > limits.work.long;
}

/** The share ends with the answer, or with the line when nothing is done for the client that went away. */
function openWork(budget: WorkBudget, request: FastifyRequest, reply: FastifyReply): WorkShare {
  const user = request.caller?.actor?.user;
  const name = user ?? clientNetwork(clientAddress(request.ip));
  const work = budget.open({ name, isKnown: user !== undefined });
  const end = () => work.end();
  // Who has gone by now is not told of once more.
  if (reply.raw.destroyed) end();
  reply.raw.once('close', end);
  reply.raw.once('finish', end);
  return work;
}

/** The handler holds the body until it settles, though the client hangs up; one whose share is over does not start. */
async function inWork(work: WorkShare, run: () => Promise<FastifyReply>): Promise<FastifyReply> {
  if (work.isOver) throw new Refusal('malformed', { message: 'The client disconnected before the call finished' });
  try {
    return await work.during(run);
  } finally {
    work.end();
  }
}

async function readRequestBody(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer | undefined> {
  const route = request.routeOptions.config.route;
  if (route === undefined || route.options.body === 'stream') return undefined;
  const cap = route.options.packedBody ?? limits.maxBody;
  const refusal = tooLarge(route.options.tooLarge, cap);
  if (Number(request.headers['content-length'] ?? 0) > cap) throw refusal();
  const work = request.work ?? uncounted;
  const form = { encoding: firstHeader(request.headers['content-encoding']), cap, work, refusal };
  return request.work ? work.during(() => readBody(payload, form)) : readBody(payload, form);
}

/** Names the limit; made only when it is due, since a refusal with its stack is dear. */
function tooLarge(words: string | undefined, cap: number): () => Refusal {
  const message = words ?? `A request to this address can have at most ${cap} bytes`;
  return () => new Refusal('too_large', { message });
}

interface Answering extends Pick<CallsDeps, 'answers'> {
  readonly reply: FastifyReply;
}

async function handle(route: Route, request: FastifyRequest, { reply, answers }: Answering): Promise<FastifyReply> {
  const { actor, sessionId } = request.caller ?? { actor: undefined, sessionId: undefined };
  if (route.options.access === 'super' && actor?.isSuperAdmin !== true)
    return send({ reply, answers }, { json: { unauthorized: true } });
  const query = queryOf(route, request);
  const facts = { actor, query, sessionId };
  const handled = await route.run(bodyOf(request), new HandlerRequest(request, reply, facts), {
    incoming: request.raw,
    reply,
  });
  if (handled !== undefined) return send({ reply, answers }, handled);
  request.leaveTrace?.(reply.raw.statusCode);
  return reply;
}

function queryOf(route: Route, request: FastifyRequest): unknown {
  return route.call.query === undefined ? request.query : validateQuery(route.call.query, request.query);
}

function bodyOf(request: FastifyRequest): Body {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length > limits.work.from) request.work?.take(bytes.length * limits.work.parsed);
  return { bytes, parse: () => parseJson(bytes) };
}

async function send({ reply, answers }: Answering, handled: Exclude<Handled, undefined>): Promise<FastifyReply> {
  const isOfMany = 'encodedBody' in handled;
  const answer: Encoded = isOfMany ? handled : await encoded(await jsonOf(handled.json), reply);
  const { length } = answer.encodedBody;
  if (length > limits.work.answer) {
    if (!isOfMany) openWork(answers, reply.request, reply).take(length);
    endWhenStalled(reply.raw);
  }
  if (answer.encoding !== undefined) reply.header('Content-Encoding', answer.encoding);
  reply.header('Vary', 'Accept-Encoding');
  return reply.type('application/json; charset=utf-8').send(answer.encodedBody);
}

/** Who takes nothing of a long answer for so long does not get the rest: it lies in memory until it is taken. */
function endWhenStalled(response: ServerResponse): void {
  if (response.socket instanceof Socket) response.setTimeout(limits.answerStall);
}

/** A short answer, as polling clients get it, waits for nothing. */
function encoded(json: string, { request }: FastifyReply): Encoded | Promise<Encoded> {
  if (json.length < limits.compressFrom) return { encodedBody: json };
  return encodeAnswer(json, firstHeader(request.headers['accept-encoding']));
}
