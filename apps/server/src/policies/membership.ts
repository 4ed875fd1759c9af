import { entityOf } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { everyoneOf, type Group, isUser, type Principal, type User } from '@sheetwire/rules/principal';
import type { GroupRecord } from '#ports/perms.ts';
import type { UserRecord } from '#ports/users.ts';
import { GroupIndex } from './group-index.ts';
import type { Holder } from './topic-rights.ts';

/** An account as rights see it. */
export type Account = Pick<UserRecord, 'name' | 'adUser' | 'disabledAt'>;

/** Principals that are held for users at once; beyond it they are worked out again. */
const MAX_HELD = 2_000_000;
/** Principals whose users are remembered. */
const MAX_SHOWN = 100;

/** Who is in which group, directly or through other groups, and who everyone is (semantics 1). It never changes. */
export class Membership {
  readonly groups: GroupIndex;
  readonly #accounts: ReadonlyMap<User, Account>;
  /** Accounts by the directory person that they are associated with. */
  readonly #associated = new Map<User, User[]>();
  readonly #everyone = new Map<string, User[]>();
  readonly #holders = new Map<User, Holder>();
  readonly #shown = new Map<Principal, readonly User[]>();
  #held = 0;
  #last: Holder | undefined;

  constructor(groups: GroupIndex, accounts: readonly Account[]) {
    this.groups = groups;
    this.#accounts = new Map(accounts.map((account) => [account.name, account]));
    for (const { name, adUser, disabledAt } of accounts) {
      if (adUser !== null) add(this.#associated, branded<'User'>(adUser), name);
      if (disabledAt === null) add(this.#everyone, entityOf(name), name);
    }
  }

  static of(groups: readonly GroupRecord[], accounts: readonly Account[]): Membership {
    return new Membership(new GroupIndex(groups), accounts);
  }

  get accounts(): ReadonlyMap<User, Account> {
    return this.#accounts;
  }

  /** Entities that have an enabled user. */
  get entities(): Iterable<string> {
    return this.#everyone.keys();
  }

  /** The user with everyone of their entity and every group they are in; a cycle is harmless. */
  holder(user: User): Holder {
    // One answer, one list and one stream ask for the same user many times in a row.
    if (this.#last?.user === user) return this.#last;
    this.#last = this.#holders.get(user) ?? this.#makeHolder(user);
    return this.#last;
  }

  #makeHolder(user: User): Holder {
    const principals = new Set<Principal>([user, everyoneOf(entityOf(user)), ...this.directGroups(user)]);
    for (const principal of principals) {
      if (!isUser(principal)) for (const group of this.groups.above(principal)) principals.add(group);
    }
    const holder: Holder = { user, principals, answers: { known: new Map(), list: undefined, answer: false } };
    if (this.#held + principals.size > MAX_HELD) this.#forget();
    this.#held += principals.size;
    this.#holders.set(user, holder);
    return holder;
  }

  /** The groups that a user stands in directly: of the directory those of the person whose account it is. */
  directGroups(user: User): readonly Group[] {
    const person = this.#personOf(user);
    const local = this.groups.localAbove(user);
    return person === undefined ? local : [...local, ...this.groups.directoryAbove(person)];
  }

  /** The shortest ways from a user to the principals that hold them: the user, the groups between, the principal. */
  waysOf(user: User): Ways {
    const cameFrom = new Map<Principal, Principal | undefined>([[user, undefined]]);
    const reach = (group: Principal, from: Principal) => {
      if (!cameFrom.has(group)) cameFrom.set(group, from);
    };
    reach(everyoneOf(entityOf(user)), user);
    for (const group of this.directGroups(user)) reach(group, user);
    for (const [principal] of cameFrom) {
      if (!isUser(principal)) for (const group of this.groups.above(principal)) reach(group, principal);
    }
    const to = (principal: Principal) => (cameFrom.has(principal) ? walkBack(cameFrom, principal) : undefined);
    return {
      to,
      toNearest(principals) {
        const wanted = new Set(principals);
        // What is reached first is nearest.
        const nearest = cameFrom.keys().find((principal) => wanted.has(principal));
        return nearest && to(nearest);
      },
    };
  }

  /** Every user in these principals, by name, through groups however nested. */
  usersIn(principals: Iterable<Principal>): readonly User[] {
    return [...this.#usersIn(principals)].sort();
  }

  /** The first of them by name: of a million no more are put in order than are shown. */
  firstUsersIn(principals: Iterable<Principal>, most: number): readonly User[] {
    return firstOf(this.#usersIn(principals), most);
  }

  /** As `firstUsersIn`, of a principal that open pages ask for several times a second. */
  firstUsersOf(principal: Principal, most: number): readonly User[] {
    const known = this.#shown.get(principal);
    if (known) return known;
    const users = this.firstUsersIn([principal], most);
    if (this.#shown.size >= MAX_SHOWN) this.#shown.clear();
    this.#shown.set(principal, users);
    return users;
  }

  #usersIn(principals: Iterable<Principal>): ReadonlySet<User> {
    const users = new Set<User>();
    const seen = new Set<Principal>(principals);
    for (const principal of seen) {
      if (isUser(principal)) users.add(principal);
      else if (isEveryone(principal)) for (const user of this.#everyoneIn(principal)) users.add(user);
      else this.#open(principal, seen, users);
    }
    return users;
  }

  #open(principal: Principal, seen: Set<Principal>, users: Set<User>): void {
    const record = this.groups.record(principal);
    for (const member of record?.members ?? []) {
      if (!isUser(member)) seen.add(member);
      else for (const user of record?.isDirectory ? this.#accountsOf(member) : [member]) users.add(user);
    }
  }

  /** The accounts of a directory person; one who never came in is named as their account will be. */
  #accountsOf(person: User): readonly User[] {
    const associated = this.#associated.get(person);
    if (associated) return associated;
    return this.#accounts.has(person) ? [] : [person];
  }

  /** An account that only bears the name of a directory person is not that person's (semantics 3). */
  #personOf(user: User): User | undefined {
    const account = this.#accounts.get(user);
    if (account === undefined) return user;
    return account.adUser === null ? undefined : branded<'User'>(account.adUser);
  }

  #everyoneIn(principal: Principal): readonly User[] {
    return this.#everyone.get(entityOf(principal)) ?? [];
  }

  #forget(): void {
    this.#holders.clear();
    this.#held = 0;
  }
}

/** The least of many names, in order. */
function firstOf(users: ReadonlySet<User>, most: number): readonly User[] {
  let first: User[] = [];
  let last: User | undefined;
  for (const user of users) {
    if (last !== undefined && user > last) continue;
    first.push(user);
    if (first.length < 2 * most) continue;
    first = first.sort().slice(0, most);
    last = first.at(-1);
  }
  return first.sort().slice(0, most);
}

/** Ways from a user to what holds them; undefined to what does not. */
export interface Ways {
  to(principal: Principal): readonly Principal[] | undefined;
  /** To the nearest of a list. */
  toNearest(principals: readonly Principal[]): readonly Principal[] | undefined;
}

function walkBack(cameFrom: ReadonlyMap<Principal, Principal | undefined>, to: Principal): readonly Principal[] {
  const way: Principal[] = [];
  for (let at: Principal | undefined = to; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.reverse();
}

/** True for `ACME/[ALL]`. */
export function isEveryone(principal: Principal): boolean {
  return principal.endsWith('/[ALL]');
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
