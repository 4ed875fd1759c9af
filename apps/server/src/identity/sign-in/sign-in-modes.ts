import type { Request } from '#http/route.ts';

/** Single sign-on, when it is configured. */
export interface SingleSignOn {
  /** Our own address where a sign-in starts; the provider's stays on the server. */
  readonly loginUrl: string;
  /** Our own address that a logged-out browser goes to next, '' when this session has no provider to log out of. */
  logoutUrlOf(sessionHash: string): Promise<string>;
  /** Before a session ends: what the logout address will need of it, as a Set-Cookie header. */
  beginLogout(sessionId: string): Promise<string | undefined>;
}

/** What a Windows sign-in came to. */
export type WindowsOutcome =
  | { readonly outcome: 'signed-in'; readonly sessionId: string; readonly answerToken: string | undefined }
  /** The one challenge of the product (interfaces 9). */
  | { readonly outcome: 'challenge' }
  /** Nobody comes in this way for a while; the reason is for the log. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** Kerberos in process or the header of a trusted proxy, when one of them is configured. */
export interface WindowsSignIn {
  /** True when this client may be asked; never in remote mode. */
  offers(request: Request): boolean;
  /** True when `username/` must find out who this is: nobody is signed in, or the proxy names another than before. */
  isDue(request: Request): boolean;
  signIn(request: Request): Promise<WindowsOutcome>;
}

/** The ways in beside the password, as configured. */
export interface SignInModes {
  readonly sso: SingleSignOn | undefined;
  readonly windows: WindowsSignIn | undefined;
}
