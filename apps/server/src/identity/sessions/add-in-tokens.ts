import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { type AccountMailDeps, resetLink, tell } from '#identity/account-mail/emailed-keys.ts';
import { isPast } from '#identity/span.ts';
import { Refusal } from '#lib/refusal.ts';
import { tokenReusedMail } from '#mail/texts.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';
import type { BearerRecord, TokenRecord } from '#ports/tokens.ts';
import { hashSecret, newId, newSecret } from '#secrets/secrets.ts';
import type { Lines } from './lines.ts';
import type { Seats } from './seats.ts';

export interface TokenDeps {
  readonly stores: Pick<Stores, 'tokens' | 'users' | 'throttle'>;
  readonly lines: Lines;
  readonly seats: Seats;
  readonly isSuperAdmin: (user: User) => boolean;
  readonly clock: Clock;
  readonly chance: Chance;
}

export interface ExchangeDeps extends TokenDeps, AccountMailDeps {}

/** Who asks for a token or key, from where; with the session that must not end meanwhile. */
export interface Asker {
  readonly user: User;
  readonly address: string;
  readonly sessionHash?: string;
}

/** What an add-in presents (interfaces 3). */
export interface Presented {
  readonly token: string;
  readonly app: string;
  readonly instanceId: string;
  readonly version: string;
  readonly address: string;
}

const VERSION = /^\d{1,6}\.\d{1,6}(?:\.\d{1,6}){0,2}(?:[-+][\w.+-]{1,40})?$/;
const second = 1000;

/** A token of 10 minutes for manual add-in authentication (spec 9). */
export async function makeToken(
  deps: TokenDeps,
  asker: Asker,
  app: string,
): Promise<{ token: string; madeAt: number }> {
  const { tokens, throttle } = deps.stores;
  const { most, within } = limits.tokensPerUser;
  if ((await throttle.fail({ key: `token:${asker.user}`, within })) > most) {
    throw new Refusal('too_many', { retryAfter: within / second });
  }
  const now = deps.clock.now();
  const token = newSecret(deps.chance, 'swt_');
  const times = { createdAt: now, expiresAt: now + limits.addinToken };
  const record = { hash: hashSecret(token), user: asker.user, app: app.trim(), ...times };
  const note = noteOf(deps, asker, 'token made', app);
  if (!(await tokens.saveToken(record, asker.sessionHash, note))) throw new Refusal('not_signed_in');
  return { token, madeAt: now };
}

/** A token for a credential; another exchange of the same token ends the first credential (spec 9). */
export async function exchangeToken(
  deps: ExchangeDeps,
  presented: Presented,
): Promise<{ credential: string; user: User; expiresAt: number }> {
  if (!VERSION.test(presented.version))
    throw new Refusal('malformed', { message: 'version must be three numbers such as 1.2.0' });
  const token = await goodToken(deps, presented);
  const asker = { kind: 'token', hash: token.hash } as const;
  if (!deps.isSuperAdmin(token.user) && !(await deps.seats.take(token.user, asker))) throw new Refusal('no_license');
  const credential = newSecret(deps.chance, 'swc_');
  const bearer = credentialOf(deps, token, { ...presented, hash: hashSecret(credential) });
  const asked = { user: token.user, address: presented.address };
  const ended = await deps.stores.tokens.exchange(bearer, {
    exchanged: noteOf(deps, asked, 'token exchanged', presented.app),
    reused: noteOf(deps, asked, 'token reused', presented.app),
  });
  if (ended === undefined) throw badToken();
  deps.lines.endedLines([...ended.reused, ...ended.idle]);
  if (ended.reused.length > 0) await tellReuse(deps, asked, presented.app);
  return { credential, user: token.user, expiresAt: bearer.expiresAt };
}

/** Whoever used it first may be the thief or the owner: the owner hears of it (spec 9). */
async function tellReuse(deps: ExchangeDeps, asker: Asker, app: string): Promise<void> {
  const record = await deps.stores.users.get(asker.user);
  if (record === undefined) return;
  const notice = { productName: deps.productName, user: asker.user, resetLink: resetLink(deps) };
  tell(deps, record, tokenReusedMail(notice, { app, address: asker.address }));
}

async function goodToken({ stores, clock }: TokenDeps, { token, app }: Presented): Promise<TokenRecord> {
  const found = await stores.tokens.token(hashSecret(token));
  const now = clock.now();
  const isLive = found !== undefined && now < found.expiresAt && !isPast(found.createdAt, limits.addinToken, now);
  const isOfApp = isLive && (found.app === '' || found.app.toLowerCase() === app.trim().toLowerCase());
  const user = isOfApp ? await stores.users.get(found.user) : undefined;
  if (!found || !user || user.disabledAt !== null) throw badToken();
  return found;
}

function badToken(): Refusal {
  return new Refusal('not_signed_in', { message: 'The token is unknown or has expired; generate a new one' });
}

function credentialOf(
  { clock, chance }: TokenDeps,
  token: TokenRecord,
  by: Presented & { readonly hash: string },
): BearerRecord & { readonly expiresAt: number } {
  const now = clock.now();
  return {
    id: newId(chance),
    hash: by.hash,
    user: token.user,
    kind: 'credential',
    name: by.app,
    tokenHash: token.hash,
    instanceId: by.instanceId,
    version: by.version,
    address: by.address,
    createdAt: now,
    lastUsedAt: null,
    expiresAt: now + limits.sessionLife,
  };
}

/** A long-lived key for unattended publishers (interfaces 3). */
export async function makeApiKey(deps: TokenDeps, asker: Asker, name: string): Promise<{ id: string; key: string }> {
  const label = name.trim();
  if (label === '') throw new Refusal('malformed', { message: 'name: enter a name' });
  const { tokens } = deps.stores;
  const held = await tokens.keysOf(asker.user);
  if (held.length >= limits.maxApiKeys) {
    throw new Refusal('not_allowed', {
      message: `An account can have at most ${limits.maxApiKeys} API keys; revoke one first`,
    });
  }
  const key = newSecret(deps.chance, 'swk_');
  const id = newId(deps.chance);
  const record = {
    id,
    hash: hashSecret(key),
    user: asker.user,
    kind: 'apikey',
    name: label,
    address: asker.address,
    createdAt: deps.clock.now(),
  } as const;
  const open = { tokenHash: null, instanceId: null, version: null, lastUsedAt: null, expiresAt: null };
  const note = noteOf(deps, asker, 'API key created', label);
  if (!(await tokens.saveKey({ ...record, ...open }, asker.sessionHash, note))) throw new Refusal('not_signed_in');
  return { id, key };
}

const noSuchKey = 'Key not found; it may have been revoked already';

/** Ends a key at once, here and on every node. */
export async function revokeApiKey(deps: TokenDeps, asker: Asker, id: string): Promise<void> {
  const { tokens } = deps.stores;
  const key = (await tokens.keysOf(asker.user)).find((one) => one.id === id);
  if (key === undefined) throw new Refusal('not_found', { message: noSuchKey });
  const note = noteOf(deps, asker, 'API key revoked', key.name);
  if (!(await tokens.revokeKey(asker.user, id, note))) throw new Refusal('not_found', { message: noSuchKey });
  deps.lines.endedLines([key.hash]);
}

function noteOf({ clock }: TokenDeps, { user, address }: Asker, action: string, object: string): AuditNote {
  return { at: clock.now(), actor: user, action, object, address };
}
