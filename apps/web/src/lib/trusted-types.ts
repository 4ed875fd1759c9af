import type { Config } from 'dompurify';

/** A policy as DOMPurify takes it; the compiler's own types do not know Trusted Types yet. */
type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>;
/** A script address that the portal's policy let through. */
type TrustedAddress = ReturnType<Policy['createScriptURL']>;

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createHTML(html: string): string; createScriptURL(url: string): string },
      ): Policy;
    };
  }
}

/** The page's own address or nothing: no worker ever comes from another host. */
function sameOrigin(url: string): string {
  const address = new URL(url, location.href);
  if (address.origin !== location.origin) throw new TypeError('a worker must come from this origin');
  return address.href;
}

const rules = { createHTML: (html: string) => html, createScriptURL: sameOrigin };
/** The one policy of the portal (safety 1); undefined in a browser without Trusted Types. */
export const policy: Policy | undefined = window.trustedTypes?.createPolicy('sheetwire', rules);

/** The address of a worker's script, for `new Worker` and `new SharedWorker` under Trusted Types. */
export function workerAddress(url: string): TrustedAddress | string {
  return policy ? policy.createScriptURL(url) : sameOrigin(url);
}
