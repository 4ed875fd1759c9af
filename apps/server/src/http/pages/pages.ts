import { paths } from '@sheetwire/contract/paths';
import { reservedEntities } from '@sheetwire/rules/name';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodeAnswer } from '#http/compress.ts';
import { credentialsOf, type GuardDeps } from '#http/guard.ts';
import { firstHeader } from '#http/handler-request.ts';
import { notFound, type PageHandler } from '#http/not-found.ts';
import type { Actor } from '#lib/actor.ts';
import { manifestOf, manifestPath } from './manifest.ts';
import type { ShellContent, Shells } from './shell.ts';

/** Finds the first part of the report that an address asks for, and writes it under a nonce; '' for who may not view it. */
export type ShellReport = (actor: Actor, path: string, query: unknown) => Promise<(nonce: string) => string>;

export interface PagesDeps extends Pick<GuardDeps, 'identify' | 'cookie'>, Shells {
  readonly productName: string;
  readonly shellReport: ShellReport;
}

/** The screens of spec 2 and their titles; '' is the product's name alone. */
const screens: Readonly<Record<string, string>> = {
  '/admin': 'Admin',
  '/admin/users': 'Users',
  '/admin/usergroups': 'User Groups',
  '/admin/recoversettings': 'Recover Settings',
  '/admin/audit': 'Audit Log',
  '/admin/server': 'Server',
  '/publishing': 'Publishing',
  '/help': '',
  '/account': 'Account',
  '/login': 'Login',
  '/setpassword': 'Set Pwd',
  '/resetpassword': 'Reset Pwd',
  '/v/:entity/:group/:report/:version': 'Verify',
};
const home = ['/', '/remote', '/remote/'];
const nothing = () => '';
/** Pages may be asked for by their headers alone. */
const asHead = { exposeHeadRoute: true };
const reports = ['/:entity/:group/:report', '/:entity/:group/:report/:date', '/:entity/:group/:report/:date/'];

/** Every page route of spec 2, each also under /remote, and what installs them as an app; answers the handler for addresses that are none. */
export function addPages(app: FastifyInstance, deps: PagesDeps): PageHandler {
  const titleOf = (screen: string) => (screen === '' ? deps.productName : `${deps.productName} | ${screen}`);
  for (const [path, screen] of Object.entries(screens)) {
    const show: PageHandler = (request, reply) =>
      sendShell(deps, request, reply, { title: titleOf(screen), report: nothing });
    for (const url of withRemote(path).flatMap((one) => [one, `${one}/`])) app.get(url, asHead, show);
  }
  const manifest = JSON.stringify(manifestOf(deps.productName));
  app.get(manifestPath, asHead, async (_, reply) =>
    reply.header('Cache-Control', 'no-cache').type('application/manifest+json; charset=utf-8').send(manifest),
  );
  addReference(app, deps);
  const showReport: PageHandler = async (request, reply) => {
    const report = await reportOf(deps, request);
    return sendShell(deps, request, reply, { title: deps.productName, report });
  };
  for (const url of home) app.get(url, asHead, showReport);
  for (const url of reports.flatMap(withRemote)) {
    app.get(url, asHead, async (request, reply) => {
      if (isReserved(request)) throw notFound(request.url);
      return showReport(request, reply);
    });
  }
  return (request, reply) => sendShell(deps, request, reply, { title: deps.productName, report: nothing });
}

/** The reference tells no more than the description that it is made from, which anybody may read. */
function addReference(app: FastifyInstance, { reference, productName }: PagesDeps): void {
  if (reference === undefined) return;
  const content = { title: `${productName} | API`, report: nothing };
  for (const url of [paths.reference, paths.reference.slice(0, -1)]) {
    app.get(url, asHead, (request, reply) => sendShell({ shell: reference }, request, reply, content));
  }
}

function withRemote(path: string): string[] {
  return [path, `/remote${path}`];
}

/** An unknown call's address is no report of an entity named API. */
function isReserved(request: FastifyRequest): boolean {
  const { params } = request;
  const entity = typeof params === 'object' && params !== null && 'entity' in params ? String(params.entity) : '';
  return reservedEntities.has(entity.trim().toUpperCase());
}

async function reportOf(
  { identify, cookie, shellReport }: PagesDeps,
  request: FastifyRequest,
): Promise<(nonce: string) => string> {
  const { sessionId } = credentialsOf(request.headers, cookie);
  const actor = sessionId === undefined ? undefined : await identify.session(sessionId);
  if (actor === undefined || !actor.hasLicense) return nothing;
  // As it was sent: it need not be what a URL could be.
  const [path = ''] = request.url.split(/[?#]/, 1);
  return shellReport(actor, path, request.query);
}

async function sendShell(
  { shell }: Pick<PagesDeps, 'shell'>,
  request: FastifyRequest,
  reply: FastifyReply,
  content: ShellContent,
): Promise<FastifyReply> {
  const { html, policy } = shell.render(content);
  const answer = await encodeAnswer(html, firstHeader(request.headers['accept-encoding']));
  if (answer.encoding !== undefined) reply.header('Content-Encoding', answer.encoding);
  reply.header('Content-Security-Policy', policy).header('Vary', 'Accept-Encoding, Cookie');
  return reply.type('text/html; charset=utf-8').send(answer.encodedBody);
}
