/** The session cookie: `__Host-` and Secure, but for plain http that was asked for (safety, common traps). */
export interface SessionCookie {
  readonly name: string;
  readonly isSecure: boolean;
}

/** Without the prefix only where a browser would drop a Secure cookie (SHEETWIRE_INSECURE_HTTP). */
export function sessionCookie(isPlainHttp: boolean): SessionCookie {
  return isPlainHttp ? { name: 'sheetwire', isSecure: false } : { name: '__Host-sheetwire', isSecure: true };
}

/** The value of one cookie in a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

/** Lax, not Strict: links from mail and the single sign-on answer must arrive signed in. */
export function setCookieHeader({ name, isSecure }: SessionCookie, value: string): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

export function clearCookieHeader(cookie: SessionCookie): string {
  return `${setCookieHeader(cookie, '')}; Max-Age=0`;
}
