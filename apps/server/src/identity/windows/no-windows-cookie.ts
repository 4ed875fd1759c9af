import { limits } from '@sheetwire/contract/limits';
import { readCookie, type SessionCookie, setCookieHeader } from '#http/cookie.ts';

const second = 1000;

/** While a browser holds it, it is not asked to sign in by Windows: it could not, or has just logged out. */
export function holdsNoWindows(header: string | undefined, cookie: SessionCookie): boolean {
  return readCookie(header, nameOf(cookie)) !== undefined;
}

/** Keeps a browser from being asked again for five minutes. */
export function setNoWindowsHeader(cookie: SessionCookie): string {
  return `${setCookieHeader({ ...cookie, name: nameOf(cookie) }, '1')}; Max-Age=${limits.windows.quiet / second}`;
}

function nameOf({ name }: SessionCookie): string {
  return `${name}-nowia`;
}
