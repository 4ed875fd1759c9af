import { looksDated } from '@sheetwire/rules/gropic';

/** Why a name is spelled anew: it had more spaces, another one read the same, or it is none any more. */
export type RenameReason = 'spaces' | 'taken' | 'refused';

/** What a stored name is called from now on. */
export interface Rename {
  readonly now: string;
  readonly why: RenameReason;
}

/** New names by the old ones; a name that stays as it is is not in them. */
export interface Renames {
  /** Of reports and groups of reports. */
  readonly reports: ReadonlyMap<string, Rename>;
  /** Of users and groups of users. */
  readonly principals: ReadonlyMap<string, Rename>;
}

/** Names that were taken until now and are refused since (semantics 1). */
export const refusedSince: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'hasownproperty',
  'isprototypeof',
  'propertyisenumerable',
  'tolocalestring',
  'tostring',
  'valueof',
  '__definegetter__',
  '__definesetter__',
  '__lookupgetter__',
  '__lookupsetter__',
];

/** True for a text that may hold a name which is spelled anew. */
export function isSuspicious(text: string): boolean {
  const lower = text.toLowerCase();
  return lower.includes('  ') || refusedSince.some((name) => lower.includes(name));
}

/**
 * New names for everything that is stored. No two old names ever become one, so that nobody gains what was granted under
 * another: the name that has one space keeps it, else the one with the fewest, and every other gets ` (2)`.
 */
export function renamesOf(reports: ReadonlySet<string>, principals: ReadonlySet<string>): Renames {
  const own = [...reports].map(partsOf);
  const people = [...principals].map(partsOf);
  const entities = spelledAnew([...own, ...people], 0);
  return {
    reports: changed(own, [entities, spelledAnew(own, 1), spelledAnew(own, 2)]),
    principals: changed(people, [entities, spelledAnew(people, 1)]),
  };
}

type Parts = readonly string[];

function partsOf(name: string): Parts {
  return name.split('/');
}

/** New spellings of the parts at a place, by the old path to each: names are compared within what holds them. */
function spelledAnew(paths: readonly Parts[], place: number): ReadonlyMap<string, Rename> {
  const anew = new Map<string, Rename>();
  const holders = Map.groupBy(
    paths.filter((parts) => parts.length > place),
    (parts) => pathTo(parts, place),
  );
  for (const [holder, within] of holders) {
    const names = new Set(within.map((parts) => parts[place] ?? ''));
    for (const [name, rename] of spellings(names, place)) anew.set(place === 0 ? name : `${holder}/${name}`, rename);
  }
  return anew;
}

function pathTo(parts: Parts, place: number): string {
  return parts.slice(0, place).join('/');
}

function spellings(names: ReadonlySet<string>, place: number): Map<string, Rename> {
  const isRefused = (name: string) => refusedSince.includes(name.toLowerCase()) || (place === 2 && looksDated(name));
  const isGood = (name: string) => oneSpaced(name) === name && !isRefused(name);
  const taken = new Set([...names].filter(isGood));
  const anew = new Map<string, Rename>();
  for (const name of [...names].filter((one) => !isGood(one)).sort(byLength)) {
    const wish = oneSpaced(name);
    const why = isRefused(wish) ? 'refused' : taken.has(wish) ? 'taken' : 'spaces';
    const now = why === 'spaces' ? wish : numbered(wish, (one) => taken.has(one) || isRefused(one));
    taken.add(now);
    anew.set(name, { now, why });
  }
  return anew;
}

function byLength(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

const MOST_LETTERS = 100;

function numbered(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 2; ; number++) {
    const end = ` (${number})`;
    const candidate = `${name.slice(0, MOST_LETTERS - end.length).trimEnd()}${end}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Stored names are ASCII already: other spaces were refused or made into this one. */
function oneSpaced(name: string): string {
  return name.replace(/ +/g, ' ').trim();
}

function changed(paths: readonly Parts[], anew: readonly ReadonlyMap<string, Rename>[]): ReadonlyMap<string, Rename> {
  const renames = new Map<string, Rename>();
  for (const parts of paths) {
    const found = parts.map((_, place) => anew[place]?.get(pathTo(parts, place + 1)));
    const worst = found.find((one) => one !== undefined && one.why !== 'spaces') ?? found.find(Boolean);
    if (worst === undefined) continue;
    const now = parts.map((part, place) => found[place]?.now ?? part).join('/');
    renames.set(parts.join('/'), { now, why: worst.why });
  }
  return renames;
}
