import { isEmail, passwordOfEmail } from '@sheetwire/rules/email';
import { type Entity, oneSpaced } from '@sheetwire/rules/name';
import { type Group, type Principal, parseGroup, parseUser, shortName, type User } from '@sheetwire/rules/principal';
import { sorting } from '#lib/lists/sorted.ts';
import type { DirectoryGroup, DirectoryPerson } from '#ports/directory.ts';
import type { DirectoryCopy } from '#ports/directory-store.ts';
import type { Found, FoundGroup, FoundPerson } from './ldap/dialect.ts';

/** A copy made of what was found, and what had to be left out of it. */
export interface Resolved {
  readonly copy: DirectoryCopy;
  readonly leftOut: { readonly people: number; readonly groups: number };
}

/** People and groups as the directory shows them, by their ids; who is a member is worked out at the end. */
export class Graph {
  readonly #entity: Entity;
  readonly #people = new Map<string, FoundPerson>();
  /** Worked out once: there are many, and few change. */
  readonly #users = new Map<string, User>();
  readonly #groups = new Map<string, FoundGroup>();
  /** A place that was left keeps leading to who was there, until somebody else is: members follow a move. */
  readonly #ids = new Map<string, string>();

  constructor(entity: Entity) {
    this.#entity = entity;
  }

  get size(): { readonly people: number; readonly groups: number } {
    return { people: this.#people.size, groups: this.#groups.size };
  }

  /** Takes in what a look found; true when any of it is new. */
  merge({ people, groups }: Found): boolean {
    const isNew = [
      ...people.filter((person) => !isSamePerson(this.#people.get(person.id), person)),
      ...groups.filter((group) => !isSameGroup(this.#groups.get(group.id), group)),
    ];
    for (const person of people) this.#setPerson(person);
    for (const group of groups) this.#groups.set(group.id, group);
    for (const { dn, id } of isNew) this.#ids.set(dn, id);
    return isNew.length > 0;
  }

  /** As the directory spells it. */
  nameOf(id: string): string | undefined {
    return this.#people.get(id)?.name;
  }

  /** Somebody is gone. */
  drop(id: string): void {
    this.#people.delete(id);
    this.#users.delete(id);
  }

  groupIds(): string[] {
    return [...this.#groups.keys()];
  }

  /** A group is gone, also from the groups that still name it. */
  dropGroup(id: string): void {
    this.#groups.delete(id);
  }

  /**
   * In our names, in steps; who has no name of ours, or shares one, is left out and never taken for somebody else. Nothing
   * may be merged or dropped meanwhile.
   */
  *resolve(localGroups: readonly Group[]): Generator<void, Resolved> {
    const entity = this.#entity;
    const users = yield* unshared(this.#users);
    const groups = yield* unshared(yield* this.#groupNames(), new Set(localGroups));
    const known = new Set<User>();
    const people: DirectoryPerson[] = [];
    for (const [id, name] of users) {
      const person = this.#person(id, name);
      if (person) people.push(person);
      known.add(name);
      yield;
    }
    const copied: DirectoryGroup[] = [];
    for (const [id, name] of groups) {
      const members = yield* this.#members(id, { entity, users, groups, known });
      copied.push({ id, name, members });
    }
    return {
      copy: { people, groups: copied },
      leftOut: { people: this.#people.size - users.size, groups: this.#groups.size - groups.size },
    };
  }

  *#groupNames(): Generator<void, ReadonlyMap<string, Group>> {
    const names = new Map<string, Group>();
    for (const { id, name } of this.#groups.values()) {
      const group = groupOf(this.#entity, name);
      if (group !== undefined) names.set(id, group);
      yield;
    }
    return names;
  }

  #setPerson(person: FoundPerson): void {
    const { id, name } = person;
    const user = this.#people.get(id)?.name === name ? this.#users.get(id) : userOf(this.#entity, name);
    this.#people.set(id, person);
    if (user === undefined) this.#users.delete(id);
    else this.#users.set(id, user);
  }

  #person(id: string, name: User): DirectoryPerson | undefined {
    const found = this.#people.get(id);
    return found && { id, name, email: emailOf(found.email), isDisabled: found.isDisabled };
  }

  *#members(id: string, names: Names): Generator<void, Principal[]> {
    const { members = [], memberNames = [] } = this.#groups.get(id) ?? {};
    const found = new Set<Principal>();
    for (const dn of members) {
      const member = this.#ids.get(dn) ?? '';
      const principal = names.users.get(member) ?? names.groups.get(member);
      if (principal !== undefined) found.add(principal);
      yield;
    }
    for (const name of memberNames) {
      const user = userOf(names.entity, name);
      if (user !== undefined && names.known.has(user)) found.add(user);
      yield;
    }
    return yield* sorting([...found]);
  }
}

interface Names {
  readonly entity: Entity;
  readonly users: ReadonlyMap<string, User>;
  readonly groups: ReadonlyMap<string, Group>;
  readonly known: ReadonlySet<User>;
}

/** A directory name as ours, only when nothing but its case of letters and its white space has to change. */
export function userOf(entity: Entity, name: string): User | undefined {
  const user = parseUser(`${entity}/${name}`);
  return user !== undefined && shortName(user) === oneSpaced(name).toLowerCase() ? user : undefined;
}

function groupOf(entity: Entity, name: string): Group | undefined {
  const group = parseGroup(`${entity}/${name}`);
  return group !== undefined && shortName(group) === oneSpaced(name).toUpperCase() ? group : undefined;
}

/** Names by id: those that exactly one has, and nobody else before. */
function* unshared<Name extends string>(
  names: ReadonlyMap<string, Name>,
  taken: ReadonlySet<string> = new Set(),
): Generator<void, ReadonlyMap<string, Name>> {
  const once = new Set<Name>();
  const twice = new Set<Name>();
  for (const name of names.values()) yield void (once.has(name) ? twice : once).add(name);
  if (twice.size === 0 && taken.size === 0) return names;
  const own = new Map<string, Name>();
  for (const [id, name] of names) {
    if (!twice.has(name) && !taken.has(name)) own.set(id, name);
    yield;
  }
  return own;
}

/** An address that no mail could reach is none; one of a password account is not the directory's to give. */
function emailOf(email: string): string {
  return isEmail(email) && passwordOfEmail(email) === undefined ? email : '';
}

function isSamePerson(a: FoundPerson | undefined, b: FoundPerson): boolean {
  return a !== undefined && a.dn === b.dn && a.name === b.name && a.email === b.email && a.isDisabled === b.isDisabled;
}

function isSameGroup(a: FoundGroup | undefined, b: FoundGroup): boolean {
  return (
    a !== undefined &&
    a.dn === b.dn &&
    a.name === b.name &&
    areSame(a.members, b.members) &&
    areSame(a.memberNames, b.memberNames)
  );
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((one, n) => one === b[n]) || new Set(a).symmetricDifference(new Set(b)).size === 0;
}
