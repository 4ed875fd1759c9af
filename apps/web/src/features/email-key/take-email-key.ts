import { type AddressBar, takeFromAddress } from '#lib/take-from-address.ts';

/** The key of a link to the account page; it leaves the address bar and the history at once (safety 3). */
export function takeEmailKey(bar: AddressBar): string | undefined {
  return takeFromAddress(bar, '/account', 'emailkey');
}
