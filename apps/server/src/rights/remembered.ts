import type { Gropic } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import { gropicOf, groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import { resorted } from '#lib/lists/sorted.ts';
import { WorkLine } from '#lib/lists/work-line.ts';
import type { Perms } from '#ports/perms.ts';
import { Changes } from './changes.ts';
import { HeldPrincipals, ListSets } from './held-principals.ts';
import { ListUsers } from './list-users.ts';
import type { ListsStep } from './lists-index.ts';
import type { MembershipIndex, PeopleStep } from './membership-index.ts';
import { PeopleSteps } from './people-steps.ts';
import { PrincipalNames } from './principal-names.ts';

/** Principals that are held for users at once; beyond it they are worked out again. */
const MAX_HELD = 2_000_000;
/** The same of what they were answered about lists, which keeps these lists. */
const MAX_ANSWERS = 1_000_000;
/** Topics whose deciding lists are remembered; publishers may name any. */
const MAX_TOPICS = 200_000;
/** Users whose administered gropics are remembered, and names in all of these lists. */
const MAX_LISTS = 1000;
const MAX_LISTED = 5_000_000;
/** Lists that are being worked out, or wait for it. */
const MAX_WAITING = 10_000;
/** Gropics that are put in order one by one. */
const MAX_COME = 200;

interface Held {
  readonly holder: HeldPrincipals;
  /** When it came to be what it is. */
  readonly madeAt: number;
  /** Up to which change of people it is known to hold. */
  checkedAt: number;
}

interface Deciding {
  readonly gropic: Gropic;
  readonly group: Gropic;
  perms: Perms | undefined;
  stamp: number;
}

interface Listed<Value> {
  readonly at: number;
  readonly list: Value;
}

/** What the newest rights were asked and may be asked again. One place forgets, and only what a change touched. */
export class Remembered {
  readonly #holders = new Map<User, Held>();
  #held = 0;
  #answers = 0;
  #last: Held | undefined;
  readonly #sets = new ListSets();
  readonly #steps: PeopleSteps;
  readonly #deciding = new Map<Topic, Deciding>();
  readonly #viewable: Changes;
  readonly #admined: Changes;
  /** When a gropic last came under administration, or out of it. */
  #shapeAt: number;
  readonly #adminedBy = new Map<User, Listed<readonly Gropic[]>>();
  #listed = 0;
  #all: readonly Gropic[] | undefined;
  readonly #come = new Map<Gropic, boolean>();
  /** Who is in which list. */
  readonly users: ListUsers;
  readonly names: PrincipalNames;

  /** Of what was before this stamp nothing is known: it may all have been something else. */
  constructor(stamp: number) {
    this.#steps = new PeopleSteps(stamp);
    this.#shapeAt = stamp;
    this.#viewable = new Changes(stamp);
    this.#admined = new Changes(stamp);
    const line = new WorkLine(MAX_WAITING);
    this.users = new ListUsers(this.#steps, line);
    this.names = new PrincipalNames(line);
  }

  /** From here on people are others. */
  peopleChanged(stamp: number, step: PeopleStep): void {
    this.#steps.note(stamp, step);
    this.names.changed(step);
    this.#last = undefined;
  }

  /** From here on lists are others: those that these principals are named in, and of these gropics. */
  listsChanged(stamp: number, { viewers, admins, shape }: Pick<ListsStep, 'viewers' | 'admins' | 'shape'>): void {
    for (const principal of viewers) this.#viewable.note(principal, stamp);
    for (const principal of admins) this.#admined.note(principal, stamp);
    if (shape.size > 0) this.#shapeAt = stamp;
    if (this.#all !== undefined) for (const [gropic, isIn] of shape) this.#come.set(gropic, isIn);
  }

  holder(user: User, membership: MembershipIndex): HeldPrincipals {
    // One answer, one list and one stream ask for the same user many times in a row.
    if (this.#last?.holder.user !== user) this.#last = this.#heldOf(user, membership);
    return this.#last.holder;
  }

  /** When it last changed what a user may view, as far as is known. */
  viewsChangedAt(user: User, membership: MembershipIndex): number {
    const { principals } = this.holder(user, membership);
    return Math.max(this.#shapeAt, this.#last?.madeAt ?? 0, this.#viewable.lastOf(principals));
  }

  /** The lists that decide about a topic, looked up once for each change of them. */
  permsOf(topic: Topic, stamp: number, perms: { get(gropic: Gropic): Perms | undefined }): Perms | undefined {
    const known = this.#deciding.get(topic);
    if (known?.stamp === stamp) return known.perms;
    const { gropic, group } = known ?? { gropic: gropicOf(topic), group: groupOfTopic(topic) };
    const found = perms.get(gropic) ?? perms.get(group);
    if (known) [known.perms, known.stamp] = [found, stamp];
    else {
      if (this.#deciding.size >= MAX_TOPICS) this.#deciding.clear();
      this.#deciding.set(topic, { gropic, group, perms: found, stamp });
    }
    return found;
  }

  /** What a user administers, worked out again when their groups changed or lists that name them as admin. */
  adminedBy(user: User, membership: MembershipIndex, work: () => readonly Gropic[]): readonly Gropic[] {
    const { principals } = this.holder(user, membership);
    const at = Math.max(this.#last?.madeAt ?? 0, this.#admined.lastOf(principals));
    const known = this.#adminedBy.get(user);
    if (known && known.at >= at) return known.list;
    const list = work();
    this.#dropListed(user);
    this.#adminedBy.set(user, { at, list });
    this.#listed += list.length;
    for (const oldest of this.#adminedBy.keys()) {
      if (this.#adminedBy.size <= MAX_LISTS && this.#listed <= MAX_LISTED) break;
      this.#dropListed(oldest);
    }
    return list;
  }

  #dropListed(user: User): void {
    this.#listed -= this.#adminedBy.get(user)?.list.length ?? 0;
    this.#adminedBy.delete(user);
  }

  allAdministered(work: () => Iterable<Gropic>): readonly Gropic[] {
    if (this.#all === undefined || this.#come.size > MAX_COME) this.#all = [...work()].sort();
    else if (this.#come.size > 0) this.#all = resorted(this.#all, this.#come);
    this.#come.clear();
    return this.#all;
  }

  #heldOf(user: User, membership: MembershipIndex): Held {
    const known = this.#holders.get(user);
    if (known && this.#stillHolds(known, membership.personOf(user))) return known;
    if (known) this.#held -= known.holder.principals.size;
    const principals = membership.principalsOf(user);
    if (this.#held + principals.size > MAX_HELD) this.#forgetHolders();
    this.#held += principals.size;
    const holder = new HeldPrincipals(user, principals, { sets: this.#sets, onAnswer: () => this.#noteAnswer() });
    const held = { holder, madeAt: this.#steps.at, checkedAt: this.#steps.at };
    this.#holders.set(user, held);
    return held;
  }

  /** Whom no change since has touched has the groups they had: a way up that changed begins at one of their own. */
  #stillHolds(held: Held, person: User | undefined): boolean {
    const { principals } = held.holder;
    const isCalm = this.#steps.isCalmSince(
      held.checkedAt,
      ({ touched }) => (person !== undefined && touched.has(person)) || !principals.isDisjointFrom(touched),
    );
    if (isCalm) held.checkedAt = this.#steps.at;
    return isCalm;
  }

  /** Also of those that are forgotten: at worst all are forgotten a little early. */
  #noteAnswer(): void {
    if (++this.#answers > MAX_ANSWERS) this.#forgetHolders();
  }

  #forgetHolders(): void {
    this.#holders.clear();
    this.#held = 0;
    this.#answers = 0;
  }
}
