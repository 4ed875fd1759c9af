import { deepest, type Group, groupKeys, groupsOf, hiddenPlaces, shutInFile } from './groups.ts';
import type { KeptFolds } from './kept-folds.ts';

/** What is read of the rows or columns of a table. */
export interface AxisSource {
  readonly kind: 'rows' | 'columns';
  readonly levels: readonly number[];
  /** Totals stand before their groups. */
  readonly isBefore: boolean;
  /** Hidden by the file. */
  isHidden(place: number): boolean;
  /** What stands in a total, in words. */
  label(place: number): string;
  /** What the sheet calls a row or column. */
  name(place: number): string;
}

/** The groups of the rows or of the columns of one table, and which of them are collapsed. */
export class Axis {
  readonly kind: AxisSource['kind'];
  readonly groups: readonly Group[];
  readonly keys: readonly string[];
  readonly isShut: boolean[];
  /** What each is called to those who do not see it. */
  readonly names: readonly string[];
  readonly #folds: KeptFolds;
  readonly #count: number;

  constructor(source: AxisSource, folds: KeptFolds) {
    const { kind, levels, isBefore } = source;
    this.kind = kind;
    this.#folds = folds;
    this.#count = levels.length;
    this.groups = groupsOf(levels, isBefore);
    const labels = this.groups.map(({ total }) => source.label(total));
    this.keys = groupKeys(this.groups, labels).map((key) => `${kind === 'rows' ? 'r' : 'c'}${key}`);
    const inFile = shutInFile(this.groups, (place) => source.isHidden(place));
    this.isShut = this.keys.map((key, n) => folds.get(key) ?? inFile[n] ?? false);
    this.names = this.groups.map((group, n) => nameOf(source, group, labels[n] ?? ''));
  }

  /** Levels, with that of what is in no group; 0 where there are none. */
  get levels(): number {
    const most = deepest(this.groups);
    return most === 0 ? 0 : most + 1;
  }

  /** Which rows or columns are not to be seen now. */
  hidden(): boolean[] {
    return hiddenPlaces(this.groups, this.isShut, this.#count);
  }

  set(place: number, isShut: boolean): void {
    this.#setAll([place], () => isShut);
  }

  /** Shows so many levels. */
  showLevels(count: number): void {
    this.#setAll([...this.groups.keys()], (n) => (this.groups[n]?.level ?? 0) >= count);
  }

  #setAll(places: readonly number[], isShut: (place: number) => boolean): void {
    for (const n of places) this.isShut[n] = isShut(n);
    this.#folds.set(places.map((n) => [this.keys[n] ?? '', this.isShut[n] ?? false]));
  }
}

function nameOf({ kind, name }: AxisSource, { from, to }: Group, label: string): string {
  const [first, last] = [name(from), name(to)];
  const what = kind === 'rows' ? 'Row' : 'Column';
  const place = first === last ? `${what} ${first}` : `${what}s ${first} to ${last}`;
  return label === '' ? place : `${place}, ${label}`;
}
