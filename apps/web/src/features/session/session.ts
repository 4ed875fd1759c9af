import type { Caller } from '@sheetwire/client/caller';
import type { SessionUser } from '@sheetwire/contract/accounts';
import * as accounts from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';
import { type LocalStore, localKeys } from '#lib/local-store.ts';

/** Spec 4, Session: unknown user, user without license, licensed; `signed-out` once five tries found nobody. */
export type SessionState =
  | { readonly state: 'unknown' }
  | { readonly state: 'signed-out' }
  | { readonly state: 'unlicensed'; readonly user: SessionUser }
  | { readonly state: 'licensed'; readonly user: SessionUser };

/** Where the page is and where it may be sent. */
export interface SessionPage {
  /** Login, set password and reset password never send the visitor away (spec 4). */
  isPublic(): boolean;
  /** In the app, without a load. */
  toLogin(): void;
  /** Loads another address, which ends everything this page holds. */
  leaveFor(address: string): void;
  reload(): void;
  readonly loginPath: string;
}

export interface SessionDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly store: LocalStore;
  readonly page: SessionPage;
  readonly isMobile: boolean;
  readonly isRemote: boolean;
}

interface SignIn {
  readonly ssoLoginUrl: string;
  /** True when `username/` may answer a Windows challenge. */
  readonly mayChallenge: boolean;
}

/** A Windows challenge that was refused this often is not asked again on this page. */
const challengeTries = 2;

/** Finds out who the visitor is and waits for a license (spec 4, Session). */
export class Session {
  readonly store = createStore<SessionState>(() => ({ state: 'unknown' }));
  readonly #deps: SessionDeps;
  #signIn: SignIn | undefined;
  #tries = 0;
  #refusedChallenges = 0;
  #triedInfo: string | undefined;
  #isLeaving = false;
  #cancel: () => void = () => undefined;
  /** Grows with each start, so that an answer to an older question is dropped. */
  #round = 0;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  /** Starts, or starts again after a login. */
  start(): void {
    this.stop();
    this.#tries = 0;
    this.#triedInfo = undefined;
    this.store.setState({ state: 'unknown' }, true);
    void this.#attempt(this.#round);
  }

  stop(): void {
    this.#cancel();
    this.#round++;
  }

  /** The seat was lost while viewing: the page waits for one again (semantics 3). */
  lostLicense(): void {
    const known = this.store.getState();
    if (known.state !== 'licensed') return;
    this.stop();
    this.store.setState({ state: 'unlicensed', user: { ...known.user, hasLicense: false } }, true);
    this.#again(this.#retryDelay(), this.#round);
  }

  /** The server said that the session is over: what is left of it here goes too (spec 6: a 401 logs the user out). */
  async expelled(): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    await this.logOut().catch(() => this.#deps.page.leaveFor(this.#deps.page.loginPath));
  }

  /** Another user signed in meanwhile: nothing of this one may stay on screen (spec 4, Topic refresh). */
  otherUser(): void {
    this.stop();
    this.#deps.page.reload();
  }

  /** The list saved to the server is the list that is shown from now on. */
  setRecents(recentReports: string[]): void {
    const known = this.store.getState();
    if ('user' in known) this.store.setState({ ...known, user: { ...known.user, recentReports } }, true);
  }

  /** Local info goes, the call is made, the page loads anew at login (spec 4, Logout). */
  async logOut(): Promise<void> {
    const { call, store, page } = this.#deps;
    const known = this.store.getState();
    const user = 'user' in known ? known.user : undefined;
    store.remove(localKeys.loginInfo);
    await call(accounts.logout, user ? { user: user.user } : {});
    this.stop();
    page.leaveFor(user?.ssoLogoutUrl || page.loginPath);
  }

  async #attempt(round: number): Promise<void> {
    const found = await this.#find().catch(() => 'failed' as const);
    if (round !== this.#round) return;
    this.#tries++;
    if (found === 'failed') return this.#afterNobody(limits.sessionErrorRetry, round);
    if (found.user !== '') return this.#known(found, round);
    this.#afterNobody(this.#retryDelay(), round);
  }

  #known(user: SessionUser, round: number): void {
    this.store.setState({ state: user.hasLicense ? 'licensed' : 'unlicensed', user }, true);
    if (!user.hasLicense) this.#again(this.#retryDelay(), round);
  }

  /** Nobody yet: single sign-on, another try, or the login page after five (spec 4). */
  #afterNobody(delay: number, round: number): void {
    if (this.#leaveForSso()) return;
    if (this.#tries >= limits.sessionTries) {
      this.store.setState({ state: 'signed-out' }, true);
      if (!this.#deps.page.isPublic()) this.#deps.page.toLogin();
      if (delay === this.#retryDelay()) return;
    }
    this.#again(delay, round);
  }

  #again(delay: number, round: number): void {
    this.#cancel = this.#deps.clock.after(delay, () => void this.#attempt(round));
  }

  #retryDelay(): number {
    return limits.sessionRetry[this.#deps.isMobile ? 'mobile' : 'desktop'];
  }

  async #find(): Promise<SessionUser> {
    this.#signIn ??= await this.#askSignIn();
    const user = await this.#askUser();
    if (user.user !== '' || !(await this.#signInByInfo())) return user;
    return this.#askUser();
  }

  async #askSignIn(): Promise<SignIn> {
    const { call, isRemote } = this.#deps;
    const [sso, windows] = await Promise.all([
      call(accounts.useSso, {}),
      isRemote ? { trywindowsauth: false } : call(accounts.tryWindowsAuth, {}),
    ]);
    return { ssoLoginUrl: sso.usesso ? sso.ssoLoginUrl : '', mayChallenge: windows.trywindowsauth };
  }

  async #askUser(): Promise<SessionUser> {
    const { call, isRemote } = this.#deps;
    if (isRemote || this.#refusedChallenges >= challengeTries) return call(accounts.usernameRemote, {});
    try {
      return await call(accounts.username, {});
    } catch (error) {
      if (!this.#signIn?.mayChallenge || !isUnauthorized(error)) throw error;
      this.#refusedChallenges++;
      return nobody;
    }
  }

  /** Stored login info signs in once for each value; a refused value is removed (spec 1, stored login info). */
  async #signInByInfo(): Promise<boolean> {
    const { call, store } = this.#deps;
    const userinfo = store.read(localKeys.loginInfo);
    if (userinfo === undefined || userinfo === this.#triedInfo) return false;
    this.#triedInfo = userinfo;
    const { info } = await call(accounts.infoLogin, { userinfo });
    if (info === '') {
      store.remove(localKeys.loginInfo);
      return false;
    }
    store.write(localKeys.loginInfo, info);
    this.#triedInfo = info;
    return true;
  }

  /** To the sign-on address, at most once in 30 s so that a refusing provider is no endless loop. */
  #leaveForSso(): boolean {
    const { store, page, clock } = this.#deps;
    const address = this.#signIn?.ssoLoginUrl;
    if (!address || page.isPublic()) return false;
    const tried = Number(store.read(localKeys.ssoTried) ?? Number.NEGATIVE_INFINITY);
    if (clock.now() - tried < limits.ssoRetry) return false;
    store.write(localKeys.ssoTried, String(clock.now()));
    page.leaveFor(address);
    return true;
  }
}

const nobody: SessionUser = {
  user: '',
  isSuperAdmin: false,
  blockAdminPage: false,
  hasLicense: false,
  canChangeEmail: false,
  isCookieLogin: false,
  recentReports: [],
  ssoLogoutUrl: '',
};

function isUnauthorized(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 401;
}
