import { limits } from '@sheetwire/contract/limits';
import type { Group, Principal } from '@sheetwire/rules/principal';
import type { DirectoryGroup, DirectoryPerson } from '#ports/directory.ts';
import type { CopyChange, DirectoryCopy } from '#ports/directory-store.ts';

/**
 * The least that turns one copy into the next, found in steps. A group that has the name of another one comes in its place:
 * the rights of that one go with it, and whoever has the new one as a member has it anew.
 */
export function* changeBetween(before: DirectoryCopy, after: DirectoryCopy): Generator<void, CopyChange> {
  const people = yield* differing(before.people, after.people, { key: ({ id }) => id, isSame: isSamePerson });
  const groups = yield* differing(before.groups, after.groups, { key: ({ name }) => name, isSame: isSameGroup });
  const others = yield* othersIn(before.groups, groups.put);
  const put = others.size === 0 ? groups.put : yield* withHolders(groups.put, after.groups, others);
  return {
    ...{ putPeople: people.put, dropPeople: people.drop },
    ...{ putGroups: put, dropGroups: [...groups.drop, ...others] },
  };
}

/** The same where an operator says that the directory was made anew: groups are told by their names. */
export function byNames({ putGroups, dropGroups, ...change }: CopyChange): CopyChange {
  const put = new Set(putGroups.map(({ name }) => name));
  return { ...change, putGroups, dropGroups: dropGroups.filter((name) => !put.has(name)) };
}

/** The names of groups that are others now. Whose id was not noted is taken for the one that it was. */
function* othersIn(
  before: readonly DirectoryGroup[],
  put: readonly DirectoryGroup[],
): Generator<void, ReadonlySet<Group>> {
  const ids = new Map(put.map(({ name, id }) => [name, id]));
  const others = new Set<Group>();
  for (const { name, id } of before) {
    const now = ids.get(name);
    if (now !== undefined && id !== '' && id !== now) others.add(name);
    yield;
  }
  return others;
}

/** With the groups that have one of these as a member, though their lists read as before. */
function* withHolders(
  put: readonly DirectoryGroup[],
  after: readonly DirectoryGroup[],
  members: ReadonlySet<Principal>,
): Generator<void, readonly DirectoryGroup[]> {
  const known = new Set(put.map(({ name }) => name));
  const all = [...put];
  for (const group of after) {
    if (!known.has(group.name) && group.members.some((member) => members.has(member))) all.push(group);
    yield;
  }
  return all;
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
    a.id === b.id &&
    a.members.length === b.members.length &&
    (a.members.every((member, n) => member === b.members[n]) ||
      new Set(a.members).symmetricDifference(new Set(b.members)).size === 0)
  );
}
