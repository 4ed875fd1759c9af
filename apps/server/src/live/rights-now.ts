import { limits } from '@sheetwire/contract/limits';
import type { Gropic } from '@sheetwire/rules/gropic';
import { GroupIndex } from '#policies/group-index.ts';
import { type Account, Membership } from '#policies/membership.ts';
import { permsByGropic, Rights } from '#policies/rights.ts';
import type { Perms } from '#ports/perms.ts';
import type { Stores } from '#ports/stores.ts';
import { OneAtATime } from './one-at-a-time.ts';

/** What to read again: the lists of one gropic, the accounts, or all that rights depend on. */
export type RightsPart = { readonly gropic: Gropic } | 'accounts' | 'all';

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

/** What waits to be read. */
interface Due {
  readonly gropics: Set<Gropic>;
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
    try {
      const step = due.isAll ? await this.#readAll() : await this.#readParts(due);
      this.#rights = step.after;
      this.#deps.onChange(step);
    } catch (fault) {
      putBack(this.#due, due);
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

  async #readParts({ gropics, hasAccounts }: Due): Promise<RightsStep> {
    const { perms, users } = this.#deps.stores;
    const before = this.#rights;
    const lists = new Map<Gropic, Perms | undefined>();
    for (const gropic of gropics) lists.set(gropic, await perms.get(gropic));
    const after = lists.size === 0 ? before : before.withPerms(lists);
    if (!hasAccounts) return { before, after, changed: [...gropics] };
    const accounts = await users.entries();
    if (areSame(before.membership, accounts)) return { before, after, changed: [...gropics] };
    const membership = new Membership(before.membership.groups, accounts);
    return { before, after: after.withMembership(membership), changed: [...gropics] };
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

function nothingDue(): Due {
  return { gropics: new Set(), hasAccounts: false, isAll: false };
}

function note(due: Due, part: RightsPart): void {
  if (part === 'all') due.isAll = true;
  else if (part === 'accounts') due.hasAccounts = true;
  else due.gropics.add(part.gropic);
}

function putBack(due: Due, failed: Due): void {
  for (const gropic of failed.gropics) due.gropics.add(gropic);
  due.hasAccounts ||= failed.hasAccounts;
  due.isAll ||= failed.isAll;
}
