/** What decides where a request comes from. */
export interface OriginFacts {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/** Where the product is served. */
export interface OwnOrigin {
  /** From SHEETWIRE_PUBLIC_URL; undefined when it is not set. */
  readonly publicOrigin: string | undefined;
  /** The host that is listened on, accepted beside the loopback names when there is no public address. */
  readonly listenHost: string;
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Listening on every address without a public one, the server cannot know its names. */
const everyHost = new Set(['0.0.0.0', '::']);

/** True for a loopback name, as a URL writes it. */
export function isLoopback(hostname: string): boolean {
  return loopback.has(hostname) || hostname === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** Sec-Fetch-Site decides; without it Origin must be ours; without both the request is refused (safety, interfaces 9). */
export function isSameOrigin(facts: OriginFacts, own: OwnOrigin): boolean {
  if (facts.secFetchSite !== undefined) return facts.secFetchSite === 'same-origin';
  if (facts.origin === undefined) return false;
  if (own.publicOrigin !== undefined) return facts.origin === own.publicOrigin;
  const url = URL.canParse(facts.origin) ? new URL(facts.origin) : undefined;
  if (url === undefined || url.host !== facts.host) return false;
  return isLoopback(url.hostname) || url.hostname === own.listenHost || everyHost.has(own.listenHost);
}
