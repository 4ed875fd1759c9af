import type { User } from '@sheetwire/rules/principal';
import { clientNetwork } from '#http/client-network.ts';
import type { SessionCookie } from '#http/cookie.ts';
import type { Request } from '#http/route.ts';
import { NoteOnce } from '#identity/note-once.ts';
import { type ExternalSignInDeps, signInVouched } from '#identity/sign-in/external-sign-in.ts';
import type { WindowsOutcome, WindowsSignIn } from '#identity/sign-in/sign-in-modes.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Networks } from '#settings/networks.ts';
import { type RealmMap, userOfPrincipal } from '#settings/realm-map.ts';
import type { AcceptedTicket, Kerberos } from './kerberos-port.ts';
import { type Negotiation, readNegotiation } from './negotiate-token.ts';
import { holdsNoWindows } from './no-windows-cookie.ts';
import { type ProxyHeaderSettings, proxyWord } from './trusted-proxy.ts';

/** Kerberos in process, as configured. */
export interface KerberosSignIn {
  readonly kerberos: Kerberos;
  /** `HTTP/portal.acme.test`: the names that tickets may be for. */
  readonly services: readonly string[];
  readonly realms: RealmMap;
  /** Clients that may be asked for a ticket. */
  readonly networks: Networks;
}

export interface WindowsDeps {
  readonly identity: ExternalSignInDeps;
  readonly cookie: SessionCookie;
  /** Peers whose X-Forwarded-For is believed. */
  readonly proxies: Networks;
  /** Clients that may be asked, where they were set: whoever a trusted proxy vouches for comes from there too. */
  readonly networks: Networks | undefined;
  readonly kerberos: KerberosSignIn | undefined;
  readonly proxyHeader: ProxyHeaderSettings | undefined;
  readonly log: (line: string) => void;
}

const ntlm =
  'the client fell back to NTLM, which is not supported; check the service principal name, the DNS name and the trusted sites';

/** Windows sign-in by a Kerberos ticket or the word of a trusted proxy (architecture 8). */
export function createWindowsSignIn(deps: WindowsDeps): WindowsSignIn {
  const notes = new NoteOnce(deps.identity.clock, (line) => deps.log(`Windows sign-in: ${line}`));
  const mayAsk = (request: Request) => mayBeAsked(deps, notes, request);
  return {
    offers: mayAsk,
    isDue: (request) => (request.actor === undefined ? mayAsk(request) : namesAnother(deps, request)),
    async signIn(request) {
      const outcome = await signIn(deps, notes, request).catch((error: unknown) => {
        if (error instanceof Refusal) notes.note('tickets wait too long; check the replay cache folder');
        throw error;
      });
      if (outcome.outcome === 'refused') notes.note(`${request.address}: ${outcome.reason}`);
      return outcome;
    },
  };
}

function mayBeAsked(deps: WindowsDeps, notes: NoteOnce, request: Request): boolean {
  const { cookie, networks, proxies, kerberos, proxyHeader } = deps;
  if (holdsNoWindows(request.header('cookie'), cookie)) return false;
  const isOfProxy = proxies.has(request.peer);
  if (!isOfProxy && cameThroughProxy(request)) {
    notes.note(`${request.peer} is a proxy missing from SHEETWIRE_TRUSTED_PROXIES; users behind it are not logged in`);
    return false;
  }
  if (networks !== undefined && !networks.has(request.address)) return false;
  return (proxyHeader !== undefined && isOfProxy) || kerberos?.networks.has(request.address) === true;
}

/** Whose address it was is then not known. */
function cameThroughProxy(request: Request): boolean {
  return request.header('x-forwarded-for') !== undefined || request.header('forwarded') !== undefined;
}

/** A session that a proxy opened is over once the proxy names somebody else; any other session wins over its word. */
function namesAnother({ proxyHeader }: WindowsDeps, request: Request): boolean {
  if (proxyHeader === undefined || request.actor?.method !== 'proxy') return false;
  const word = proxyWord(proxyHeader, request);
  return word !== undefined && 'user' in word && word.user !== request.actor.user;
}

async function signIn(deps: WindowsDeps, notes: NoteOnce, request: Request): Promise<WindowsOutcome> {
  const { kerberos, proxyHeader } = deps;
  const word = proxyHeader && proxyWord(proxyHeader, request);
  if (word !== undefined && 'user' in word) return open(deps, { user: word.user, method: 'proxy' }, request);
  if (word !== undefined) notes.note(word.why);
  if (!kerberos?.networks.has(request.address)) return { outcome: 'refused', reason: 'the proxy sent no user' };
  const negotiation = readNegotiation(request.header('authorization'));
  if (negotiation.kind === 'none') return { outcome: 'challenge' };
  if (negotiation.kind !== 'kerberos') return { outcome: 'refused', reason: reasonOf(negotiation) };
  return byTicket(deps, kerberos, { request, token: negotiation.token });
}

function reasonOf({ kind }: Negotiation): string {
  return kind === 'ntlm' ? ntlm : 'the client sent no Kerberos ticket';
}

async function byTicket(
  deps: WindowsDeps,
  { kerberos, services, realms }: KerberosSignIn,
  { request, token }: { readonly request: Request; readonly token: Buffer },
): Promise<WindowsOutcome> {
  const ticket = await accept(kerberos, token, clientNetwork(request.address));
  if (typeof ticket === 'string') return { outcome: 'refused', reason: ticket };
  const { principal, service, answerToken } = ticket;
  if (!isFor(services, service))
    return { outcome: 'refused', reason: `a ticket for ${service} is for another service` };
  const user = userOfPrincipal(realms, principal);
  if (user === undefined) return { outcome: 'refused', reason: `${principal} is not in a mapped realm` };
  const opened = await open(deps, { user, method: 'kerberos' }, request);
  return opened.outcome === 'signed-in' ? { ...opened, answerToken } : opened;
}

/** The ticket, or what the library says against it. */
async function accept(kerberos: Kerberos, token: Buffer, network: string): Promise<AcceptedTicket | string> {
  try {
    return await kerberos.accept(token, network);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return `the ticket was refused: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Names of services are compared as Windows does, without case; the realm is that of our own keytab. */
function isFor(services: readonly string[], target: string): boolean {
  const name = target.slice(0, target.lastIndexOf('@')).toLowerCase();
  return services.some((service) => service.toLowerCase() === name);
}

/** A session that the browser still has ends, also when the one who comes now is refused. */
async function open(
  { identity }: WindowsDeps,
  { user, method }: { readonly user: User; readonly method: 'kerberos' | 'proxy' },
  request: Request,
): Promise<WindowsOutcome> {
  const agent = request.header('user-agent') ?? '';
  const from = { address: request.address, agent, sessionId: request.sessionId };
  const came = await signInVouched(identity, { user, method, email: '' }, from);
  if (came.refused === undefined) return { outcome: 'signed-in', sessionId: came.sessionId, answerToken: undefined };
  if (request.actor?.sessionHash) await identity.lines.endSession(request.actor.sessionHash);
  return { outcome: 'refused', reason: came.refused };
}
