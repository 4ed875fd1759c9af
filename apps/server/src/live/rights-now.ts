import { limits } from '@sheetwire/contract/limits';
import { type Gropic, parseGropic } from '@sheetwire/rules/gropic';
import { type Group, parseGroup } from '@sheetwire/rules/principal';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import { GroupIndex } from '#policies/group-index.ts';
import { type Account, Membership } from '#policies/membership.ts';
import { permsByGropic, Rights } from '#policies/rights.ts';
import type { BusMessage } from '#ports/bus.ts';
import type { GroupRecord, Perms } from '#ports/perms.ts';
import type { Stores } from '#ports/stores.ts';

/** What to read again: the lists of one gropic, the members of one group, the accounts, or all that rights depend on. */
export type RightsPart = { readonly gropic: Gropic } | { readonly group: Group } | 'accounts' | 'all';

/** New rights beside those before; `changed` names the gropics whose lists may be others, undefined says any. */
export interface RightsStep {
  readonly before: Rights;
  readonly after: Rights;
  readonly changed: readonly Gropic[] | undefined;
}

export interface RightsNowDeps {
  readonly stores: Pick<Stores, 'perms' | 'groups' | 'users'>;
  readonly unadministered: 'entity' | 'none';
  readonly onChange: (step: RightsStep) => void;
  readonly onFault: (fault: unknown) => void;
}

/** What another node says has changed. */
export function partOf({ gropic, group }: Extract<BusMessage, { readonly kind: 'rights' }>): RightsPart {
  const [lists, members] = [parseGropic(gropic ?? ''), parseGroup(group ?? '')];
  if (members !== undefined) return { group: members };
  return lists === undefined ? 'all' : { gropic: lists };
}

/** What waits to be read. */
interface Due {
  readonly gropics: Set<Gropic>;
  readonly groups: Set<Group>;
  hasAccounts: boolean;
  isAll: boolean;
}

/** The rights as the store has them: what somebody says has changed is read again, each part once however often. */
export class RightsNow {
  readonly #deps: RightsNowDeps;
  readonly #turn = new OneAtATime(() => this.#read());
  #rights: Rights;
  #due = nothingDue();
  #retry: NodeJS.Timeout | undefined;

  constructor(deps: RightsNowDeps) {
    this.#deps = deps;
    this.#rights = Rights.of({ perms: [], groups: [], unadministered: 'none' });
  }

  get now(): Rights {
    return this.#rights;
  }

  /** Resolves when what changed is in force here. */
  changed(part: RightsPart): Promise<void> {
    note(this.#due, part);
    return this.#turn.run();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#retry);
    await this.#turn.settle();
  }

  /** What could not be read stays due and is tried again: rights that are not known to hold must not stay for long. */
  async #read(): Promise<void> {
    const due = this.#due;
    this.#due = nothingDue();
    const before = this.#rights;
    try {
      const step = due.isAll ? await this.#readAll() : await this.#readParts(due);
      if (step.after === step.before) return;
      this.#rights = step.after;
      this.#deps.onChange(step);
    } catch (fault) {
      // What is in force and could not be told to all is read whole: it would look unchanged.
      putBack(this.#due, { ...due, isAll: due.isAll || this.#rights !== before });
      this.#retryLater();
      throw fault;
    }
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#turn.run().catch(this.#deps.onFault), limits.rightsRetry);
    this.#retry.unref();
  }

  async #readAll(): Promise<RightsStep> {
    const { stores, unadministered } = this.#deps;
    const [perms, groups, accounts] = [
      await stores.perms.list(),
      await stores.groups.list(),
      await stores.users.entries(),
    ];
    const membership = new Membership(new GroupIndex(groups), accounts);
    const after = new Rights(permsByGropic(perms), membership, unadministered);
    return { before: this.#rights, after, changed: undefined };
  }

  async #readParts(due: Due): Promise<RightsStep> {
    const { perms } = this.#deps.stores;
    const before = this.#rights;
    const lists = new Map<Gropic, Perms | undefined>();
    for (const gropic of due.gropics) {
      const now = await perms.get(gropic);
      if (now?.version !== before.administered.get(gropic)?.version) lists.set(gropic, now);
    }
    const withLists = lists.size === 0 ? before : before.withPerms(lists);
    const membership = await this.#readPeople(due, before.membership);
    const after = membership === before.membership ? withLists : withLists.withMembership(membership);
    return { before, after, changed: [...lists.keys()] };
  }

  async #readPeople({ groups, hasAccounts }: Due, before: Membership): Promise<Membership> {
    const { stores } = this.#deps;
    const accounts = hasAccounts ? await stores.users.entries() : undefined;
    const isSame = accounts === undefined || areSame(before, accounts);
    const records = new Map<Group, GroupRecord | undefined>();
    for (const group of groups) {
      const now = await stores.groups.get(group);
      if (!isSameGroup(before.groups.record(group), now)) records.set(group, now);
    }
    if (records.size === 0 && isSame) return before;
    return new Membership(before.groups.with(records), accounts ?? [...before.accounts.values()]);
  }
}

/** Most changes of an account concern nobody's rights. */
function areSame({ accounts }: Membership, now: readonly Account[]): boolean {
  return (
    accounts.size === now.length &&
    now.every(({ name, adUser, disabledAt }) => {
      const known = accounts.get(name);
      return known !== undefined && known.adUser === adUser && known.disabledAt === disabledAt;
    })
  );
}

/** What a message and a look both tell of is one change. */
function isSameGroup(before: GroupRecord | undefined, now: GroupRecord | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  const isSameKind = before.isDirectory === now.isDirectory && before.members.length === now.members.length;
  return isSameKind && before.members.every((member, place) => member === now.members[place]);
}

function nothingDue(): Due {
  return { gropics: new Set(), groups: new Set(), hasAccounts: false, isAll: false };
}

function note(due: Due, part: RightsPart): void {
  if (part === 'all') due.isAll = true;
  else if (part === 'accounts') due.hasAccounts = true;
  else if ('group' in part) due.groups.add(part.group);
  else due.gropics.add(part.gropic);
}

function putBack(due: Due, failed: Due): void {
  for (const gropic of failed.gropics) due.gropics.add(gropic);
  for (const group of failed.groups) due.groups.add(group);
  due.hasAccounts ||= failed.hasAccounts;
  due.isAll ||= failed.isAll;
}
