import { entityOf } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { everyoneOf, type Group, isEveryone, isUser, type Principal, type User } from '@sheetwire/rules/principal';
import type { Account, Membership, Ways } from '#policies/membership.ts';
import type { GroupRecord } from '#ports/perms.ts';
import { GroupIndex, movedMembers } from './group-index.ts';
import { PersistentMap } from './persistent-map.ts';
import { PersistentSets, SetsEdit } from './persistent-sets.ts';

/** Groups and accounts as they are now; undefined is one that is gone. */
export interface PeopleChange {
  readonly groups: ReadonlyMap<Group, GroupRecord | undefined>;
  readonly accounts: ReadonlyMap<User, Account | undefined>;
}

/** Another membership, and from whom on upwards somebody's groups may be others. */
export interface PeopleStep {
  readonly after: MembershipIndex;
  readonly touched: ReadonlySet<Principal>;
}

interface Facts {
  readonly groups: GroupIndex;
  readonly accounts: PersistentMap<User, Account>;
  /** Accounts by the directory person that they are associated with. */
  readonly associated: PersistentSets<User, User>;
  /** Enabled users by their entity. */
  readonly everyone: PersistentSets<string, User>;
  readonly names: object;
}

/** Who is in which group, and who everyone is, kept as groups and accounts change; older moments stay readable. */
export class MembershipIndex implements Membership {
  readonly groups: GroupIndex;
  readonly accounts: PersistentMap<User, Account>;
  readonly names: object;
  readonly #associated: PersistentSets<User, User>;
  readonly #everyone: PersistentSets<string, User>;

  constructor(facts: Facts = nobody()) {
    this.groups = facts.groups;
    this.accounts = facts.accounts;
    this.names = facts.names;
    this.#associated = facts.associated;
    this.#everyone = facts.everyone;
  }

  static of(groups: readonly GroupRecord[], accounts: readonly Account[]): MembershipIndex {
    const membership = new MembershipIndex();
    for (const group of groups) membership.groups.fill(group);
    for (const account of accounts) membership.fillAccount(account);
    return membership;
  }

  /** Puts an account into an index that is still being built, before anybody asks it anything. */
  fillAccount(account: Account): void {
    const { name, adUser, disabledAt } = account;
    this.accounts.fill(name, account);
    if (adUser !== null) this.#associated.fill(branded<'User'>(adUser), name);
    if (disabledAt === null) this.#everyone.fill(entityOf(name), name);
  }

  with({ groups, accounts }: PeopleChange): PeopleStep {
    const step = this.groups.with(groups);
    const touched = new Set(step.touched);
    const [associated, everyone] = [new SetsEdit<User, User>(), new SetsEdit<string, User>()];
    for (const [name, account] of accounts) {
      const before = this.accounts.get(name);
      if (!isSamePerson(before, account)) touched.add(name);
      if (before?.adUser) associated.take(branded<'User'>(before.adUser), name);
      if (account?.adUser) associated.put(branded<'User'>(account.adUser), name);
      if (account?.disabledAt === null) everyone.put(entityOf(name), name);
      else everyone.take(entityOf(name), name);
    }
    const facts = {
      groups: step.after,
      accounts: this.accounts.with(accounts),
      associated: this.#associated.with(associated),
      everyone: this.#everyone.with(everyone),
    };
    const hasSameNames = this.#hasSameNames({ groups, accounts }, facts.everyone);
    return { after: new MembershipIndex({ ...facts, names: hasSameNames ? this.names : {} }), touched };
  }

  get entities(): Iterable<string> {
    return this.#everyone.keys();
  }

  /** The user with everyone of their entity and every group they are in; a cycle is harmless. */
  principalsOf(user: User): ReadonlySet<Principal> {
    const principals = new Set<Principal>([user, everyoneOf(entityOf(user)), ...this.directGroups(user)]);
    for (const principal of principals) {
      if (!isUser(principal)) for (const group of this.groups.above(principal)) principals.add(group);
    }
    return principals;
  }

  directGroups(user: User): readonly Group[] {
    const person = this.personOf(user);
    const local = this.groups.localAbove(user);
    return person === undefined ? local : [...local, ...this.groups.directoryAbove(person)];
  }

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

  usersIn(principals: Iterable<Principal>): readonly User[] {
    return [...this.#allIn(principals)].sort();
  }

  firstUsersIn(principals: Iterable<Principal>, most: number): readonly User[] {
    return firstOf(this.#allIn(principals), most);
  }

  /** Everybody whose groups may be others when those of these names are, directly or through groups. */
  *eachTouched(touched: ReadonlySet<Principal>): Generator<User> {
    for (const name of touched) {
      if (!isUser(name)) continue;
      yield name;
      // A name of the directory stands for the accounts that are associated with it.
      yield* this.#associated.get(name)?.keys() ?? [];
    }
    const groups = [...touched].filter((one) => !isUser(one));
    for (const users of this.#usersOfEach(groups)) yield* users;
  }

  /** From whom on upwards groups are others after a change. */
  touchedBy({ groups, accounts }: PeopleChange): ReadonlySet<Principal> {
    const touched = new Set<Principal>();
    for (const [name, record] of groups) {
      const { gone, come } = movedMembers(this.groups.records.get(name), record);
      for (const member of gone) touched.add(member);
      for (const member of come) touched.add(member);
    }
    for (const [name, account] of accounts) {
      if (!isSamePerson(this.accounts.get(name), account)) touched.add(name);
    }
    return touched;
  }

  /** An account that only bears the name of a directory person is not that person's (semantics 3). */
  personOf(user: User): User | undefined {
    const account = this.accounts.get(user);
    if (account === undefined) return user;
    return account.adUser === null ? undefined : branded<'User'>(account.adUser);
  }

  #allIn(principals: Iterable<Principal>): ReadonlySet<User> {
    const all = new Set<User>();
    for (const users of this.#usersOfEach(principals)) for (const user of users) all.add(user);
    return all;
  }

  /** The users of each of these principals and of the groups in them, however nested. */
  *#usersOfEach(principals: Iterable<Principal>): Generator<Iterable<User>> {
    const seen = new Set<Principal>(principals);
    for (const principal of seen) {
      if (isUser(principal)) yield [principal];
      else if (isEveryone(principal)) yield this.#everyone.get(entityOf(principal))?.keys() ?? [];
      else yield this.#open(principal, seen);
    }
  }

  /** The users that are members directly; groups that are wait for their turn. */
  #open(group: Principal, seen: Set<Principal>): User[] {
    const record = this.groups.record(group);
    const users: User[] = [];
    for (const member of record?.members ?? []) {
      if (!isUser(member)) seen.add(member);
      else if (record?.isDirectory) users.push(...this.#accountsOf(member));
      else users.push(member);
    }
    return users;
  }

  /** The accounts of a directory person; one who never came in is named as their account will be. */
  #accountsOf(person: User): Iterable<User> {
    const associated = this.#associated.get(person);
    if (associated) return associated.keys();
    return this.accounts.has(person) ? [] : [person];
  }

  #hasSameNames({ groups, accounts }: PeopleChange, everyone: PersistentSets<string, User>): boolean {
    const comesOrGoes = (had: boolean, record: unknown) => had !== (record !== undefined);
    for (const [name, record] of groups) if (comesOrGoes(this.groups.record(name) !== undefined, record)) return false;
    for (const [name, account] of accounts) {
      const entity = entityOf(name);
      if (comesOrGoes(this.accounts.has(name), account) || this.#everyone.has(entity) !== everyone.has(entity)) {
        return false;
      }
    }
    return true;
  }
}

function nobody(): Facts {
  const [associated, everyone] = [new PersistentSets<User, User>(), new PersistentSets<string, User>()];
  return { groups: new GroupIndex(), accounts: new PersistentMap(), associated, everyone, names: {} };
}

/** Whose groups of the directory the account has is the same: most changes of an account concern nobody's rights. */
function isSamePerson(before: Account | undefined, after: Account | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return before.adUser === after.adUser;
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

function walkBack(cameFrom: ReadonlyMap<Principal, Principal | undefined>, to: Principal): readonly Principal[] {
  const way: Principal[] = [];
  for (let at: Principal | undefined = to; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.reverse();
}
