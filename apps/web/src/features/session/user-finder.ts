import type { Caller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import type { SessionUser } from '@sheetwire/contract/accounts';
import * as accounts from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { statusOf } from '#lib/api.ts';
import type { Clock } from '#lib/clock.ts';
import { bounded } from '#lib/give-up-late.ts';
import { type LocalStore, localKeys } from '#lib/local-store.ts';

export interface UserFinderDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly store: LocalStore;
  readonly isRemote: boolean;
  /** Runs one piece of work at a time over all tabs of this browser. */
  alone(work: () => Promise<boolean>): Promise<boolean>;
}

interface WaysIn {
  readonly ssoLoginUrl: string;
  /** True when `username/` may answer a Windows challenge; remote mode never asks it. */
  readonly mayChallenge: boolean;
}

/** A Windows challenge that was refused this often is not asked again on this page. */
const challengeTries = 2;

/** Asks who the visitor is by every way that needs no typing: cookie, Windows, stored login info (spec 1). */
export class UserFinder {
  readonly #deps: UserFinderDeps;
  /** A question on a line that died is given up and asked again soon: nobody waits for good to be let in. */
  readonly #call: Caller;
  #waysIn: WaysIn | undefined;
  #refusedChallenges = 0;
  /** Stored info is offered once for each page load; a try whose answer was lost may come again for a short while. */
  #info: { readonly firstTry: number; readonly isAnswered: boolean } | undefined;

  constructor(deps: UserFinderDeps) {
    this.#deps = deps;
    this.#call = bounded(deps.call, deps.clock, limits.callAnswer);
  }

  /** The sign-on address, '' without single sign-on, as far as it is known. */
  get ssoLoginUrl(): string {
    return this.#waysIn?.ssoLoginUrl ?? '';
  }

  /** True while a Windows challenge was refused and is asked once more: a browser refuses its very first one. */
  get isChallenging(): boolean {
    return this.#refusedChallenges > 0 && this.#refusedChallenges < challengeTries;
  }

  /** The present user, or nobody. */
  async find(): Promise<SessionUser> {
    this.#waysIn ??= await this.#askWaysIn();
    const { alone, store } = this.#deps;
    const info = store.read(localKeys.loginInfo);
    const user = await this.#askUser();
    if (user.user !== '' || !(await alone(() => this.#signInByInfo(info)))) return user;
    return this.#askUser();
  }

  /** Who the cookie says the user is; nothing is challenged and no info is used up. */
  present(): Promise<SessionUser> {
    return this.#call(accounts.usernameRemote, {});
  }

  /** In remote mode `usernameremote/` is the one way: no sign-on address, no Windows. */
  async #askWaysIn(): Promise<WaysIn> {
    if (this.#deps.isRemote) return { ssoLoginUrl: '', mayChallenge: false };
    const [sso, windows] = await Promise.all([
      this.#call(accounts.useSso, {}),
      this.#call(accounts.tryWindowsAuth, {}),
    ]);
    return { ssoLoginUrl: sso.usesso ? sso.ssoLoginUrl : '', mayChallenge: windows.trywindowsauth };
  }

  async #askUser(): Promise<SessionUser> {
    if (this.#deps.isRemote || this.#refusedChallenges >= challengeTries) return this.present();
    try {
      return await this.#call(accounts.username, {});
    } catch (error) {
      if (!this.#waysIn?.mayChallenge || statusOf(error) !== 401) throw error;
      this.#refusedChallenges++;
      return accounts.nobody;
    }
  }

  /**
   * True when somebody may be signed in now. Info that changed since the question was asked is of a login or another
   * tab, whose new session it would end at once if it were used.
   */
  async #signInByInfo(userinfo: string | undefined): Promise<boolean> {
    const { clock, store } = this.#deps;
    if (store.read(localKeys.loginInfo) !== userinfo) return true;
    const firstTry = this.#info?.firstTry ?? clock.now();
    const isLate = clock.now() - firstTry >= limits.storedInfoGrace;
    if (userinfo === undefined || this.#info?.isAnswered || isLate) return false;
    this.#info = { firstTry, isAnswered: false };
    const info = await this.#exchange(userinfo);
    this.#info = { firstTry, isAnswered: true };
    // Another tab may have logged in or out meanwhile: what it left stands.
    if (store.read(localKeys.loginInfo) !== userinfo) return true;
    if (info === '') store.remove(localKeys.loginInfo);
    else store.write(localKeys.loginInfo, info);
    return info !== '';
  }

  /** The successor of stored info, '' when it is refused. */
  async #exchange(userinfo: string): Promise<string> {
    try {
      return (await this.#call(accounts.infoLogin, { userinfo })).info;
    } catch (error) {
      // Something between, such as a proxy, has no say in it.
      if (error instanceof CallError && error.status === 400 && error.code !== 'unreadable') return '';
      throw error;
    }
  }
}
