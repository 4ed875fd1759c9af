import { limits } from '@sheetwire/contract/limits';
import type { DirectoryGroup, DirectoryPerson } from '#ports/directory.ts';
import type { CopyChange, DirectoryCopy } from '#ports/directory-store.ts';

/** The least that turns one copy into the next. */
export function changeBetween(before: DirectoryCopy, after: DirectoryCopy): CopyChange {
  const people = new Map(before.people.map((person) => [person.id, person]));
  const groups = new Map(before.groups.map((group) => [group.name, group]));
  const ids = new Set(after.people.map((person) => person.id));
  const names = new Set(after.groups.map((group) => group.name));
  return {
    putPeople: after.people.filter((person) => !isSamePerson(people.get(person.id), person)),
    dropPeople: before.people.filter((person) => !ids.has(person.id)).map((person) => person.id),
    putGroups: after.groups.filter((group) => !isSameGroup(groups.get(group.name), group)),
    dropGroups: before.groups.filter((group) => !names.has(group.name)).map((group) => group.name),
  };
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
    new Set(a.members).symmetricDifference(new Set(b.members)).size === 0
  );
}
