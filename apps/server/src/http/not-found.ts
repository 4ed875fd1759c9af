import { allCalls } from '@sheetwire/contract/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#lib/refusal.ts';
import { sendRefusal } from './error-handler.ts';
import { restsOf } from './rest-of-body.ts';

/** What is asked for by a browser and is no file of ours. */
export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Where a visitor's address is wrong the app itself says so; every other caller gets 404 as JSON (interfaces 5). */
export function addNotFound(app: FastifyInstance, showPage?: PageHandler): void {
  const rests = restsOf(app);
  app.setNotFoundHandler(async (request, reply) => {
    if (showPage && isVisit(request)) return showPage(request, reply.code(404));
    return sendRefusal(rests, reply, notFound(request.url));
  });
}

/** The refusal of an address that nothing serves: it names the call that may have been meant. */
export function notFound(url: string): Refusal {
  const near = nearCall(url);
  return new Refusal('not_found', near === undefined ? {} : { message: `Not found; ${near}` });
}

interface CallAddress {
  readonly method: string;
  readonly parts: readonly string[];
  readonly end: string;
}

const callAddresses: readonly CallAddress[] = [...allCalls.values()].flatMap(({ method, path, remote }) =>
  (remote ? [path, `/remote${path}`] : [path]).map((one) => ({
    method,
    parts: partsOf(one),
    end: one.endsWith('/') ? '/' : '',
  })),
);

/** How a call is called whose address was meant: with another method, or with a slash at its end or without one. */
function nearCall(url: string): string | undefined {
  const sent = url.split('?', 1)[0] ?? '';
  if (sent.length > LONGEST) return undefined;
  const parts = partsOf(sent);
  const meant = callAddresses.find((call) => isCalled(call, parts));
  return meant && `this call is ${meant.method} /${parts.join('/')}${meant.end}`;
}

/** Characters of an address that is looked at. */
const LONGEST = 500;

function partsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function isCalled({ parts }: CallAddress, sent: readonly string[]): boolean {
  const isPart = (part: string, n: number) => part.startsWith(':') || part === sent[n];
  return parts.length === sent.length && sent.every((part) => part !== '') && parts.every(isPart);
}

function isVisit(request: FastifyRequest): boolean {
  const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  return isPage && !/^\/(?:addin|api|assets|linkedfiles)(?:\/|$)/i.test(request.url);
}
