import { limits } from '@sheetwire/contract/limits';
import { type Gropic, parseGropic } from '@sheetwire/rules/gropic';
import { type Group, parseGroup, type User } from '@sheetwire/rules/principal';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import { inSlices } from '#lib/slices.ts';
import type { BusMessage } from '#ports/bus.ts';
import { type RightsStores, readAccounts, readGroups, readLists, readParts } from '#rights/readings.ts';
import { rebuilt } from '#rights/rebuilt.ts';
import { type RightsChange, RightsIndex, type RightsStep } from '#rights/rights-index.ts';

/** Kinds of which all may be read again. */
type Whole = 'lists' | 'groups' | 'accounts';

/** What to read again: the lists of one gropic, the members of one group, one account, all of a kind, or everything. */
export type RightsPart =
  | { readonly gropic: Gropic }
  | { readonly group: Group }
  | { readonly user: User }
  | Whole
  | 'all';

export interface RightsNowDeps {
  readonly stores: RightsStores;
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
  readonly users: Set<User>;
  readonly whole: Set<Whole>;
  isAll: boolean;
}

/** The rights as the store has them: what somebody says has changed is read again, each part once however often. */
export class RightsNow {
  readonly #deps: RightsNowDeps;
  readonly #turn = new OneAtATime(() => this.#read());
  #rights: RightsIndex;
  #due = nothingDue();
  readonly #untold: RightsStep[] = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(deps: RightsNowDeps) {
    this.#deps = deps;
    // Before the first reading nothing is open to anybody.
    this.#rights = RightsIndex.empty('none');
  }

  get now(): RightsIndex {
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
    try {
      const step = await this.#stepTo(await this.#readDue(due), due.isAll);
      if (step.after !== step.before) {
        this.#rights = step.after;
        this.#untold.push(step);
      }
      this.#tell();
    } catch (fault) {
      putBack(this.#due, due);
      this.#retryLater();
      throw fault;
    }
  }

  /** What is in force and could not be told to all is told again. */
  #tell(): void {
    for (let [step] = this.#untold; step !== undefined; [step] = this.#untold) {
      this.#deps.onChange(step);
      this.#untold.shift();
    }
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#turn.run().catch(this.#deps.onFault), limits.rightsRetry);
    this.#retry.unref();
  }

  async #readDue(due: Due): Promise<RightsChange> {
    const { stores } = this.#deps;
    const held = this.#rights;
    const isWhole = (kind: Whole) => due.isAll || due.whole.has(kind);
    const some = await readParts(stores, held, {
      gropics: isWhole('lists') ? new Set() : due.gropics,
      groups: isWhole('groups') ? new Set() : due.groups,
      users: isWhole('accounts') ? new Set() : due.users,
    });
    return {
      accounts: isWhole('accounts') ? await readAccounts(stores, held) : some.accounts,
      perms: isWhole('lists') ? await readLists(stores, held) : some.perms,
      groups: isWhole('groups') ? await readGroups(stores, held) : some.groups,
    };
  }

  /** A small change is made in place; a large one, as after a recovery, on rights that are built beside those in force. */
  async #stepTo(change: RightsChange, isAll: boolean): Promise<RightsStep> {
    const before = this.#rights;
    const unadministered = isAll ? this.#deps.unadministered : before.unadministered;
    const isSmall = weightOf(before, change) <= limits.rightsAtOnce;
    if (isSmall && unadministered === before.unadministered) return before.with(change);
    return inSlices(rebuilt(before, change, unadministered));
  }
}

/** How much a change puts in and takes out, as far as it is seen at a glance. */
function weightOf(before: RightsIndex, { perms, groups, accounts }: RightsChange): number {
  const grown = (was: readonly unknown[] = [], is: readonly unknown[] = []) => Math.abs(was.length - is.length);
  let weight = perms.size + groups.size + accounts.size;
  for (const [gropic, lists] of perms) weight += grown(before.administered.get(gropic)?.viewers, lists?.viewers);
  for (const [name, group] of groups) weight += grown(before.membership.groups.record(name)?.members, group?.members);
  return weight;
}

function nothingDue(): Due {
  return { gropics: new Set(), groups: new Set(), users: new Set(), whole: new Set(), isAll: false };
}

function note(due: Due, part: RightsPart): void {
  if (part === 'all') due.isAll = true;
  else if (typeof part === 'string') due.whole.add(part);
  else if ('group' in part) due.groups.add(part.group);
  else if ('user' in part) due.users.add(part.user);
  else due.gropics.add(part.gropic);
}

function putBack(due: Due, failed: Due): void {
  for (const gropic of failed.gropics) due.gropics.add(gropic);
  for (const group of failed.groups) due.groups.add(group);
  for (const user of failed.users) due.users.add(user);
  for (const kind of failed.whole) due.whole.add(kind);
  due.isAll ||= failed.isAll;
}
