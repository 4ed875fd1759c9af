import { limits } from '@sheetwire/contract/limits';
import type { DirectoryGroup, DirectoryPerson } from '#ports/directory.ts';
import type { CopyChange, DirectoryCopy } from '#ports/directory-store.ts';

/** The least that turns one copy into the next, found in steps. */
export function* changeBetween(before: DirectoryCopy, after: DirectoryCopy): Generator<void, CopyChange> {
  const people = yield* differing(before.people, after.people, { key: ({ id }) => id, isSame: isSamePerson });
  const groups = yield* differing(before.groups, after.groups, { key: ({ name }) => name, isSame: isSameGroup });
  return { putPeople: people.put, dropPeople: people.drop, putGroups: groups.put, dropGroups: groups.drop };
}

interface Comparing<One, Key> {
  readonly key: (one: One) => Key;
  readonly isSame: (before: One | undefined, after: One) => boolean;
}

/** Who comes or is another now, and by their keys who goes. */
function* differing<One, Key>(
  before: readonly One[],
  after: readonly One[],
  { key, isSame }: Comparing<One, Key>,
): Generator<void, { readonly put: readonly One[]; readonly drop: readonly Key[] }> {
  const left = new Map<Key, One>();
  for (const one of before) yield void left.set(key(one), one);
  const put: One[] = [];
  for (const one of after) {
    if (!isSame(left.get(key(one)), one)) put.push(one);
    left.delete(key(one));
    yield;
  }
  return { put, drop: [...left.keys()] };
}

/** True when nothing would be written. */
export function isNothing({ putPeople, dropPeople, putGroups, dropGroups }: CopyChange): boolean {
  return putPeople.length + dropPeople.length + putGroups.length + dropGroups.length === 0;
}

/**
 * True when more than a fifth of the people or of the groups would go: a wrong base, a lost right to read or half a
 * server looks like that, and nobody should lose rights because of it (architecture 8). A single one may always go.
 */
export function isShrunk(before: DirectoryCopy, { dropPeople, dropGroups }: CopyChange): boolean {
  const lose = (lost: number, of: number) =>
    lost >= limits.directory.shrink.from && lost > of * limits.directory.shrink.part;
  return lose(dropPeople.length, before.people.length) || lose(dropGroups.length, before.groups.length);
}

/** What is safe of a copy that was refused: whoever is seen to be disabled is. */
export function onlyDisabled(before: DirectoryCopy, after: DirectoryCopy): CopyChange {
  const disabled = new Set(after.people.filter((person) => person.isDisabled).map((person) => person.id));
  const putPeople = before.people
    .filter((person) => !person.isDisabled && disabled.has(person.id))
    .map((person) => ({ ...person, isDisabled: true }));
  return { putPeople, dropPeople: [], putGroups: [], dropGroups: [] };
}

function isSamePerson(a: DirectoryPerson | undefined, b: DirectoryPerson): boolean {
  return a !== undefined && a.name === b.name && a.email === b.email && a.isDisabled === b.isDisabled;
}

function isSameGroup(a: DirectoryGroup | undefined, b: DirectoryGroup): boolean {
  return (
    a !== undefined &&
    a.members.length === b.members.length &&
    (a.members.every((member, n) => member === b.members[n]) ||
      new Set(a.members).symmetricDifference(new Set(b.members)).size === 0)
  );
}
