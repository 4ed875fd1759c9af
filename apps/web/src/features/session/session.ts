import type { SessionUser } from '@sheetwire/contract/accounts';
import * as accounts from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import { noteFault } from '#lib/faults.ts';
import { type LocalStore, localKeys } from '#lib/local-store.ts';
import type { TabLine, TabMessage } from './tab-line.ts';
import { UserFinder, type UserFinderDeps } from './user-finder.ts';

/**
 * Spec 4, Session: unknown user, user without license, licensed; `signed-out` once five tries found nobody, which the
 * server said, or which is all that can be known of it (`isSaid` false).
 */
export type SessionState =
  | { readonly state: 'unknown' }
  | { readonly state: 'signed-out'; readonly isSaid: boolean }
  | { readonly state: 'unlicensed'; readonly user: SessionUser }
  | { readonly state: 'licensed'; readonly user: SessionUser };

/** Where the page is and where it may be sent. */
export interface SessionPage {
  /** Login, set password and reset password never send the visitor away (spec 4). */
  isPublic(): boolean;
  /** Path, query and hash of what the visitor asked for. */
  here(): string;
  /** In the app, without a load. */
  toLogin(): void;
  /** Loads another address, which ends everything this page holds. */
  leaveFor(address: string): void;
  reload(): void;
  readonly loginPath: string;
}

export interface SessionDeps extends UserFinderDeps {
  /** Kept for this tab alone. */
  readonly tabStore: LocalStore;
  readonly tabs: TabLine;
  readonly page: SessionPage;
  readonly isMobile: boolean;
}

/** Finds out who the visitor is and waits for a license (spec 4, Session). */
export class Session {
  readonly store = createStore<SessionState>(() => ({ state: 'unknown' }));
  readonly #deps: SessionDeps;
  readonly #finder: UserFinder;
  #tries = 0;
  #isLeaving = false;
  /** The stored login info of the user who is known. */
  #info: string | undefined;
  #cancel: () => void = () => undefined;
  /** Grows with each start, so that an answer to an older question is dropped. */
  #round = 0;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#finder = new UserFinder(deps);
    deps.tabs.listen((message) => this.#hear(message));
  }

  /** Our own address where single sign-on starts, for a visitor whom nothing sends there; '' without it. */
  get ssoLoginUrl(): string {
    return this.#finder.ssoLoginUrl;
  }

  /** Starts, or starts again after a login. */
  start(): void {
    this.#forget({ state: 'unknown' });
    this.#isLeaving = false;
    this.#tries = 0;
    void this.#attempt(this.#round);
  }

  stop(): void {
    this.#cancel();
    this.#round++;
  }

  /** The page has another address: whom nobody sent to login yet is looked for again. */
  moved(): void {
    if (this.store.getState().state === 'signed-out' && !this.#isLeaving && !this.#deps.page.isPublic()) this.start();
  }

  /** A password was accepted: its info is kept in this browser (spec 4, Login). */
  loggedIn(info: string): void {
    this.#deps.store.write(localKeys.loginInfo, info);
    this.start();
  }

  /** The seat was lost while viewing: the page waits for one again (semantics 3). */
  lostLicense(): void {
    const known = this.store.getState();
    if (known.state !== 'licensed') return;
    this.#forget({ state: 'unlicensed', user: { ...known.user, hasLicense: false } });
    this.#again(this.#retryDelay(), this.#round);
  }

  /**
   * The server refused this page's session. Another tab may have opened a new one in its place; when the server says that
   * nobody is signed in, what is left of the session here goes too (spec 6: a 401 logs the user out).
   */
  async expelled(): Promise<void> {
    const known = this.store.getState();
    if (this.#isLeaving || !('user' in known)) return;
    this.#isLeaving = true;
    this.#forget({ state: 'unknown' });
    const round = this.#round;
    let present = await this.#present();
    if (present === '') {
      await this.#wait(this.#retryDelay());
      present = await this.#present();
    }
    if (round !== this.#round) return;
    if (present === '') return this.#over();
    if (this.#mayNow(localKeys.sessionReplaced, limits.sessionReplacedRetry)) return this.#deps.page.reload();
    await this.#end(known.user).catch(noteFault);
    this.#deps.page.leaveFor(this.#deps.page.loginPath);
  }

  /** Another user signed in meanwhile: nothing of this one may stay on screen (spec 4, Topic refresh). */
  otherUser(): void {
    if (this.#deps.page.isPublic()) this.start();
    else this.#leave({ state: 'unknown' }, (page) => page.reload());
  }

  /** The list saved to the server is the list that is shown from now on. */
  setRecents(recentReports: string[]): void {
    const known = this.store.getState();
    if ('user' in known) this.store.setState({ ...known, user: { ...known.user, recentReports } }, true);
  }

  /** Local info goes, the call is made, the page loads anew at login (spec 4, Logout). */
  async logOut(): Promise<void> {
    const known = this.store.getState();
    const user = 'user' in known ? known.user : undefined;
    await this.#end(user);
    this.#leave({ state: 'signed-out', isSaid: true }, (page) => page.leaveFor(user?.ssoLogoutUrl || page.loginPath));
  }

  async #end(user: SessionUser | undefined): Promise<void> {
    const { call, store, tabs } = this.#deps;
    store.remove(localKeys.loginInfo);
    await call(accounts.logout, user ? { user: user.user } : {});
    tabs.tell({ kind: 'ended' });
  }

  /** Nobody is signed in: no call is made, since it would end a login that another tab makes at this moment. */
  #over(): void {
    const { store, tabs, page } = this.#deps;
    if (store.read(localKeys.loginInfo) === this.#info) store.remove(localKeys.loginInfo);
    tabs.tell({ kind: 'ended' });
    page.leaveFor(page.loginPath);
  }

  /**
   * Who the cookie says the user is, '' for nobody. It is asked until the server answers: a broken line is no word of it.
   * The answer with a new cookie may come a little later than the word that the old session ended.
   */
  async #present(): Promise<string> {
    for (const round = this.#round; round === this.#round; await this.#wait(limits.sessionErrorRetry)) {
      const found = await this.#finder.present().catch(noteFault);
      if (found) return found.user;
    }
    return '';
  }

  #wait(delay: number): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(delay, resolve));
  }

  /** What was known is off the screen from here on, and answers under way count no more. */
  #forget(state: SessionState): void {
    this.stop();
    this.store.setState(state, true);
  }

  /** The page goes, and shows nobody's data until it is gone, not even when the browser brings it back. */
  #leave(state: SessionState, go: (page: SessionPage) => void): void {
    this.#isLeaving = true;
    this.#forget(state);
    go(this.#deps.page);
  }

  /** A logout or another user's login in one tab is a matter of all: they share the cookie. */
  #hear(message: TabMessage): void {
    if (this.#isLeaving) return;
    const known = this.store.getState();
    if (message.kind === 'known') {
      if (!('user' in known)) this.start();
      else if (known.user.user !== message.user) this.otherUser();
    } else if ('user' in known) {
      if (this.#deps.page.isPublic()) this.start();
      else void this.expelled();
    }
  }

  async #attempt(round: number): Promise<void> {
    const found = await this.#finder.find().catch(noteFault);
    if (round !== this.#round) return;
    this.#tries++;
    if (found && found.user !== '') this.#known(found, round);
    else this.#afterNobody(found !== undefined, round);
  }

  #known(user: SessionUser, round: number): void {
    const before = this.store.getState();
    if ('user' in before && before.user.user !== user.user) {
      this.otherUser();
      return;
    }
    this.#tries = 0;
    this.#info = this.#deps.store.read(localKeys.loginInfo);
    this.store.setState({ state: user.hasLicense ? 'licensed' : 'unlicensed', user }, true);
    if (!('user' in before)) this.#deps.tabs.tell({ kind: 'known', user: user.user });
    if (!user.hasLicense) this.#again(this.#retryDelay(), round);
  }

  /** Nobody yet: single sign-on, another try, or the login page after five (spec 4). */
  #afterNobody(isSaid: boolean, round: number): void {
    if (this.#leaveForSso()) return;
    if (this.#tries >= limits.sessionTries) {
      this.store.setState({ state: 'signed-out', isSaid }, true);
      if (!this.#deps.page.isPublic()) this.#deps.page.toLogin();
      if (isSaid) return;
    }
    this.#again(isSaid ? this.#retryDelay() : limits.sessionErrorRetry, round);
  }

  #again(delay: number, round: number): void {
    this.#cancel = this.#deps.clock.after(delay, () => void this.#attempt(round));
  }

  #retryDelay(): number {
    return limits.sessionRetry[this.#deps.isMobile ? 'mobile' : 'desktop'];
  }

  /** To the sign-on address, which brings the visitor back here; a refusing provider makes no endless loop. */
  #leaveForSso(): boolean {
    const { page } = this.#deps;
    const address = this.#finder.ssoLoginUrl;
    if (address === '' || page.isPublic() || this.#finder.isChallenging) return false;
    if (!this.#mayNow(localKeys.ssoTried, limits.ssoRetry)) return false;
    this.#isLeaving = true;
    page.leaveFor(`${address}?ret=${encodeURIComponent(page.here())}`);
    return true;
  }

  /** True at most once in `every` ms for this tab, whatever is loaded meanwhile. */
  #mayNow(key: string, every: number): boolean {
    const { tabStore, clock } = this.#deps;
    const last = Number(tabStore.read(key) ?? Number.NEGATIVE_INFINITY);
    if (Math.abs(clock.now() - last) < every) return false;
    tabStore.write(key, String(clock.now()));
    return true;
  }
}
