import { withoutEndSlashes, withoutRemote } from './device.ts';

/** An address, and how it is replaced without a load. */
export interface AddressBar {
  readonly href: string;
  replace(path: string): void;
}

/** What a link to a page brought by this name; it leaves the address bar and the history at once (safety 3). */
export function takeFromAddress(bar: AddressBar, path: string, name: string): string | undefined {
  const url = new URL(bar.href);
  const value = url.searchParams.get(name);
  if (value === null || withoutEndSlashes(withoutRemote(url.pathname)) !== path) return undefined;
  url.searchParams.delete(name);
  bar.replace(`${url.pathname}${url.search}${url.hash}`);
  return value;
}
