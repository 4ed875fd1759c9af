import { entityOf } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { everyoneOf, type Group, isEveryone, isUser, type Principal, type User } from '@sheetwire/rules/principal';
import type { Account, Membership, Ways } from '#policies/membership.ts';
import type { GroupRecord } from '#ports/perms.ts';
import { GroupIndex, movedMembers } from './group-index.ts';
import type { PeopleMoved } from './people-steps.ts';
import { PersistentMap } from './persistent-map.ts';
import { PersistentSets, SetsEdit } from './persistent-sets.ts';

/** Groups and accounts as they are now; undefined is one that is gone. */
export interface PeopleChange {
  readonly groups: ReadonlyMap<Group, GroupRecord | undefined>;
  readonly accounts: ReadonlyMap<User, Account | undefined>;
}

/** Another membership, and what of it is other. */
export interface PeopleStep extends PeopleMoved {
  readonly after: MembershipIndex;
  /** Names of users, of groups and of everyone of an entity: true for those that came, false for those that went. */
  readonly names: ReadonlyMap<Principal, boolean>;
}

/** Who is in some principals, and the groups, and everyone of entities, whose members they are. */
export interface Walk {
  readonly users: ReadonlySet<User>;
  readonly opened: ReadonlySet<Principal>;
}

/** Members that are looked at between two steps. */
const STEP = 32;

interface Facts {
  readonly groups: GroupIndex;
  readonly accounts: PersistentMap<User, Account>;
  /** Accounts by the directory person that they are associated with. */
  readonly associated: PersistentSets<User, User>;
  /** Enabled users by their entity. */
  readonly everyone: PersistentSets<string, User>;
}

/** Who is in which group, and who everyone is, kept as groups and accounts change; older moments stay readable. */
export class MembershipIndex implements Membership {
  readonly groups: GroupIndex;
  readonly accounts: PersistentMap<User, Account>;
  readonly #associated: PersistentSets<User, User>;
  readonly #everyone: PersistentSets<string, User>;

  constructor(facts: Facts = nobody()) {
    this.groups = facts.groups;
    this.accounts = facts.accounts;
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
    const after = new MembershipIndex({
      groups: step.after,
      accounts: this.accounts.with(accounts),
      associated: this.#associated.with(associated),
      everyone: this.#everyone.with(everyone),
    });
    const change = { groups, accounts };
    return { after, touched, refilled: new Set(this.#refilled(after, change)), names: this.#moved(after, change) };
  }

  get entities(): Iterable<string> {
    return this.#everyone.keys();
  }

  hasUsers(entity: string): boolean {
    return this.#everyone.has(entity);
  }

  everyoneIn(entity: string): number {
    return this.#everyone.get(entity)?.size ?? 0;
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

  /** Everybody in these principals, through groups however nested, in small steps: they may be very many. */
  *walk(principals: Iterable<Principal>): Generator<void, Walk> {
    const [users, opened] = [new Set<User>(), new Set<Principal>()];
    let steps = 0;
    for (const one of principals) {
      if (isUser(one)) users.add(one);
      else opened.add(one);
      if (++steps % STEP === 0) yield;
    }
    for (const user of this.#membersUnder(opened)) {
      if (user !== undefined) users.add(user);
      if (++steps % STEP === 0) yield;
    }
    return { users, opened };
  }

  /** Everybody whose groups may be others when those of these names are, directly or through groups. */
  *eachTouched(touched: ReadonlySet<Principal>): Generator<User> {
    for (const user of this.touchedInSteps(touched)) if (user !== undefined) yield user;
  }

  /** The same, with undefined after each look at something that is no user. */
  *touchedInSteps(touched: ReadonlySet<Principal>): Generator<User | undefined> {
    const groups = new Set<Principal>();
    for (const name of touched) {
      if (!isUser(name)) {
        groups.add(name);
        yield undefined;
        continue;
      }
      yield name;
      // A name of the directory stands for the accounts that are associated with it.
      yield* this.#associated.get(name)?.keys() ?? [];
    }
    yield* this.#membersUnder(groups);
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

  /** The users under these groups and entities, one for each time they are named; undefined for a group, which is added. */
  *#membersUnder(opened: Set<Principal>): Generator<User | undefined> {
    for (const one of opened) {
      yield undefined;
      for (const member of this.#membersOf(one)) {
        if (isUser(member)) yield member;
        else opened.add(member);
      }
    }
  }

  /** Everyone of an entity is copied: who goes through them in steps must not meet those who come meanwhile. */
  #membersOf(principal: Principal): Iterable<Principal> {
    if (isEveryone(principal)) return [...(this.#everyone.get(entityOf(principal))?.keys() ?? [])];
    const record = this.groups.record(principal);
    if (record === undefined) return [];
    return record.isDirectory ? this.#accountsIn(record.members) : record.members;
  }

  *#accountsIn(members: readonly Principal[]): Generator<Principal> {
    for (const member of members) {
      if (isUser(member)) yield* this.#accountsOf(member);
      else yield member;
    }
  }

  /** The accounts of a directory person; one who never came in is named as their account will be. */
  #accountsOf(person: User): Iterable<User> {
    const associated = this.#associated.get(person);
    if (associated) return [...associated.keys()];
    return this.accounts.has(person) ? [] : [person];
  }

  /** Whose own members a change puts in or takes out. A person of the directory stands for the accounts that are theirs. */
  *#refilled(after: MembershipIndex, { groups, accounts }: PeopleChange): Generator<Principal> {
    yield* groups.keys();
    for (const [name, account] of accounts) {
      const before = this.accounts.get(name);
      if ((before?.disabledAt === null) !== (account?.disabledAt === null)) yield everyoneOf(entityOf(name));
      if (isSamePerson(before, account)) continue;
      for (const person of [name, before?.adUser, account?.adUser]) {
        if (person) yield* after.groups.directoryAbove(branded<'User'>(person));
      }
    }
  }

  #moved(after: MembershipIndex, { groups, accounts }: PeopleChange): ReadonlyMap<Principal, boolean> {
    const moved = new Map<Principal, boolean>();
    const note = (name: Principal, had: boolean, has: boolean) => {
      if (had !== has) moved.set(name, has);
    };
    for (const [name, record] of groups) note(name, this.groups.records.has(name), record !== undefined);
    for (const [name, account] of accounts) {
      const entity = entityOf(name);
      note(name, this.accounts.has(name), account !== undefined);
      note(everyoneOf(entity), this.hasUsers(entity), after.hasUsers(entity));
    }
    return moved;
  }
}

function nobody(): Facts {
  const [associated, everyone] = [new PersistentSets<User, User>(), new PersistentSets<string, User>()];
  return { groups: new GroupIndex(), accounts: new PersistentMap(), associated, everyone };
}

/** Whose groups of the directory the account has is the same: most changes of an account concern nobody's rights. */
function isSamePerson(before: Account | undefined, after: Account | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return before.adUser === after.adUser;
}

function walkBack(cameFrom: ReadonlyMap<Principal, Principal | undefined>, to: Principal): readonly Principal[] {
  const way: Principal[] = [];
  for (let at: Principal | undefined = to; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.reverse();
}
