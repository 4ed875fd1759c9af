import { type Addressee, nameOfAddressee } from '@sheetwire/rules/addressee';
import { parseUser, type User } from '@sheetwire/rules/principal';

/** Whom pages for some names are for, as accounts are now. */
export type AddresseesOf = (names: readonly User[]) => Promise<ReadonlyMap<User, Addressee>>;

interface Addressed {
  readonly user: string | null;
}

/** Pages with whom they are for: by the names that their publisher gave them, whoever they were for before (decision 93). */
export async function addressed<Page extends Addressed>(
  addresseesOf: AddresseesOf,
  pages: readonly Page[],
): Promise<readonly Page[]> {
  const names = namesOf(pages);
  if (names.length === 0) return pages;
  const addressees = await addresseesOf(names);
  return pages.map((page) => {
    const name = nameOf(page);
    const user = name && addressees.get(name);
    return user === undefined || user === page.user ? page : { ...page, user };
  });
}

/** Whether pages are for those who have the names by now; of pages for everybody nothing is asked. */
export function isAddressed(addresseesOf: AddresseesOf, pages: readonly Addressed[]): boolean | Promise<boolean> {
  return pages.every(({ user }) => user === null) || areStill(addresseesOf, pages);
}

async function areStill(addresseesOf: AddresseesOf, pages: readonly Addressed[]): Promise<boolean> {
  const addressees = await addresseesOf(namesOf(pages));
  return pages.every((page) => {
    const name = nameOf(page);
    return name === undefined || addressees.get(name) === page.user;
  });
}

function namesOf(pages: readonly Addressed[]): User[] {
  return [...new Set(pages.flatMap((page) => nameOf(page) ?? []))];
}

function nameOf({ user }: Addressed): User | undefined {
  return user === null ? undefined : parseUser(nameOfAddressee(user));
}
