import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { entityOf } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import type { Principal, User } from '@sheetwire/rules/principal';
import { inSlices } from '#lib/slices.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import type { Directory } from '#ports/directory.ts';
import type { GroupEntry } from '#ports/perms.ts';
import type { RightsStamps } from '#ports/rights-changes.ts';
import type { Stores } from '#ports/stores.ts';
import type { UserEntry } from '#ports/users.ts';
import type { Listed, Names, UserLine } from './names.ts';
import { type AllNames, allNames, type Changes, namesAfter, type Part, partOf, replaced } from './names-kept.ts';

export interface NameListsDeps {
  readonly stores: Pick<Stores, 'users' | 'groups' | 'rightsChanges'> & {
    readonly directory: Pick<Stores['directory'], 'generation'>;
  };
  readonly directory: Directory;
  /** SHEETWIRE_ENTITIES; empty is those of users. */
  readonly entities: readonly string[];
  readonly isSuperAdmin: (user: User) => boolean;
  readonly clock: Clock;
}

interface People {
  readonly generation: number;
  readonly adUsers: Listed<User>;
}

/** The lists as they were last read, and how often users and groups had changed by then. */
interface Held {
  readonly stamps: RightsStamps;
  /** Of the directory, which says who else is a super administrator. */
  readonly generation: number;
  readonly users: Part<UserLine>;
  readonly groups: Part<GroupEntry>;
  readonly all: AllNames;
}

/** A list as it is now, and what of it is other by name; undefined where any of it may be. */
interface Read<Line> {
  readonly part: Part<Line>;
  readonly changes: Changes<Line> | undefined;
}

/** So many changes are read by name; after more of them the list is read anew. */
const MOST_CHANGES = 100;
const nothing: Changes<never> = new Map();

/**
 * Users and groups for pages that ask several times a second: read for all of them at once, and after a change no more
 * than what changed (quality: 50 ms).
 */
export class NameLists {
  readonly #deps: NameListsDeps;
  #names: Promise<Names> | undefined;
  #readAt = 0;
  #people: People | undefined;
  #held: Held | undefined;

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

  /** What changes while it is read is beyond the stamps, and read the next time. */
  async #read(): Promise<Names> {
    const { stores, entities } = this.#deps;
    const stamps = await stores.rightsChanges.stamps();
    const { adUsers, generation } = await this.#readPeople();
    const before = this.#held?.generation === generation ? this.#held : undefined;
    const users = await this.#usersSince(before, stamps);
    const groups = await this.#groupsSince(before, stamps);
    const all = await allAfter(before, users, groups);
    this.#held = { stamps, generation, users: users.part, groups: groups.part, all };
    const known = new Set([...all.entities, ...adUsers.list.slice(0, 1).map(entityOf)]);
    return {
      adUsers,
      users: named(users.part),
      principals: named(all),
      userGroups: named(groups.part),
      entities: entities.length > 0 ? [...entities].sort() : [...known].sort(),
    };
  }

  /** The copy of the directory says by one number whether it changed: tens of thousands are read only then. */
  async #readPeople(): Promise<People> {
    const { stores, directory } = this.#deps;
    const generation = await stores.directory.generation();
    if (this.#people?.generation === generation) return this.#people;
    const people = await directory.people();
    const enabled = people.filter(({ isDisabled }) => !isDisabled);
    const adUsers = named(await inSlices(partOf(enabled.map(({ name }) => name))));
    this.#people = { generation, adUsers };
    return this.#people;
  }

  async #usersSince(before: Held | undefined, stamps: RightsStamps): Promise<Read<UserLine>> {
    if (before?.stamps.users === stamps.users) return { part: before.users, changes: nothing };
    const names = await this.#changedSince('users', before, stamps);
    if (before === undefined || names === 'any') return { part: await this.#allUsers(), changes: undefined };
    const { stores } = this.#deps;
    const users = names.map((name) => branded<'User'>(name));
    const changes = new Map<Principal, UserLine | undefined>(users.map((name) => [name, undefined]));
    for (const entry of await stores.users.someEntries(users)) changes.set(entry.name, this.#line(entry));
    return { part: await inSlices(replaced(before.users, changes)), changes };
  }

  async #groupsSince(before: Held | undefined, stamps: RightsStamps): Promise<Read<GroupEntry>> {
    if (before?.stamps.usergroups === stamps.usergroups) return { part: before.groups, changes: nothing };
    const { groups } = this.#deps.stores;
    const names = await this.#changedSince('usergroups', before, stamps);
    if (before === undefined || names === 'any') {
      return { part: await inSlices(partOf(await groups.entries())), changes: undefined };
    }
    const asked = names.map((name) => branded<'Group'>(name));
    const changes = new Map<Principal, GroupEntry | undefined>(asked.map((name) => [name, undefined]));
    for (const { name, isDirectory } of await groups.some(asked)) changes.set(name, { name, isDirectory });
    return { part: await inSlices(replaced(before.groups, changes)), changes };
  }

  /** Stamps that went back are those of a store that was put in place of another. */
  async #changedSince(
    kind: 'users' | 'usergroups',
    before: Held | undefined,
    stamps: RightsStamps,
  ): Promise<readonly string[] | 'any'> {
    if (before === undefined || stamps[kind] < before.stamps[kind]) return 'any';
    return this.#deps.stores.rightsChanges.since(kind, before.stamps[kind], MOST_CHANGES);
  }

  /** An embedded store answers within one turn of the event loop: each page ends it. */
  async #allUsers(): Promise<Part<UserLine>> {
    const users: UserLine[] = [];
    for (;;) {
      const page = await this.#deps.stores.users.entriesAfter(users.at(-1)?.name, limits.rightsPage);
      for (const entry of page) users.push(this.#line(entry));
      if (page.length < limits.rightsPage) return inSlices(partOf(users));
      await nextTurn();
    }
  }

  #line({ name, disabledAt }: UserEntry): UserLine {
    return { name, isSuperAdmin: this.#deps.isSuperAdmin(name), isDisabled: disabledAt !== null };
  }
}

function allAfter(
  before: Held | undefined,
  users: Read<UserLine>,
  groups: Read<GroupEntry>,
): AllNames | Promise<AllNames> {
  if (before === undefined || users.changes === undefined || groups.changes === undefined) {
    return inSlices(allNames(users.part.list, groups.part.list));
  }
  return namesAfter(before.all, users.part.list, { users: users.changes, groups: groups.changes });
}

function named<T>({ list, sum }: Part<T>): Listed<T> {
  return { id: sum.id, list };
}

/** Names a list by what it holds. */
export function contentId(list: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, ID_LENGTH);
}

const ID_LENGTH = 22;
