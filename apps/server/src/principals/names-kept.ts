import { entityOf } from '@sheetwire/rules/gropic';
import { everyoneOf, type Principal } from '@sheetwire/rules/principal';
import { HashSum } from '#lib/lists/hash-sum.ts';
import { isListed, resorted, sorting } from '#lib/lists/sorted.ts';

/** Lines that are looked at, and hashed, between two steps. */
const [STEP, HASHES] = [32, 8];

/** A list in the order of its names, and the sum of what its lines say. */
export interface Part<Line> {
  readonly list: readonly Line[];
  readonly sum: HashSum;
}

interface Named {
  readonly name: Principal;
}

/** Lines as they are now, by name; undefined is one that is gone. */
export type Changes<Line> = ReadonlyMap<Principal, Line | undefined>;

/** The names in two lists together. */
export interface AllNames extends Part<Principal> {
  /** Of the users, in order. */
  readonly entities: readonly string[];
}

/** A list with the sum of its lines, in steps. */
export function* partOf<Line>(list: readonly Line[]): Generator<void, Part<Line>> {
  const sum = new HashSum();
  for (const [n, line] of list.entries()) {
    sum.put(JSON.stringify(line));
    if (n % HASHES === 0) yield;
  }
  return { list, sum };
}

/** The list after some changes, in steps: only what changed is hashed. The same where nothing is other. */
export function* replaced<Line extends Named>(before: Part<Line>, changes: Changes<Line>): Generator<void, Part<Line>> {
  const come = [...changes.values()].filter((line) => line !== undefined).sort(byName);
  const list: Line[] = [];
  const sum = new HashSum(before.sum);
  let next = 0;
  const putUpTo = (name: string | undefined) => {
    for (let line = come[next]; line && (name === undefined || line.name <= name); line = come[++next]) {
      list.push(line);
      sum.put(JSON.stringify(line));
    }
  };
  for (const [n, line] of before.list.entries()) {
    putUpTo(line.name);
    if (changes.has(line.name)) sum.take(JSON.stringify(line));
    else list.push(line);
    if (n % STEP === 0) yield;
  }
  putUpTo(undefined);
  return sum.id === before.sum.id ? before : { list, sum };
}

/** Every user, group and everyone of the users' entities, in steps. */
export function* allNames(users: readonly Named[], groups: readonly Named[]): Generator<void, AllNames> {
  const names: Principal[] = [];
  const entities = new Set<string>();
  for (const list of [users, groups]) {
    for (const { name } of list) {
      names.push(name);
      if (list === users) entities.add(entityOf(name));
      if (names.length % STEP === 0) yield;
    }
  }
  for (const entity of entities) names.push(everyoneOf(entity));
  return { ...(yield* partOf(yield* sorting(names))), entities: [...entities].sort() };
}

/** All names after some users and groups came or went; `users` are those that there are now. */
export function namesAfter(
  before: AllNames,
  users: readonly Named[],
  changed: { readonly users: Changes<Named>; readonly groups: Changes<Named> },
): AllNames {
  const moves = new Map<Principal, boolean>();
  for (const changes of [changed.users, changed.groups]) {
    for (const [name, line] of changes) moves.set(name, line !== undefined);
  }
  const entities = new Map<string, boolean>();
  for (const entity of [...changed.users.keys()].map(entityOf)) entities.set(entity, hasUsers(users, entity));
  for (const [entity, isIn] of entities) moves.set(everyoneOf(entity), isIn);
  const sum = new HashSum(before.sum);
  for (const [name, isIn] of moves) {
    if (isListed(before.list, name) === isIn) continue;
    if (isIn) sum.put(JSON.stringify(name));
    else sum.take(JSON.stringify(name));
  }
  if (sum.id === before.sum.id) return before;
  return { list: resorted(before.list, moves), sum, entities: resorted(before.entities, entities) };
}

/** A list in order begins the names of an entity where the entity's own would stand. */
function hasUsers(users: readonly Named[], entity: string): boolean {
  let [from, to] = [0, users.length];
  const prefix = `${entity}/`;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((users[middle]?.name ?? '') < prefix) from = middle + 1;
    else to = middle;
  }
  return users[from]?.name.startsWith(prefix) === true;
}

function byName(one: Named, other: Named): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
