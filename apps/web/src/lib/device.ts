/** Spec 9: mobile detection is by the browser's user agent. */
export function isMobileAgent(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Windows Phone/i.test(userAgent);
}

/** Remote mode is a path under /remote (spec 2); /remoteX is an entity like any other. */
export function isRemotePath(pathname: string): boolean {
  return /^\/remote(?:\/|$)/i.test(pathname);
}

/** The path without the prefix of remote mode (spec 2, Routes). */
export function withoutRemote(pathname: string): string {
  const rest = pathname.replace(/^\/remote(?=\/|$)/i, '');
  return rest === '' ? '/' : rest;
}
