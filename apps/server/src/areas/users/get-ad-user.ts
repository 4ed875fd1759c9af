import type { Output, Parsed } from '@sheetwire/contract/call';
import type { getAdUser as call } from '@sheetwire/contract/users';
import { parseUser } from '@sheetwire/rules/principal';
import type { Directory } from '#ports/directory.ts';

/** A person of the directory, for the Add User form. */
export async function getAdUser(
  { directory }: { readonly directory: Directory },
  { associatedAdUser }: Parsed<typeof call>,
): Promise<Output<typeof call>> {
  const name = parseUser(associatedAdUser);
  const person = name && (await directory.person(name));
  if (person === undefined) return { message: 'User not found in the directory' };
  return { adUser: person.name, email: person.email, isDisabled: person.isDisabled };
}
