import { limits } from './limits.ts';

/** Pages that a visitor who just signed in has no use for; a sign-in that led there would lead nowhere. */
const notReturnedTo = /^(?:\/remote)?\/(?:login|setpassword|resetpassword|sso|api)(?:\/|$)/i;
const unsafe = /[\\\u0000-\u0020\u007f]|^\/(?:\/|%5c|%2f)/i;
const anyOrigin = 'http://portal.invalid';

/** The page that a sign-in began on, when it is one of ours; else the home page (ASVS 1.3, open redirects). */
export function returnPathOf(asked: string | null): string {
  if (asked === null || !asked.startsWith('/') || asked.length > limits.returnPath || unsafe.test(asked)) return '/';
  const url = URL.canParse(asked, anyOrigin) ? new URL(asked, anyOrigin) : undefined;
  if (url === undefined || url.origin !== anyOrigin) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  return unsafe.test(path) || notReturnedTo.test(decoded(url.pathname)) ? '/' : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
