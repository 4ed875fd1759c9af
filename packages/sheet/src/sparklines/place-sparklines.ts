import { limits } from '@sheetwire/contract/limits';
import { DefinedNames } from '../defined-names.ts';
import { showNumber } from '../format/number-format.ts';
import type { Cell, CellRange, NotShown, Sheet, Workbook } from '../model.ts';
import { parseReference } from '../reference.ts';
import { quoted } from '../workbook-error.ts';
import { SourceCells } from './source-cells.ts';
import type { AxisEnd, PlacedSparkline, SparklineGroup } from './sparkline.ts';

/** The cells that a sparkline is drawn from, read once. */
interface Drawn {
  readonly row: number;
  readonly column: number;
  readonly values: Float64Array;
  readonly dates: Float64Array | undefined;
  /** The cell of each end of its values; undefined where it stands in what is hidden. */
  readonly told: Told | undefined;
}

interface Told {
  readonly first: Cell;
  readonly last: Cell;
  readonly least: Cell;
  readonly most: Cell;
}

const tooMany = 'They show too many points.';
const unread = 'They refer to missing cells.';

/** The sparklines of a workbook with their values, each sheet's when it is asked for. */
export class PlacedSparklines {
  readonly #workbook: Workbook;
  readonly #known = new Map<Sheet, Map<string, PlacedSparkline>>();
  readonly #sources = new Map<string, SourceCells>();
  readonly #names: DefinedNames;
  readonly #notShown: NotShown[] = [];
  #pointsLeft: number = limits.workbook.sparklinePoints;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
    this.#names = new DefinedNames(workbook.names);
  }

  /** Those of a sheet by `row,column`. */
  of(sheet: Sheet): Map<string, PlacedSparkline> {
    const known = this.#known.get(sheet);
    if (known) return known;
    const placed = new Map<string, PlacedSparkline>();
    const lost = new Map<string, number>();
    const lose = (why: string) => lost.set(why, (lost.get(why) ?? 0) + 1);
    for (const group of sheet.sparklines ?? []) {
      for (const [key, one] of this.#placed(group, sheet, lose)) placed.set(key, one);
    }
    for (const [why, count] of lost) this.#notShown.push({ sheet: quoted(sheet.name), what: 'sparklines', count, why });
    this.#known.set(sheet, placed);
    return placed;
  }

  /** The cells that sparklines of a sheet are drawn from, by the sheet's name in lower case. */
  sourcesOf(sheet: Sheet): { readonly sheet: string; readonly range: CellRange }[] {
    const texts = (sheet.sparklines ?? []).flatMap(({ sparklines, dates }) => [
      ...sparklines.map(({ source }) => source),
      ...(dates === undefined ? [] : [dates]),
    ]);
    return [...new Set(texts)].flatMap((text) => {
      const reference = parseReference(this.#names.refersOf(text, sheet.name) ?? text);
      return reference ? [{ sheet: (reference.sheet ?? sheet.name).toLowerCase(), range: reference.range }] : [];
    });
  }

  /** What could not be drawn of the sheets that were asked for. */
  get notShown(): readonly NotShown[] {
    return this.#notShown;
  }

  #placed(group: SparklineGroup, sheet: Sheet, lose: (why: string) => void): [string, PlacedSparkline][] {
    const drawn: Drawn[] = [];
    for (const { row, column, source } of group.sparklines) {
      const found = this.#cellsOf(source, sheet, group.showsHidden);
      if (typeof found === 'string') lose(found);
      else drawn.push({ row, column, ...this.#valuesOf(found, group, sheet) });
    }
    const least = endOfGroup(group.least, drawn, Math.min);
    const most = endOfGroup(group.most, drawn, Math.max);
    return drawn.map((one) => [`${one.row},${one.column}`, this.#laid(one, group, { least, most })]);
  }

  /** The places of a reference in turn, and whether its sheet may be spoken of; or why there are none. */
  #cellsOf(text: string, sheet: Sheet, withHidden: boolean): SourcePlaces | string {
    const reference = parseReference(this.#names.refersOf(text, sheet.name) ?? text);
    const source = reference && this.#source(reference.sheet ?? sheet.name);
    if (!source) return unread;
    const range = source.within(reference.range);
    const points = (range.bottom - range.top + 1) * (range.right - range.left + 1);
    if (points > this.#pointsLeft) return tooMany;
    this.#pointsLeft -= points;
    return { cells: [...source.places(range, withHidden)], isTold: !source.sheet.isHidden && !withHidden };
  }

  #source(name: string): SourceCells | undefined {
    const key = name.toLowerCase();
    const known = this.#sources.get(key);
    if (known) return known;
    const sheet = this.#workbook.sheets.find((one) => one.name.toLowerCase() === key);
    if (!sheet) return undefined;
    const source = new SourceCells(sheet);
    this.#sources.set(key, source);
    return source;
  }

  #valuesOf({ cells, isTold }: SourcePlaces, group: SparklineGroup, sheet: Sheet): Omit<Drawn, 'row' | 'column'> {
    const values = Float64Array.from(cells, (cell) => drawnValue(cell, group.empty));
    const dates = group.dates === undefined ? undefined : this.#datesOf(group.dates, sheet, group.showsHidden);
    return { values, dates, told: isTold ? toldOf(cells) : undefined };
  }

  #datesOf(text: string, sheet: Sheet, withHidden: boolean): Float64Array | undefined {
    const found = this.#cellsOf(text, sheet, withHidden);
    return typeof found === 'string'
      ? undefined
      : Float64Array.from(found.cells, (cell) => (typeof cell?.value === 'number' ? cell.value : Number.NaN));
  }

  #laid({ values, dates, told }: Drawn, group: SparklineGroup, ends: Ends): PlacedSparkline {
    const own = extentOf(values);
    const along = dates && byDate(values, dates);
    return {
      group,
      values: along?.values ?? values,
      places: along?.places,
      slots: along?.slots ?? values.length,
      least: ends.least ?? own.least,
      most: ends.most ?? own.most,
      name: this.#nameOf(values, group, told),
    };
  }

  #nameOf(values: Float64Array, { kind }: SparklineGroup, told: Told | undefined): string {
    const count = values.reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0);
    const points = count === 1 ? '1 point' : `${count} points`;
    if (kind === 'winLoss') {
      const up = values.reduce((sum, value) => sum + Number(value > 0), 0);
      const down = values.reduce((sum, value) => sum + Number(value < 0), 0);
      return `Win/loss sparkline, ${points}, ${up} up, ${down} down`;
    }
    const start = `${kind === 'line' ? 'Line' : 'Column'} sparkline, ${points}`;
    if (!told) return start;
    const { first, last, least, most } = told;
    const ends = `${this.#shown(first)} to ${this.#shown(last)}`;
    return `${start}, ${ends}, low ${this.#shown(least)}, high ${this.#shown(most)}`;
  }

  #shown(cell: Cell): string {
    const { styles, has1904Dates } = this.#workbook;
    if (typeof cell.value !== 'number') return '';
    const text = showNumber(cell.value, styles[cell.style]?.format ?? 'General', has1904Dates).text.trim();
    return text.slice(0, longestNumber).toWellFormed();
  }
}

const longestNumber = 20;

interface SourcePlaces {
  readonly cells: readonly (Cell | undefined)[];
  readonly isTold: boolean;
}

interface Ends {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/** Texts and truth values count as 0, errors as nothing. */
function drawnValue(cell: Cell | undefined, empty: SparklineGroup['empty']): number {
  const value = cell?.value;
  if (typeof value === 'number') return value;
  if (value === undefined || value === '') return empty === 'zero' ? 0 : Number.NaN;
  return typeof value === 'object' ? Number.NaN : 0;
}

function toldOf(cells: readonly (Cell | undefined)[]): Told | undefined {
  let told: Told | undefined;
  for (const cell of cells) {
    if (typeof cell?.value !== 'number') continue;
    const { first, least, most } = told ?? { first: cell, least: cell, most: cell };
    told = {
      first,
      last: cell,
      least: cell.value < numberOf(least) ? cell : least,
      most: cell.value > numberOf(most) ? cell : most,
    };
  }
  return told;
}

function numberOf({ value }: Cell): number {
  return typeof value === 'number' ? value : 0;
}

function extentOf(values: Float64Array): { least: number; most: number } {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least > most ? { least: 0, most: 0 } : { least, most };
}

/** The end of an axis as far as the group decides it. */
function endOfGroup(
  end: AxisEnd,
  drawn: readonly Drawn[],
  choose: (a: number, b: number) => number,
): number | undefined {
  if (end === 'individual') return undefined;
  if (typeof end === 'number') return end;
  const extents = drawn.map(({ values }) => extentOf(values));
  return extents.length === 0
    ? undefined
    : extents.map(({ least, most }) => choose(least, most)).reduce((sofar, one) => choose(sofar, one));
}

/** The points by rising date, each where its day stands between the first and the last. */
function byDate(values: Float64Array, dates: Float64Array) {
  const dated = [...dates.subarray(0, values.length).entries()].filter(([, date]) => !Number.isNaN(date));
  dated.sort(([, a], [, b]) => a - b);
  const first = dated[0]?.[1] ?? 0;
  const range = (dated.at(-1)?.[1] ?? 0) - first;
  const gaps = dated.map(([, date], n) => date - (dated[n - 1]?.[1] ?? date)).filter((gap) => gap > 0);
  const least = gaps.reduce((sofar, gap) => Math.min(sofar, gap), range || 1);
  return {
    values: Float64Array.from(dated, ([n]) => values[n] ?? Number.NaN),
    places: Float64Array.from(dated, ([, date]) => (range === 0 ? 0.5 : (date - first) / range)),
    slots: Math.max(1, Math.round(range / least) + 1),
  };
}
