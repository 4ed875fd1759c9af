import { cleanName, whyNoName } from '@sheetwire/rules/name';
import { type Group, isEveryone, parseGroup } from '@sheetwire/rules/principal';

/** What the form would make, or why it cannot; a fault with a field stands under that field. */
export type CreateGroupReading = { readonly group: Group } | { readonly fault: string; readonly field?: 'name' };

/** Reads the 'Create Group' form: both required, the name in upper case with a letter (spec 5, Create user group). */
export function readCreateGroup(
  entity: string,
  name: string,
  known: { readonly groups: readonly string[]; readonly entities: readonly string[] },
): CreateGroupReading {
  if (entity === '' || (known.entities.length > 0 && !known.entities.includes(entity)))
    return { fault: 'Choose an entity' };
  if (name.trim() === '') return { fault: 'Enter a name' };
  const group = parseGroup(`${entity}/${name.replaceAll('/', '')}`);
  if (group === undefined) return { fault: faultOf(name), field: 'name' };
  return known.groups.includes(group) ? { fault: `${group} already exists`, field: 'name' } : { group };
}

function faultOf(name: string): string {
  return cleanName(name) !== undefined ? 'A name must contain a letter' : whyNoName(name);
}

/** Whom a group can still take in: not itself, not everyone, not a member (spec 5, Addable principals). */
export function addable(principals: readonly string[], group: string, members: readonly string[]): readonly string[] {
  const taken = new Set([group, ...members]);
  return principals.filter((principal) => !isEveryone(principal) && !taken.has(principal));
}
