import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { entityOf } from '@sheetwire/rules/gropic';
import { everyoneOf, type Group, type Principal, type User } from '@sheetwire/rules/principal';
import { inSlices } from '#lib/slices.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import type { Directory } from '#ports/directory.ts';
import type { GroupEntry } from '#ports/perms.ts';
import type { Stores } from '#ports/stores.ts';
import type { UserEntry } from '#ports/users.ts';

export interface NameListsDeps {
  readonly stores: Pick<Stores, 'users' | 'groups'> & { readonly directory: Pick<Stores['directory'], 'generation'> };
  readonly directory: Directory;
  /** SHEETWIRE_ENTITIES; empty is those of users. */
  readonly entities: readonly string[];
  readonly isSuperAdmin: (user: User) => boolean;
  readonly clock: Clock;
}

/** A list and what names its content: equal lists have equal ids on every node, whenever they were read. */
export interface Listed<T> {
  readonly id: string;
  readonly list: readonly T[];
}

export interface UserLine {
  readonly name: User;
  readonly isSuperAdmin: boolean;
  readonly isDisabled: boolean;
}

/** Who there is, as the pages of super admins list them. */
export interface Names {
  readonly users: Listed<UserLine>;
  /** Enabled people of the directory. */
  readonly adUsers: Listed<User>;
  /** Every user, group and everyone of an entity. */
  readonly principals: Listed<Principal>;
  readonly userGroups: Listed<GroupEntry>;
  /** In which users may be made. */
  readonly entities: readonly string[];
}

interface People {
  readonly generation: number;
  readonly adUsers: Listed<User>;
}

const ID_LENGTH = 22;

/** Users and groups for pages that ask several times a second: read once for all of them, and again after a change. */
export class NameLists {
  readonly #deps: NameListsDeps;
  #names: Promise<Names> | undefined;
  #readAt = 0;
  #people: People | undefined;

  constructor(deps: NameListsDeps) {
    this.#deps = deps;
  }

  now(): Promise<Names> {
    const now = steadyTime(this.#deps.clock);
    if (this.#names && Math.abs(now - this.#readAt) < limits.namesKept) return this.#names;
    this.#readAt = now;
    const names = this.#read();
    this.#names = names;
    names.catch(() => this.#forget(names));
    return names;
  }

  /** Users or groups changed, here or on another node: a read that is under way may have missed it. */
  changed(): void {
    this.#names = undefined;
  }

  #forget(names: Promise<Names>): void {
    if (this.#names === names) this.#names = undefined;
  }

  async #read(): Promise<Names> {
    const { stores, entities } = this.#deps;
    const adUsers = await this.#adUsers();
    const users = await this.#users();
    const groups = await stores.groups.entries();
    const known = new Set([...users.map(({ name }) => name), ...adUsers.list.slice(0, 1)].map(entityOf));
    return {
      adUsers,
      users: await listed(users.map((user) => this.#line(user))),
      principals: await listed(principalsOf(users, groups)),
      userGroups: await listed(groups),
      entities: entities.length > 0 ? [...entities].sort() : [...known].sort(),
    };
  }

  /** The copy of the directory says by one number whether it changed: tens of thousands are read only then. */
  async #adUsers(): Promise<Listed<User>> {
    const { stores, directory } = this.#deps;
    const generation = await stores.directory.generation();
    if (this.#people?.generation !== generation) {
      const people = await directory.people();
      const enabled = people.filter(({ isDisabled }) => !isDisabled);
      this.#people = { generation, adUsers: await listed(enabled.map(({ name }) => name)) };
    }
    return this.#people.adUsers;
  }

  /** An embedded store answers within one turn of the event loop: each page ends it. */
  async #users(): Promise<readonly UserEntry[]> {
    const users: UserEntry[] = [];
    for (;;) {
      const page = await this.#deps.stores.users.entriesAfter(users.at(-1)?.name, limits.rightsPage);
      users.push(...page);
      if (page.length < limits.rightsPage) return users;
      await nextTurn();
    }
  }

  #line({ name, disabledAt }: UserEntry): UserLine {
    return { name, isSuperAdmin: this.#deps.isSuperAdmin(name), isDisabled: disabledAt !== null };
  }
}

function principalsOf(users: readonly UserEntry[], groups: readonly GroupEntry[]): Principal[] {
  const names: (User | Group)[] = [...users, ...groups].map(({ name }) => name);
  const everyone = new Set(users.map(({ name }) => everyoneOf(entityOf(name))));
  return [...names, ...everyone].sort();
}

async function listed<T>(list: readonly T[]): Promise<Listed<T>> {
  return { id: await inSlices(naming(list)), list };
}

/** Lines whose bytes are put into a name at once. */
const LINES = 100;

function* naming(list: readonly unknown[]): Generator<void, string> {
  const hash = createHash('sha256');
  for (let at = 0; at < list.length; at += LINES) yield void hash.update(JSON.stringify(list.slice(at, at + LINES)));
  return hash.digest('base64url').slice(0, ID_LENGTH);
}

/** Names a list by what it holds. */
export function contentId(list: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, ID_LENGTH);
}
