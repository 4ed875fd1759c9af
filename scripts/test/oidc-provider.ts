import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';

/** An identity provider of a test's own. */
export interface OidcProvider {
  readonly issuer: string;
  /** The settings of a portal that uses it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Claims by subject; a subject that is not here cannot sign in. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** From now on id tokens are what this makes of them. */
  forge: ((claims: JWTPayload) => Promise<string>) | undefined;
  /** How it answers from now on; `slow` answers after a minute, `huge` never ends. */
  mood: 'well' | 'slow' | 'busy' | 'huge' | 'elsewhere';
  /** Signed with the key that it publishes; the header is told in full. */
  sign(claims: JWTPayload, header?: Readonly<Record<string, string>>): Promise<string>;
  /** New keys; those of before are no longer published. */
  rotateKeys(): Promise<void>;
  /** Requests that came for an address. */
  askedFor(path: string): number;
  /** Closes the port, as a crash would, and opens it again. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How a portal's secret is taken. */
type ClientProof = 'client_secret_basic' | 'client_secret_post';

export interface OidcOptions {
  /** Id tokens leave the claims to userinfo. */
  readonly isThin?: boolean;
  /** The one way in which it takes the portal's secret; left out, it takes both. */
  readonly proof?: ClientProof;
}

const CLIENT_ID = 'portal';
const SCOPE = 'openid profile email';
const SLOW = 60_000;
const HUGE_CHUNK = Buffer.alloc(1 << 16, 32);
const ALGORITHM = 'RS256';

/** Made once: it takes a while. */
let firstKeys: Promise<Keys> | undefined;

interface Keys {
  readonly id: string;
  readonly privateKey: CryptoKey;
}

/** Starts oidc-provider on 127.0.0.1 for the portal at this address. */
export async function withOidcProvider(
  portalUrl: string,
  { isThin = false, proof }: OidcOptions = {},
): Promise<OidcProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const secret = randomBytes(24).toString('base64url');
  const asked = new Map<string, number>();
  const waiting = new Set<NodeJS.Timeout>();
  firstKeys ??= newKeys();
  let keys = await firstKeys;
  const make = () => makeProvider(rig, keys, { portalUrl, secret, isThin, proof });
  const rig: OidcProvider = {
    issuer,
    settings: {
      SHEETWIRE_PUBLIC_URL: portalUrl,
      SHEETWIRE_OIDC_ISSUER: issuer,
      SHEETWIRE_OIDC_CLIENT_ID: CLIENT_ID,
      SHEETWIRE_OIDC_CLIENT_SECRET: secret,
      SHEETWIRE_OIDC_DEFAULT_ENTITY: 'ACME',
    },
    people: new Map(),
    forge: undefined,
    mood: 'well',
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: keys.id, ...header }).sign(keys.privateKey),
    async rotateKeys() {
      keys = await newKeys();
      provider = await make();
    },
    askedFor: (path) => asked.get(path) ?? 0,
    async crash() {
      for (const timer of waiting) clearTimeout(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    restart: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
    stop: () => (server.listening ? rig.crash() : Promise.resolve()),
  };
  let provider = await make();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const answer = () => void serve(provider, path, request, response).catch((error) => response.destroy(error));
    if (rig.mood === 'slow') waiting.add(setTimeout(answer, SLOW));
    else inMood(rig.mood, response, answer);
  });
  await rig.restart();
  return rig;
}

function inMood(mood: Exclude<OidcProvider['mood'], 'slow'>, response: ServerResponse, answer: () => void): void {
  if (mood === 'well') answer();
  else if (mood === 'busy') response.writeHead(503).end();
  else if (mood === 'huge') sendForEver(response);
  else response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
}

async function newKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return { id: randomBytes(6).toString('hex'), privateKey };
}

interface Making {
  readonly portalUrl: string;
  readonly secret: string;
  readonly isThin: boolean;
  readonly proof: ClientProof | undefined;
}

async function makeProvider(
  rig: OidcProvider,
  keys: Keys,
  { portalUrl, secret, isThin, proof }: Making,
): Promise<Provider> {
  const provider = new Provider(rig.issuer, {
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), kid: keys.id, use: 'sig', alg: ALGORITHM }] },
    cookies: { keys: [secret] },
    conformIdTokenClaims: isThin,
    claims: { profile: ['preferred_username', 'company'], email: ['email', 'email_verified'] },
    clients: [clientOf(portalUrl, secret)],
    pkce: { required: () => true },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.body = page(`${form}<button form="op.logoutForm" name="logout" value="yes">Log out</button>`);
        },
      },
    },
    // Its guard against addresses of the inner network would keep it from reaching the portal on this machine.
    fetch(url, options = {}) {
      const { dispatcher: _, ...own }: RequestInit & { readonly dispatcher?: unknown } = options;
      return fetch(url, own);
    },
    ...accountsOf(rig),
  });
  meddle(provider, rig, proof);
  return provider;
}

/** The portal as it is registered. */
function clientOf(portalUrl: string, secret: string): ClientMetadata {
  return {
    client_id: CLIENT_ID,
    client_secret: secret,
    redirect_uris: [`${portalUrl}/sso/callback`],
    post_logout_redirect_uris: [`${portalUrl}/login`],
    backchannel_logout_uri: `${portalUrl}/sso/backchannel`,
    backchannel_logout_session_required: true,
  };
}

/** The people of the rig; nobody is asked for consent. */
function accountsOf(rig: OidcProvider): Pick<Configuration, 'findAccount' | 'loadExistingGrant'> {
  return {
    findAccount(_, id) {
      const claims = rig.people.get(id);
      return claims && { accountId: id, claims: async () => ({ sub: id, ...claims }) };
    },
    async loadExistingGrant({ oidc }) {
      const known = oidc.session?.grantIdFor(CLIENT_ID);
      if (known !== undefined) return oidc.provider.Grant.find(known);
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: CLIENT_ID });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
  };
}

/** Takes the secret in one way only and forges id tokens, where the test says so. */
function meddle(provider: Provider, rig: OidcProvider, proof: ClientProof | undefined): void {
  provider.use(async (ctx, next) => {
    const shown = ctx.get('authorization') === '' ? 'client_secret_post' : 'client_secret_basic';
    if (ctx.path === '/token' && proof !== undefined && proof !== shown) {
      ctx.status = 401;
      ctx.set('www-authenticate', 'Basic realm="provider"');
      ctx.body = { error: 'invalid_client' };
      return;
    }
    await next();
    if (ctx.path !== '/token' || rig.forge === undefined || typeof ctx.body?.id_token !== 'string') return;
    ctx.body = { ...ctx.body, id_token: await rig.forge(claimsOf(ctx.body.id_token)) };
  });
}

/** The claims of a token, unchecked. */
function claimsOf(token: string): JWTPayload {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

/** The provider's own addresses, and its login form. */
async function serve(
  provider: Provider,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!path.startsWith('/interaction/')) return provider.callback()(request, response);
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('login') ?? '';
    return provider.interactionFinished(request, response, { login: { accountId } });
  }
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    page('<form method="post"><label>Subject <input name="login" autofocus></label><button>Sign in</button>'),
  );
}

function page(content: string): string {
  return `<!doctype html><title>Identity provider</title>${content}`;
}

function sendForEver(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const send = (): void => {
    if (!response.destroyed && response.write(HUGE_CHUNK)) setImmediate(send);
  };
  response.on('drain', send);
  send();
}

/** A browser at the provider: follows its pages from an address until it is sent to the portal; answers that address. */
export async function visitProvider(
  { issuer }: OidcProvider,
  address: string,
  { subject, cookies = new Map() }: { readonly subject?: string | undefined; readonly cookies?: Map<string, string> },
): Promise<string> {
  let next = address;
  while (next.startsWith(`${issuer}/`)) {
    const isForm = next.includes('/interaction/');
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const form = isForm ? { method: 'POST', body: new URLSearchParams({ login: subject ?? '' }) } : {};
    const answer = await fetch(next, { ...form, headers, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) keepCookie(cookies, cookie);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next).href;
  }
  return next;
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = ''] = header.split(';');
  const equals = pair.indexOf('=');
  if (pair.slice(equals + 1) === '') cookies.delete(pair.slice(0, equals));
  else cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
}
