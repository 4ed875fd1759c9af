import type { SessionUser } from '@sheetwire/contract/accounts';
import * as accounts from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import { noteFault } from '#lib/faults.ts';
import { type LocalStore, localKeys } from '#lib/local-store.ts';
import { AskedPage } from './asked-page.ts';
import type { SessionPage, SessionState } from './session-state.ts';
import type { TabLine, TabMessage } from './tab-line.ts';
import { TabTurns } from './tab-turns.ts';
import { UserFinder, type UserFinderDeps } from './user-finder.ts';

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
  /** What a sign-in leads to. */
  readonly asked: AskedPage;
  readonly #deps: SessionDeps;
  readonly #finder: UserFinder;
  readonly #turns: TabTurns;
  #tries = 0;
  #isLeaving = false;
  /** The user logged out in this browser. */
  #isLogout = false;
  /** The stored login info of the user who is known. */
  #info: string | undefined;
  #cancel: () => void = () => undefined;
  /** Grows with each start, so that an answer to an older question is dropped. */
  #round = 0;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#finder = new UserFinder(deps);
    this.asked = new AskedPage(deps);
    this.#turns = new TabTurns(deps);
    deps.tabs.listen((message) => this.#hear(message));
  }

  /** Our own address where single sign-on starts, which leads back to what was asked for; '' without it. */
  get ssoLoginUrl(): string {
    const { path } = this.asked;
    const address = this.#finder.ssoLoginUrl;
    return address === '' || path === undefined ? address : `${address}?ret=${encodeURIComponent(path)}`;
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

  /** A password was accepted: its info is kept in this browser, and what was asked for opens (spec 4, Login). */
  loggedIn(info: string): void {
    this.#deps.store.write(localKeys.loginInfo, info);
    this.start();
    this.#goOn(this.asked.path);
  }

  /** The seat was lost while viewing: the page waits for one again (semantics 3). */
  lostLicense(): void {
    const known = this.store.getState();
    if (known.state !== 'licensed') return;
    this.#forget({ state: 'unlicensed', user: { ...known.user, hasLicense: false } });
    this.#again(this.#retryDelay(), this.#round);
  }

  /**
   * The server refused this page's session. Another tab may have opened a new one in its place: the page loads anew, some
   * times. What is left of the session here goes when the server says that nobody is signed in, or goes on refusing
   * (spec 6: a 401 logs the user out).
   */
  async expelled(): Promise<void> {
    const known = this.store.getState();
    if (this.#isLeaving || !('user' in known)) return;
    this.#isLeaving = true;
    this.#forget({ state: 'unknown' });
    const round = this.#round;
    if ((await this.#present()) === '' && (await this.#presentLater(this.#retryDelay())) === '') {
      if (round === this.#round) this.#over();
      return;
    }
    const delay = this.#turns.nextLoad();
    const present = delay ? await this.#presentLater(delay) : known.user.user;
    if (round !== this.#round) return;
    if (present === '') this.#over();
    else if (delay !== undefined) this.#deps.page.reload();
    else await this.#logOut(known.user);
  }

  /** Another user signed in meanwhile: nothing of this one may stay on screen (spec 4, Topic refresh). */
  otherUser(): void {
    if (this.#deps.page.isPublic()) this.start();
    else this.#leave({ state: 'unknown' }, (page) => page.reload());
  }

  /** The list saved to the server is the list that is shown from now on, in every tab. */
  setRecents(recentReports: string[]): void {
    const known = this.store.getState();
    if (!('user' in known)) return;
    this.#takeRecents(known.user.user, recentReports);
    this.#deps.tabs.tell({ kind: 'recents', user: known.user.user, recents: recentReports });
  }

  #takeRecents(user: string, recentReports: string[]): void {
    const known = this.store.getState();
    if (!('user' in known) || known.user.user !== user) return;
    this.store.setState({ ...known, user: { ...known.user, recentReports } }, true);
  }

  /** Local info goes, the call is made, the page loads anew at login (spec 4, Logout). */
  logOut(): Promise<void> {
    const known = this.store.getState();
    return this.#logOut('user' in known ? known.user : undefined);
  }

  async #logOut(user: SessionUser | undefined): Promise<void> {
    this.#isLogout = true;
    this.#deps.tabs.tell({ kind: 'logout' });
    this.asked.forget();
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
    // Where Login leads straight back, time and again, the page is not asked for once more.
    if (this.#isLogout || this.#turns.nextLoad() === undefined) this.asked.forget();
    else this.asked.keep(page.here());
    tabs.tell({ kind: 'ended' });
    page.leaveFor(page.loginPath);
  }

  /** In place of Login, which nobody comes back to. */
  #goOn(path: string | undefined): void {
    this.asked.forget();
    this.#deps.page.goTo(path);
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

  async #presentLater(delay: number): Promise<string> {
    await this.#wait(delay);
    return this.#present();
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
    if (message.kind === 'recents') {
      this.#takeRecents(message.user, [...message.recents]);
      return;
    }
    this.#isLogout = message.kind === 'logout' || (this.#isLogout && message.kind === 'ended');
    if (this.#isLogout) this.asked.forget();
    if (this.#isLeaving || message.kind === 'logout') return;
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
    this.#arrived();
  }

  /** Who is signed in elsewhere, or by a ticket, while Login stands open goes on to what was asked for. */
  #arrived(): void {
    const { page } = this.#deps;
    if (!page.isPublic()) this.asked.forget();
    else if (page.isLogin() && this.asked.path !== undefined) this.#goOn(this.asked.path);
  }

  /** Nobody yet: single sign-on, another try, or the login page after five (spec 4). */
  #afterNobody(isSaid: boolean, round: number): void {
    if (this.#leaveForSso()) return;
    if (this.#tries >= limits.sessionTries) {
      this.store.setState({ state: 'signed-out', isSaid }, true);
      this.#toLogin();
      if (isSaid) return;
    }
    this.#again(isSaid ? this.#retryDelay() : limits.sessionErrorRetry, round);
  }

  #toLogin(): void {
    const { page } = this.#deps;
    if (page.isPublic()) return;
    this.asked.keep(page.here());
    page.toLogin();
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
    if (!this.#turns.maySignOn()) return false;
    this.#isLeaving = true;
    this.asked.keep(page.here());
    page.leaveFor(`${address}?ret=${encodeURIComponent(page.here())}`);
    return true;
  }
}
