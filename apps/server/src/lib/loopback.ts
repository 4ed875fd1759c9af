const names = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** True for a loopback name, as a URL writes it. */
export function isLoopback(hostname: string): boolean {
  return names.has(hostname) || hostname === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
