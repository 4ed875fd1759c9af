import { withoutRemote } from '#features/selection/address.ts';

/** An address, and how it is replaced without a load. */
export interface AddressBar {
  readonly href: string;
  replace(path: string): void;
}

/** The key of a link to the account page; it leaves the address bar and the history at once (safety 3). */
export function takeEmailKey(bar: AddressBar): string | undefined {
  const url = new URL(bar.href);
  const key = url.searchParams.get('emailkey');
  if (key === null || withoutRemote(url.pathname) !== '/account') return undefined;
  url.searchParams.delete('emailkey');
  bar.replace(`${url.pathname}${url.search}${url.hash}`);
  return key;
}
