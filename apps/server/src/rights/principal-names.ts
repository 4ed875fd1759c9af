import { createHash } from 'node:crypto';
import { entityOf } from '@sheetwire/rules/gropic';
import { everyoneOf, type Principal } from '@sheetwire/rules/principal';
import { HashSum } from '#lib/lists/hash-sum.ts';
import { isListed, resorted, sorting } from '#lib/lists/sorted.ts';
import type { WorkLine } from '#lib/lists/work-line.ts';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import type { ListedNames } from '#policies/rights.ts';
import type { MembershipIndex, PeopleStep } from './membership-index.ts';

/** Names that came or went and are put in one by one; after more of them all are read again. */
const MAX_MOVED = 5000;
/** Sets of entities whose names are held as one list. */
const MAX_JOINED = 50;
/** Names that are looked at, and hashed, between two steps. */
const [STEP, HASHES] = [32, 8];
const ID_LENGTH = 22;
/** The key of all entities: no set of them is named so, the empty one neither. */
const EVERY = '/';

/** The names of one entity in order, and the sum of their hashes: a name that comes or goes costs one. */
interface Part {
  readonly list: readonly Principal[];
  readonly sum: HashSum;
}

interface Joined {
  readonly version: number;
  readonly parts: readonly (readonly [entity: string, part: Part])[];
  readonly listed: ListedNames<Principal>;
}

type Entities = ReadonlySet<string> | 'all';

/**
 * The names of all users and groups, and of everyone of each entity, as pages list them: read once in slices, and from
 * then on kept by entity as names come and go.
 */
export class PrincipalNames {
  readonly #line: WorkLine;
  #parts: Map<string, Part> | undefined;
  #reading: Promise<void> | undefined;
  #newest: MembershipIndex | undefined;
  /** What came (true) or went since the parts were read. */
  readonly #moved = new Map<Principal, boolean>();
  /** Grows as parts become others. */
  #version = 0;
  readonly #joined = new BoundedMap<string, Joined>(MAX_JOINED);

  constructor(line: WorkLine) {
    this.#line = line;
  }

  /** From here on these names are there, or are not. */
  changed({ after, names }: Pick<PeopleStep, 'after' | 'names'>): void {
    if (this.#parts === undefined && this.#reading === undefined) return;
    this.#newest = after;
    for (const [name, isIn] of names) this.#moved.set(name, isIn);
    if (this.#parts !== undefined && this.#moved.size > MAX_MOVED) this.#forget();
  }

  /** The names of these entities; of others there is nothing in the list. */
  of(entities: Entities, membership: MembershipIndex): ListedNames<Principal> | Promise<ListedNames<Principal>> {
    this.#newest = membership;
    if (this.#parts === undefined) return this.#readThen(entities);
    if (this.#moved.size > 0) this.#parts = this.#broughtUp(this.#parts);
    const key = entities === 'all' ? EVERY : [...entities].sort().join('/');
    const known = this.#joined.get(key);
    if (known?.version === this.#version) return known.listed;
    const parts = partsOf(this.#parts, entities);
    const listed = known && areSame(known.parts, parts) ? known.listed : joined(parts);
    this.#joined.set(key, { version: this.#version, parts, listed });
    return listed;
  }

  async #readThen(entities: Entities): Promise<ListedNames<Principal>> {
    for (;;) {
      const newest = this.#newest;
      if (newest === undefined) return joined([]);
      if (this.#parts !== undefined) return this.of(entities, newest);
      this.#reading ??= this.#read(newest);
      await this.#reading;
    }
  }

  /** Who comes or goes meanwhile is noted, and stands in the list or not once that is put in. */
  async #read(membership: MembershipIndex): Promise<void> {
    try {
      this.#parts = await this.#line.run(reading(membership));
      this.#version++;
    } catch (fault) {
      this.#moved.clear();
      throw fault;
    } finally {
      this.#reading = undefined;
    }
  }

  #broughtUp(parts: Map<string, Part>): Map<string, Part> {
    const byEntity = Map.groupBy(this.#moved, ([name]) => entityOf(name));
    for (const [entity, moves] of byEntity) {
      const part = partAfter(parts.get(entity), new Map(moves));
      if (part.list.length === 0) parts.delete(entity);
      else parts.set(entity, part);
    }
    this.#moved.clear();
    this.#version++;
    return parts;
  }

  #forget(): void {
    this.#parts = undefined;
    this.#moved.clear();
  }
}

function* reading(membership: MembershipIndex): Generator<void, Map<string, Part>> {
  const names = new Map<string, Principal[]>();
  let steps = 0;
  for (const name of everyName(membership)) {
    const entity = entityOf(name);
    const known = names.get(entity);
    if (known) known.push(name);
    else names.set(entity, [name]);
    if (++steps % STEP === 0) yield;
  }
  const parts = new Map<string, Part>();
  for (const [entity, list] of names) parts.set(entity, yield* partOf(list));
  return parts;
}

function* everyName({ accounts, groups, entities }: MembershipIndex): Generator<Principal> {
  yield* accounts.keys();
  yield* groups.records.keys();
  for (const entity of entities) yield everyoneOf(entity);
}

/** A name that was met twice, because it went and came again meanwhile, is in the list once. */
function* partOf(names: readonly Principal[]): Generator<void, Part> {
  const list: Principal[] = [];
  const sum = new HashSum();
  for (const name of yield* sorting(names)) {
    if (name === list.at(-1)) continue;
    list.push(name);
    sum.put(name);
    if (list.length % HASHES === 0) yield;
  }
  return { list, sum };
}

function partAfter(before: Part | undefined, moves: ReadonlyMap<Principal, boolean>): Part {
  const list = before?.list ?? [];
  const sum = new HashSum(before?.sum);
  for (const [name, isIn] of moves) {
    if (isListed(list, name) === isIn) continue;
    if (isIn) sum.put(name);
    else sum.take(name);
  }
  return { list: resorted(list, moves), sum };
}

/** In the order of their names: those of `A` stand behind those of `A B`, as `A/X` stands behind `A B/X`. */
function partsOf(all: ReadonlyMap<string, Part>, entities: Entities): Joined['parts'] {
  const wanted = [...(entities === 'all' ? all.keys() : entities)].map((entity) => `${entity}/`).sort();
  return wanted.flatMap((prefix) => {
    const entity = prefix.slice(0, -1);
    const part = all.get(entity);
    return part === undefined ? [] : [[entity, part] as const];
  });
}

function areSame(before: Joined['parts'], now: Joined['parts']): boolean {
  return before.length === now.length && before.every(([, part], n) => part === now[n]?.[1]);
}

function joined(parts: Joined['parts']): ListedNames<Principal> {
  const hash = createHash('sha256');
  for (const [entity, { sum }] of parts) hash.update(`${entity}/${sum.id}\n`);
  const [one] = parts;
  const list = one !== undefined && parts.length === 1 ? one[1].list : parts.flatMap(([, part]) => part.list);
  return { id: hash.digest('base64url').slice(0, ID_LENGTH), list };
}
