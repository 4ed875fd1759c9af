import { limits } from '@sheetwire/contract/limits';
import { paths } from '@sheetwire/contract/paths';
import { returnPathOf } from '@sheetwire/contract/return-path';
import type { User } from '@sheetwire/rules/principal';
import * as client from 'openid-client';
import * as z from 'zod/mini';
import { clearCookieHeader, readCookie, type SessionCookie, setCookieHeader } from '#http/cookie.ts';
import type { SsoAnswer, SsoPages, SsoVisit } from '#http/sso/sso-pages.ts';
import { NoteOnce } from '#identity/note-once.ts';
import { type ExternalSignInDeps, signInVouched } from '#identity/sign-in/external-sign-in.ts';
import { noteSignIn } from '#identity/sign-in/sign-in.ts';
import type { SingleSignOn } from '#identity/sign-in/sign-in-modes.ts';
import { StoreFault } from '#ports/store-fault.ts';
import type { Stores } from '#ports/stores.ts';
import { deriveKey, hashSecret, newSecret, seal, unseal } from '#secrets/secrets.ts';
import type { Settings } from '#settings/settings.ts';
import { namedAccount, userClaimOf } from './account-name.ts';
import { joinAccount } from './join-account.ts';
import { keepOnce, takeOnce } from './once.ts';
import { IdentityProvider, type Proof } from './provider.ts';

import { type SsoCode, SsoFault, ssoFaultOf } from './sso-fault.ts';
import { StartRate } from './start-rate.ts';

export interface SingleSignOnDeps extends ExternalSignInDeps {
  readonly stores: Stores;
  readonly settings: Settings;
  readonly isSuperAdmin: (user: User) => boolean;
  /** The server's own key. */
  readonly secretKey: Uint8Array;
  /** The session cookie. */
  readonly cookie: SessionCookie;
  /** One line for the operator. */
  readonly warn: (line: string) => void;
}

const signInPurpose = 'single sign-on';
const logoutPurpose = 'single sign-on logout';
const seenPurpose = 'logout token seen';
const endedPurpose = 'session of the provider ended';
const second = 1000;
const secretForm = /^[\w-]{43}$/;

/** Whose account a proof opens, and whether its claims give another name today. */
interface ProvedAccount {
  readonly user: User;
  readonly email: string;
  readonly isRenamed: boolean;
}

/** A sign-in under way, as it is kept while the visitor is away. */
const transaction = z.object({ browser: z.string(), nonce: z.string(), verifier: z.string(), ret: z.string() });
type Transaction = z.output<typeof transaction>;

/** Sign-in, logout and the provider's logout by OpenID Connect; undefined when no provider is configured. */
export function openSingleSignOn(deps: SingleSignOnDeps): OidcSignOn | undefined {
  return deps.settings.oidcIssuer === '' ? undefined : new OidcSignOn(deps);
}

/** Single sign-on over one provider. No token of the provider ever reaches the browser's scripts (ASVS 10.1.1). */
export class OidcSignOn implements SingleSignOn, SsoPages {
  readonly loginUrl = paths.ssoLogin;
  readonly #deps: SingleSignOnDeps;
  readonly #provider: IdentityProvider;
  readonly #rate: StartRate;
  /** For lines that a stranger can cause. */
  readonly #notes: NoteOnce;

  constructor(deps: SingleSignOnDeps) {
    const { settings, clock } = deps;
    this.#deps = deps;
    this.#provider = new IdentityProvider({ settings, clock, callbackUrl: this.#own(paths.ssoCallback) });
    this.#rate = new StartRate(clock);
    this.#notes = new NoteOnce(clock, deps.warn);
  }

  /** Even a provider without a logout page gets the button: our own session must be one that can be ended. */
  async logoutUrlOf(sessionHash: string): Promise<string> {
    return (await this.#deps.stores.ssoSessions.get(sessionHash)) === undefined ? '' : paths.ssoLogout;
  }

  async beginLogout(sessionId: string): Promise<string | undefined> {
    const session = await this.#deps.stores.ssoSessions.get(hashSecret(sessionId));
    const token = session && unseal(this.#tokenKey, session.sealedToken);
    if (token === undefined) return undefined;
    const secret = newSecret(this.#deps.chance);
    await keepOnce(this.#deps, { purpose: logoutPurpose, secret }, token, limits.sso.logoutTicket);
    return withAge(setCookieHeader(this.#cookie('logout'), secret), limits.sso.logoutTicket);
  }

  /** Sends the visitor to the provider and remembers which browser left, and for which page. */
  async start({ query, cookies, from }: SsoVisit): Promise<SsoAnswer> {
    this.#rate.take(from.address);
    const { chance } = this.#deps;
    const cookie = this.#cookie('sign-in');
    const browser = secretOf(readCookie(cookies, cookie.name)) ?? newSecret(chance);
    const state = newSecret(chance);
    const ties = { state, nonce: newSecret(chance), verifier: client.randomPKCECodeVerifier() };
    try {
      const location = await this.#provider.signInUrl(ties);
      const { nonce, verifier } = ties;
      const kept: Transaction = { browser: hashSecret(browser), nonce, verifier, ret: returnPathOf(query.get('ret')) };
      await keepOnce(
        this.#deps,
        { purpose: signInPurpose, secret: state },
        JSON.stringify(kept),
        limits.sso.transaction,
      );
      return { location, cookies: [withAge(setCookieHeader(cookie, browser), limits.sso.transaction)] };
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** Takes the provider's answer: the transaction is gone before anything is asked of the provider. */
  async finish(visit: SsoVisit): Promise<SsoAnswer> {
    this.#rate.take(visit.from.address);
    const state = secretOf(visit.query.get('state'));
    const browser = secretOf(readCookie(visit.cookies, this.#cookie('sign-in').name));
    const kept = state && browser && (await takeOnce(this.#deps, { purpose: signInPurpose, secret: state }));
    const begun = kept ? transaction.parse(JSON.parse(kept)) : undefined;
    if (!state || !browser || begun?.browser !== hashSecret(browser)) {
      this.#notes.note('single sign-on expired: this browser did not start the login, or the answer came too late');
      return refusedAs('expired');
    }
    try {
      const { nonce, verifier } = begun;
      const proof = await this.#provider.prove(visit.query, { state, nonce, verifier }, this.#claimsNeeded());
      const sessionId = await this.#signIn(proof, visit);
      return { location: begun.ret, cookies: [setCookieHeader(this.#deps.cookie, sessionId)] };
    } catch (error) {
      await noteSignIn(this.#deps, { actor: '', action: 'login by oidc failed', object: '' }, visit.from);
      return this.#refuse(error);
    }
  }

  /** Turns the ticket of a logout into the provider's logout page; ends nothing by itself, since it is a GET. */
  async leave({ cookies }: SsoVisit): Promise<SsoAnswer> {
    const cookie = this.#cookie('logout');
    const secret = secretOf(readCookie(cookies, cookie.name));
    const token = secret && (await takeOnce(this.#deps, { purpose: logoutPurpose, secret }));
    if (!token) return { location: loginPath, cookies: [] };
    const cleared = [clearCookieHeader(cookie)];
    try {
      const location = await this.#provider.logoutUrl(token, this.#own(loginPath));
      return { location: location ?? loginPath, cookies: cleared };
    } catch (error) {
      return { ...this.#refuse(error), cookies: cleared };
    }
  }

  /** Ends the sessions that a logout token names, on every node at once; false for a token that is none for us, now. */
  async endByProvider(token: string): Promise<boolean> {
    const { stores, clock, lines } = this.#deps;
    try {
      const { id, ...named } = await this.#provider.logoutNotice(token);
      const { logoutTokenAge, clockTolerance } = limits.sso;
      const expiresAt = clock.now() + logoutTokenAge + 2 * clockTolerance;
      const hash = hashSecret(`${named.issuer} ${id}`);
      if (!(await stores.oneTime.save({ hash, purpose: seenPurpose, payload: '', expiresAt }))) {
        throw new SsoFault('failed', 'the logout token was used before');
      }
      try {
        await this.#noteEnded(named);
        for (const { idHash } of await stores.ssoSessions.named(named)) await lines.endSession(idHash);
      } catch (fault) {
        // The provider sends it again: it must not find it used while a session stands.
        await stores.oneTime.take({ hash, purpose: seenPurpose, now: clock.now() });
        throw fault;
      }
      return true;
    } catch (error) {
      if (!(error instanceof SsoFault)) throw error;
      this.#notes.note(`single sign-on: a logout request from the provider was refused: ${error.message}`);
      return false;
    }
  }

  async #signIn(proof: Proof, { from }: SsoVisit): Promise<string> {
    const { issuer, subject, sid } = proof;
    const { stores, clock, chance, settings } = this.#deps;
    const { user, email, isRenamed } = await this.#accountOf(proof);
    const joinDeps = { ...this.#deps, mayJoinPasswordAccounts: settings.oidcJoinAccounts };
    const signedIn = await signInVouched(
      this.#deps,
      { user, email, isRenamed, method: 'oidc', join: (account) => joinAccount(joinDeps, proof, account, from) },
      from,
    );
    if (signedIn.refused !== undefined) throw new SsoFault('refused', signedIn.refused);
    const idHash = hashSecret(signedIn.sessionId);
    const sealedToken = seal(chance, this.#tokenKey, proof.idToken);
    try {
      await stores.ssoSessions.save({ idHash, issuer, subject, sid, sealedToken, createdAt: clock.now() });
      if (await this.#hasEnded(proof)) throw new SsoFault('expired', 'the session at the provider has ended');
    } catch (error) {
      // A session that the provider cannot end, or has ended, is none that may live.
      await this.#deps.lines.endSession(idHash);
      throw error;
    }
    return signedIn.sessionId;
  }

  /** A sign-in that is under way has no session yet that a logout could end. */
  async #noteEnded({ issuer, sid }: { readonly issuer: string; readonly sid?: string }): Promise<void> {
    if (sid === undefined) return;
    const expiresAt = this.#deps.clock.now() + limits.sso.transaction;
    await this.#deps.stores.oneTime.save({
      hash: endedHash(issuer, sid),
      purpose: endedPurpose,
      payload: '',
      expiresAt,
    });
  }

  async #hasEnded({ issuer, sid }: Proof): Promise<boolean> {
    if (sid === null) return false;
    const by = { hash: endedHash(issuer, sid), purpose: endedPurpose, now: this.#deps.clock.now() };
    return (await this.#deps.stores.oneTime.take(by)) !== undefined;
  }

  /** A subject that has an account keeps it, whatever it is called today; a new one is found by its name. */
  async #accountOf({ issuer, subject, claims }: Proof): Promise<ProvedAccount> {
    const named = namedAccount(claims, this.#deps.settings);
    const link = await this.#deps.stores.identityLinks.get(issuer, subject);
    if (named.refused === undefined) {
      const { user, email } = named;
      return { user: link?.user ?? user, email, isRenamed: link !== undefined && link.user !== user };
    }
    if (link === undefined) throw new SsoFault('refused', named.refused);
    return { user: link.user, email: '', isRenamed: true };
  }

  #claimsNeeded(): string[] {
    const { oidcEntityClaim } = this.#deps.settings;
    const user = userClaimOf(this.#deps.settings);
    const needed = user === 'email' ? [user, 'email_verified'] : [user];
    return oidcEntityClaim === '' ? needed : [...needed, oidcEntityClaim];
  }

  /** A word for the visitor, a line for the operator; what is no fault of the sign-in is thrown on. */
  #refuse(error: unknown): SsoAnswer {
    if (error instanceof StoreFault) throw error;
    const { code, message } = ssoFaultOf(error);
    this.#deps.warn(`single sign-on ${code}: ${message}`);
    return refusedAs(code);
  }

  get #tokenKey(): Uint8Array {
    return deriveKey(this.#deps.secretKey, 'single sign-on, logout hint');
  }

  #own(path: string): string {
    return new URL(path, this.#deps.settings.publicUrl).href;
  }

  #cookie(kind: 'sign-in' | 'logout'): SessionCookie {
    const { name, isSecure } = this.#deps.cookie;
    return { name: `${name}-sso-${kind}`, isSecure };
  }
}

const loginPath = '/login';

function refusedAs(code: SsoCode): SsoAnswer {
  return { location: `${loginPath}?sso=${code}`, cookies: [] };
}

function endedHash(issuer: string, sid: string): string {
  return hashSecret(`${issuer} ended ${sid}`);
}

/** Only what can be a secret of ours is looked up. */
function secretOf(text: string | null | undefined): string | undefined {
  return typeof text === 'string' && secretForm.test(text) ? text : undefined;
}

function withAge(header: string, ms: number): string {
  return `${header}; Max-Age=${ms / second}`;
}
