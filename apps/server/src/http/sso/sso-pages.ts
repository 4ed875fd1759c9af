import { limits } from '@sheetwire/contract/limits';
import { paths } from '@sheetwire/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '#http/body.ts';
import { clientAddress } from '#http/client-address.ts';
import { credentialsOf, type GuardDeps } from '#http/guard.ts';
import { uncounted } from '#lib/work-budget.ts';

/** A browser at one of the addresses of single sign-on. */
export interface SsoVisit {
  readonly query: URLSearchParams;
  /** The Cookie header. */
  readonly cookies: string | undefined;
  readonly from: {
    readonly address: string;
    readonly agent: string;
    readonly sessionId: string | undefined;
  };
}

/** Where the browser goes next, and what it keeps. */
export interface SsoAnswer {
  readonly location: string;
  readonly cookies: readonly string[];
}

/** What happens at the addresses of single sign-on. */
export interface SsoPages {
  start(visit: SsoVisit): Promise<SsoAnswer>;
  finish(visit: SsoVisit): Promise<SsoAnswer>;
  leave(visit: SsoVisit): Promise<SsoAnswer>;
  /** False for a logout token that is not good. */
  endByProvider(logoutToken: string): Promise<boolean>;
}

const good = 200;
const bad = 400;
const found = 302;

/** The addresses of single sign-on; they answer with redirects alone, and the provider's logout with a bare status. */
export function addSingleSignOn(app: FastifyInstance, guard: Pick<GuardDeps, 'cookie'>, pages: SsoPages): void {
  const page = (path: string, visit: (visit: SsoVisit) => Promise<SsoAnswer>): void => {
    app.get(path, async (request, reply) => redirect(reply, await visit(visitOf(request, guard))));
  };
  page(paths.ssoLogin, (visit) => pages.start(visit));
  page(paths.ssoCallback, (visit) => pages.finish(visit));
  page(paths.ssoLogout, (visit) => pages.leave(visit));
  app.post(paths.ssoBackchannelLogout, async (request, reply) => {
    const token = await logoutTokenOf(request);
    const isGood = token !== undefined && (await pages.endByProvider(token));
    return reply.code(isGood ? good : bad).send();
  });
}

function visitOf(request: FastifyRequest, { cookie }: Pick<GuardDeps, 'cookie'>): SsoVisit {
  const { sessionId } = credentialsOf(request.headers, cookie);
  const { searchParams } = new URL(request.url, 'http://local');
  const agent = request.headers['user-agent'] ?? '';
  const from = { address: clientAddress(request.ip), agent, sessionId };
  return { query: searchParams, cookies: request.headers.cookie, from };
}

function redirect(reply: FastifyReply, { location, cookies }: SsoAnswer): FastifyReply {
  for (const cookie of cookies) reply.header('Set-Cookie', cookie);
  return reply.redirect(location, found);
}

/** Form-encoded, once, and of a bounded length (OpenID Connect Back-Channel Logout 2.5). */
async function logoutTokenOf(request: FastifyRequest): Promise<string | undefined> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const body = await readBody(request.raw, { encoding: undefined, cap: limits.sso.logoutTokenBytes, work: uncounted });
  if (type !== 'application/x-www-form-urlencoded') return undefined;
  const [token, ...more] = new URLSearchParams(body.toString('utf8')).getAll('logout_token');
  return more.length === 0 ? token : undefined;
}
