import {
  type OidcOptions,
  type OidcProvider,
  visitProvider,
  withOidcProvider,
} from '../../../../../../scripts/test/oidc-provider.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

const portalUrl = 'http://127.0.0.1:19999';

/** The product beside a real identity provider; its clock stands at the present. */
export interface SsoSite {
  readonly server: TestApp;
  readonly provider: OidcProvider;
  /** What the operator was told. */
  readonly lines: string[];
  visitor(): SsoVisitor;
  stop(): Promise<void>;
}

/** One browser: its cookies at the portal and at the provider. */
export interface SsoVisitor {
  readonly cookies: Map<string, string>;
  readonly cookiesThere: Map<string, string>;
  /** Opens an address of the portal; answers where it leads. */
  open(address: string): Promise<Opened>;
  /** From the portal to the provider, in as this subject, up to the address that leads back. */
  leave(subject?: string, ret?: string): Promise<string>;
  /** The whole way; answers where it ends. */
  signIn(subject?: string, ret?: string): Promise<string>;
  /** A call with this browser's cookies. */
  call(path: string, body?: unknown): Promise<Record<string, unknown>>;
}

export interface Opened {
  readonly status: number;
  readonly location: string;
}

/** Starts both; further settings may be given, and how the server is wired. */
export async function startSsoSite(
  environment: Record<string, string> = {},
  options: OidcOptions = {},
  wiring: Parameters<typeof startTestApp>[1] = {},
): Promise<SsoSite> {
  const provider = await withOidcProvider(portalUrl, options);
  const server = await startTestApp({ ...provider.settings, ...environment }, wiring);
  server.clock.move(Date.now() - server.clock.now());
  const lines: string[] = [];
  server.app.fastify.log.warn = (line: unknown) => void lines.push(String(line));
  return {
    server,
    provider,
    lines,
    visitor: () => visitorOf(server, provider),
    async stop() {
      await server.stop();
      await provider.stop();
    },
  };
}

function visitorOf({ app }: TestApp, provider: OidcProvider): SsoVisitor {
  const cookies = new Map<string, string>();
  const cookiesThere = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = (headers: Record<string, unknown>) => {
    for (const header of [headers['set-cookie'] ?? []].flat()) keepCookie(cookies, String(header));
  };
  const visitor: SsoVisitor = {
    cookies,
    cookiesThere,
    async open(address) {
      const url = address.replace(portalUrl, '');
      const answer = await app.fastify.inject({ method: 'GET', url, headers: { cookie: cookieHeader() } });
      keep(answer.headers);
      return { status: answer.statusCode, location: String(answer.headers.location ?? '') };
    },
    async leave(subject, ret) {
      const query = ret === undefined ? '' : `?ret=${encodeURIComponent(ret)}`;
      const { location } = await visitor.open(`/sso/login${query}`);
      if (!location.startsWith(provider.issuer)) return location;
      return visitProvider(provider, location, { subject, cookies: cookiesThere });
    },
    async signIn(subject, ret) {
      const back = await visitor.leave(subject, ret);
      return back.startsWith(portalUrl) ? (await visitor.open(back)).location : back;
    },
    async call(path, body = {}) {
      const answer = await app.fastify.inject({
        method: 'POST',
        url: `/api/v1/${path}`,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie: cookieHeader() },
        payload: JSON.stringify(body),
      });
      keep(answer.headers);
      return answer.json();
    },
  };
  return visitor;
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = ''] = header.split(';');
  const equals = pair.indexOf('=');
  if (header.includes('Max-Age=0')) cookies.delete(pair.slice(0, equals));
  else cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
}
