import type { SessionUser } from '@sheetwire/contract/accounts';

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
  isLogin(): boolean;
  /** Path, query and hash of what the visitor asked for. */
  here(): string;
  /** In the app, without a load. */
  toLogin(): void;
  /** In the app, in place of this page: an address of this portal; home without one. */
  goTo(path: string | undefined): void;
  /** Loads another address, which ends everything this page holds. */
  leaveFor(address: string): void;
  reload(): void;
  readonly loginPath: string;
}
