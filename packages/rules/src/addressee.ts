import { type Branded, branded } from './name.ts';
import type { User } from './principal.ts';

/**
 * Whom a private page is for: an account, told by its name; where another account had that name before, by the name and since
 * when it is there, `ACME/jane[1764374400000]`, which is nobody's name (decision 93).
 */
export type Addressee = Branded<'Addressee'>;

/** `since`: epoch ms of an account that is not the first of its name. */
export function addresseeOf(name: User, since?: number): Addressee {
  return branded<'Addressee'>(since === undefined ? name : `${name}[${since}]`);
}

/** The name that a publisher addresses a page to; null for everybody. */
export function nameOfAddressee(addressee: string): string;
export function nameOfAddressee(addressee: string | null): string | null;
export function nameOfAddressee(addressee: string | null): string | null {
  if (addressee === null) return null;
  const end = addressee.indexOf('[');
  return end < 0 ? addressee : addressee.slice(0, end);
}
