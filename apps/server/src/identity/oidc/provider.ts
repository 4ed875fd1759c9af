import { limits } from '@sheetwire/contract/limits';
import { errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify, type RemoteJWKSet } from 'jose';
import * as client from 'openid-client';
import { isLoopback } from '#lib/loopback.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import type { Settings } from '#settings/settings.ts';
import type { Claims } from './account-name.ts';
import { fetchBounded } from './bounded-fetch.ts';
import { type ClientProof, clientProofs, keysOf, readDescription } from './description.ts';
import { type LogoutNotice, noticeOf } from './logout-token.ts';
import { SsoFault, ssoFaultOf } from './sso-fault.ts';

const second = 1000;

export interface ProviderDeps {
  readonly settings: Pick<Settings, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret'>;
  readonly clock: Clock;
  /** Where the provider sends a visitor back. */
  readonly callbackUrl: string;
}

/** What ties an answer of the provider to the browser that asked (ASVS 10.1.2, 10.5.1). */
export interface Ties {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the provider proved them; the token is no more than a hint for its logout. */
export interface Proof {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's own session. */
  readonly sid: string | null;
  readonly claims: Claims;
  readonly idToken: string;
}

/** The provider by its own description. */
interface Known {
  readonly server: client.ServerMetadata;
  readonly keys: RemoteJWKSet;
  readonly readAt: number;
}

/** The one identity provider of the settings; it is asked when it is needed, so it may be down when the portal starts. */
export class IdentityProvider {
  readonly #deps: ProviderDeps;
  #known: Known | undefined;
  #reading: Promise<Known> | undefined;
  /** The proof that the provider took last. */
  #proof: ClientProof = 'client_secret_post';
  #keysAskedAt = Number.NEGATIVE_INFINITY;
  #failed: { readonly fault: SsoFault; readonly at: number } | undefined;

  constructor(deps: ProviderDeps) {
    this.#deps = deps;
  }

  /** Where a visitor goes to sign in. */
  async signInUrl({ state, nonce, verifier }: Ties): Promise<string> {
    const { server } = await this.#askAnew();
    const url = client.buildAuthorizationUrl(this.#configuration(server), {
      redirect_uri: this.#deps.callbackUrl,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** The person that the provider's answer stands for; throws an SsoFault for anything less than proof. */
  async prove(answer: URLSearchParams, ties: Ties, claimsNeeded: readonly string[]): Promise<Proof> {
    try {
      return await this.#prove(answer, ties, claimsNeeded);
    } catch (error) {
      throw ssoFaultOf(error);
    }
  }

  /** Where a visitor logs out of the provider; undefined when it has no such page. */
  async logoutUrl(idToken: string, backTo: string): Promise<string | undefined> {
    const { server } = await this.#ask();
    if (server.end_session_endpoint === undefined) return undefined;
    const hint = idToken.length > limits.sso.hintLength ? {} : { id_token_hint: idToken };
    const parameters = { ...hint, post_logout_redirect_uri: backTo };
    return client.buildEndSessionUrl(this.#configuration(server), parameters).href;
  }

  /** What a logout token of the provider says; throws an SsoFault when it is not one for us, now. */
  async logoutNotice(token: string): Promise<LogoutNotice> {
    try {
      const { server, keys } = await this.#ask();
      const { payload } = await this.#verify(token, keys, {
        ...this.#checks(server),
        typ: 'logout+jwt',
        requiredClaims: ['jti'],
        maxTokenAge: limits.sso.logoutTokenAge / second,
      });
      return noticeOf(server.issuer, payload);
    } catch (error) {
      throw ssoFaultOf(error);
    }
  }

  /** What can be found out without a visitor, in one line; throws in one line what is wrong. */
  async check(): Promise<string> {
    const { server, keys } = await this.#ask();
    await keys.reload().catch((error: unknown) => {
      throw ssoFaultOf(error);
    });
    await this.#checkClient(server);
    const logout = server.end_session_endpoint === undefined ? 'no logout page' : 'a logout page';
    const count = keys.jwks()?.keys.length ?? 0;
    return `${server.issuer} responds with ${count} ${count === 1 ? 'key' : 'keys'} and ${logout}`;
  }

  async #prove(answer: URLSearchParams, { state, nonce, verifier }: Ties, needed: readonly string[]): Promise<Proof> {
    const { server, keys } = await this.#ask();
    const configuration = this.#configuration(server);
    const url = new URL(this.#deps.callbackUrl);
    url.search = answer.toString();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await this.#exchange(server, url, checks);
    const claims = tokens.claims();
    const idToken = tokens.id_token;
    if (claims === undefined || idToken === undefined) throw new SsoFault('failed', 'the provider sent no id token');
    const maxTokenAge = limits.sso.transaction / second;
    await this.#verify(idToken, keys, { ...this.#checks(server), maxTokenAge });
    const isWhole = needed.every((claim) => claims[claim] !== undefined) || server.userinfo_endpoint === undefined;
    const more = isWhole ? {} : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    const sid = typeof claims.sid === 'string' ? claims.sid : null;
    return { issuer: server.issuer, subject: claims.sub, sid, claims: { ...more, ...claims }, idToken };
  }

  /** With the other proof once more where the provider takes two and refused us for the first. */
  async #exchange(server: client.ServerMetadata, url: URL, checks: client.AuthorizationCodeGrantChecks) {
    const taken = clientProofs(server);
    const first = taken.includes(this.#proof) ? this.#proof : (taken[0] ?? 'client_secret_post');
    const other = taken.find((proof) => proof !== first);
    try {
      return await client.authorizationCodeGrant(this.#configuration(server, first), url, checks);
    } catch (error) {
      if (other === undefined || !isUnknownClient(error)) throw error;
      const tokens = await client.authorizationCodeGrant(this.#configuration(server, other), url, checks);
      this.#proof = other;
      return tokens;
    }
  }

  /** A key that is not known may be a new one; strangers cannot have us ask for keys again and again. */
  async #verify(token: string, keys: RemoteJWKSet, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
    try {
      return await jwtVerify(token, keys, options);
    } catch (error) {
      const now = steadyTime(this.#deps.clock);
      const mayAsk = Math.abs(now - this.#keysAskedAt) >= limits.sso.keysRetry;
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayAsk) throw error;
      this.#keysAskedAt = now;
      await keys.reload();
      return jwtVerify(token, keys, options);
    }
  }

  /** A code that cannot be good shows whether the provider knows us. */
  async #checkClient(server: client.ServerMetadata): Promise<void> {
    const url = new URL(this.#deps.callbackUrl);
    url.searchParams.set('code', 'sheetwire-doctor');
    url.searchParams.set('iss', server.issuer);
    const checks = { pkceCodeVerifier: client.randomPKCECodeVerifier() };
    try {
      await this.#exchange(server, url, checks);
    } catch (error) {
      if (isUnknownClient(error) || !(error instanceof client.ResponseBodyError)) throw ssoFaultOf(error);
    }
  }

  /** Made for each use, so that the library goes by our clock. */
  #configuration(server: client.ServerMetadata, proof = this.#proof): client.Configuration {
    const { settings, clock } = this.#deps;
    const metadata = {
      client_secret: settings.oidcClientSecret,
      [client.clockSkew]: Math.round((clock.now() - Date.now()) / second),
      [client.clockTolerance]: limits.sso.clockTolerance / second,
    };
    const prove = proof === 'client_secret_post' ? client.ClientSecretPost : client.ClientSecretBasic;
    const configuration = new client.Configuration(server, settings.oidcClientId, metadata, prove());
    configuration[client.customFetch] = fetchBounded;
    if (isLoopback(new URL(server.issuer).hostname)) client.allowInsecureRequests(configuration);
    return configuration;
  }

  /** Only signatures of the provider's public keys count: neither `none` nor a shared secret. */
  #checks(server: client.ServerMetadata) {
    return {
      issuer: server.issuer,
      audience: this.#deps.settings.oidcClientId,
      clockTolerance: limits.sso.clockTolerance / second,
      currentDate: new Date(this.#deps.clock.now()),
    };
  }

  /** The provider as it was read last, at whatever time. */
  async #ask(): Promise<Known> {
    return this.#known ?? this.#askAnew();
  }

  /** The provider as it is now: nobody is sent to one that does not answer. A fault of a moment ago is not asked for again. */
  async #askAnew(): Promise<Known> {
    const now = steadyTime(this.#deps.clock);
    const { descriptionKept, descriptionRetry } = limits.sso;
    if (this.#known !== undefined && Math.abs(now - this.#known.readAt) < descriptionKept) return this.#known;
    if (this.#failed !== undefined && Math.abs(now - this.#failed.at) < descriptionRetry) throw this.#failed.fault;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<Known> {
    const { settings, clock } = this.#deps;
    try {
      const server = await readDescription(settings.oidcIssuer, settings.oidcClientId);
      const before = this.#known;
      const keys = before?.server.jwks_uri === server.jwks_uri && before ? before.keys : keysOf(server);
      this.#known = { server, keys, readAt: steadyTime(clock) };
      this.#failed = undefined;
      return this.#known;
    } catch (error) {
      this.#failed = { fault: ssoFaultOf(error), at: steadyTime(clock) };
      throw this.#failed.fault;
    }
  }
}

/** The provider does not know us by what we showed. */
function isUnknownClient(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError) return true;
  return error instanceof client.ResponseBodyError && error.error === 'invalid_client';
}
