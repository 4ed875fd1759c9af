import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import { entityOf } from '@sheetwire/rules/gropic';
import { isEveryone, type Principal, type User } from '@sheetwire/rules/principal';
import { sorting } from '#lib/lists/sorted.ts';
import type { WorkLine } from '#lib/lists/work-line.ts';
import type { ListedNames } from '#policies/rights.ts';
import type { MembershipIndex, Walk } from './membership-index.ts';
import type { PeopleSteps } from './people-steps.ts';

/** Names that are held for lists at once; beyond it the lists that were asked for longest ago are worked out again. */
const MAX_HELD = 2_000_000;
const MAX_LISTS = 20_000;
/** Names that are looked at between two steps, and put into an id at once. */
const STEP = 32;
const ID_LENGTH = 16;

/** A list by itself, which never changes, or the one principal in it. */
type Key = Principal | readonly Principal[];

interface Kept<Value> {
  readonly value: Value;
  /** The groups, and everyone of entities, whose members it was worked out from. */
  readonly opened: ReadonlySet<Principal>;
  readonly weight: number;
  /** Up to which change of people it is known to hold. */
  checkedAt: number;
}

interface Pending<Value> {
  /** The newest change that it takes account of. */
  readonly at: number;
  readonly answer: Promise<Value>;
}

interface Question {
  readonly list: readonly Principal[];
  readonly membership: MembershipIndex;
}

/** What is made of the users in a list, and how many names that holds. */
type Maker<Value> = (walk: Walk) => Generator<void, { readonly value: Value; readonly weight: number }>;

/** How many users are in lists and who they are: worked out in slices, and again only when members of theirs changed. */
export class ListUsers {
  readonly #shown: Remembering<ListedNames<User>>;
  readonly #counts: Remembering<number>;

  constructor(steps: PeopleSteps, line: WorkLine) {
    this.#shown = new Remembering(steps, line, firstByName);
    this.#counts = new Remembering(steps, line, counted);
  }

  /** The first by name, as many as pages show. */
  first(list: readonly Principal[], membership: MembershipIndex): ListedNames<User> | Promise<ListedNames<User>> {
    if (list.length === 0) return nobody;
    return this.#shown.ask({ list, membership });
  }

  count(list: readonly Principal[], membership: MembershipIndex): number | Promise<number> {
    const [one] = list;
    if (one !== undefined && list.length === 1 && isEveryone(one)) return membership.everyoneIn(entityOf(one));
    return this.#counts.ask({ list, membership });
  }
}

const nobody: ListedNames<User> = { id: '', list: [] };

class Remembering<Value> {
  readonly #steps: PeopleSteps;
  readonly #line: WorkLine;
  readonly #make: Maker<Value>;
  /** The one that was asked for longest ago first. */
  readonly #kept = new Map<Key, Kept<Value>>();
  readonly #pending = new Map<Key, Pending<Value>>();
  #held = 0;

  constructor(steps: PeopleSteps, line: WorkLine, make: Maker<Value>) {
    this.#steps = steps;
    this.#line = line;
    this.#make = make;
  }

  ask(question: Question): Value | Promise<Value> {
    const key = keyOf(question.list);
    const known = this.#knownOf(key);
    if (known) return known.value;
    if (this.#pending.has(key)) return this.#afterPending(key, question, this.#steps.at);
    return this.#workOut(key, question, this.#steps.at);
  }

  /** Who comes while it is worked out shares the answer, unless people changed meanwhile: then the next one. */
  async #afterPending(key: Key, question: Question, at: number): Promise<Value> {
    for (let pending = this.#pending.get(key); pending; pending = this.#pending.get(key)) {
      const value = await pending.answer;
      if (pending.at >= at) return value;
      const known = this.#knownOf(key);
      if (known) return known.value;
    }
    return this.#workOut(key, question, at);
  }

  #workOut(key: Key, question: Question, at: number): Value | Promise<Value> {
    const working = this.#line.run(this.#working(key, question, at));
    // Short work is done already.
    const known = this.#knownOf(key);
    if (known) return known.value;
    const answer = working.finally(() => this.#pending.delete(key));
    this.#pending.set(key, { at, answer });
    return answer;
  }

  *#working(key: Key, { list, membership }: Question, at: number): Generator<void, Value> {
    const walk = yield* membership.walk(list);
    const { value, weight } = yield* this.#make(walk);
    const { opened } = walk;
    this.#keep(key, { value, opened, weight: 1 + weight + opened.size + list.length, checkedAt: at });
    return value;
  }

  #knownOf(key: Key): Kept<Value> | undefined {
    const known = this.#kept.get(key);
    if (known === undefined || known.checkedAt === this.#steps.at) return known;
    if (!this.#steps.isCalmSince(known.checkedAt, ({ refilled }) => !known.opened.isDisjointFrom(refilled))) {
      this.#drop(key);
      return undefined;
    }
    known.checkedAt = this.#steps.at;
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known;
  }

  #keep(key: Key, kept: Kept<Value>): void {
    this.#drop(key);
    this.#kept.set(key, kept);
    this.#held += kept.weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#held <= MAX_HELD && this.#kept.size <= MAX_LISTS) return;
      this.#drop(oldest);
    }
  }

  #drop(key: Key): void {
    this.#held -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
  }
}

function keyOf(list: readonly Principal[]): Key {
  const [one] = list;
  return list.length === 1 && one !== undefined ? one : list;
}

function* counted({ users }: Walk): ReturnType<Maker<number>> {
  yield;
  return { value: users.size, weight: 0 };
}

function* firstByName({ users }: Walk): ReturnType<Maker<ListedNames<User>>> {
  const list = yield* firstOf(users, limits.membersShown);
  return { value: { id: yield* naming(list), list }, weight: list.length };
}

/** The first of many names, in order and in steps: of a million no more are put in order than are shown. */
export function* firstOf(users: Iterable<User>, most: number): Generator<void, User[]> {
  let first: User[] = [];
  let last: User | undefined;
  let steps = 0;
  for (const user of users) {
    if (++steps % STEP === 0) yield;
    if (last !== undefined && user > last) continue;
    first.push(user);
    if (first.length < 2 * most) continue;
    first = (yield* sorting(first)).slice(0, most);
    last = first.at(-1);
  }
  return (yield* sorting(first)).slice(0, most);
}

function* naming(list: readonly string[]): Generator<void, string> {
  const hash = createHash('sha256');
  for (let at = 0; at < list.length; at += STEP) {
    hash.update(`${list.slice(at, at + STEP).join('\n')}\n`);
    yield;
  }
  return hash.digest('base64url').slice(0, ID_LENGTH);
}
