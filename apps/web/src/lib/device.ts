/** Spec 9: mobile detection is by the browser's user agent. */
export function isMobileAgent(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Windows Phone/i.test(userAgent);
}

/** Remote mode is a path under /remote (spec 2); /remoteX is an entity like any other. */
export function isRemotePath(pathname: string): boolean {
  return /^\/remote(?:\/|$)/i.test(pathname);
}

/** A path without slashes at its end; by hand, since `/+$` looks again at each of many slashes of a bad link. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** The path without the prefix of remote mode (spec 2, Routes). */
export function withoutRemote(pathname: string): string {
  const rest = pathname.replace(/^\/remote(?=\/|$)/i, '');
  return rest === '' ? '/' : rest;
}
