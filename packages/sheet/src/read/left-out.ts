import type { CellStyle } from '../cell-style.ts';
import type { FoundDrawings } from '../drawings/read-drawings.ts';
import type { NotShown, SheetRow } from '../model.ts';
import { quoted } from '../workbook-error.ts';
import type { Relation } from './package-parts.ts';
import { type UnshownPart, unshownParts } from './sheet-parts/unshown-parts.ts';

interface SheetFacts {
  readonly relations: readonly Relation[];
  readonly conditionalFormats?: number;
  readonly found: FoundDrawings;
  readonly rows?: readonly SheetRow[];
  /** Form controls in the drawings of older programs. */
  readonly legacyControls?: number;
  /** Pictures that stand for embedded objects and controls, by the id of their relation. */
  readonly previews?: ReadonlySet<string>;
  readonly styles?: readonly CellStyle[];
  /** Parts that pages do without. */
  readonly unshown?: ReadonlyMap<UnshownPart, number>;
  /** How many of a thing are beyond its bound. */
  readonly tooMany?: Readonly<Record<string, number>>;
}

const notDrawn = 'Pages do not show these.';
const plainPivots = 'Cells are shown without the style of their pivot table.';
const westernDigits = 'Their numbers are written in Western digits.';

const kinds = new Map<string, readonly [what: string, why: string]>([
  ['chart', ['charts', notDrawn]],
  ['chartEx', ['charts', notDrawn]],
  ['image', ['pictures', notDrawn]],
  ['diagramData', ['diagrams', notDrawn]],
  ['ctrlProp', ['form controls', notDrawn]],
  ['control', ['form controls', notDrawn]],
  ['oleObject', ['embedded objects', notDrawn]],
  ['package', ['embedded objects', notDrawn]],
  ['pivotTable', ['pivot table styles', plainPivots]],
]);

/** Digits of another script. */
const OTHER_DIGITS = /\[DBNum[1-4]\]/i;

/** Gathers what a workbook holds and its pages do not show, so that the publisher is told (fidelity 2). */
export class LeftOut {
  /** By thing, sheet and reason. */
  readonly #found = new Map<string, NotShown>();
  readonly #sheets: string[] = [];

  /** A sheet that is no worksheet. */
  sheet(name: string): void {
    this.#sheets.push(quoted(name));
  }

  /** A thing that a sheet's own reader came upon. */
  note(thing: string, sheet: string, why?: string): void {
    this.#add(thing, sheet, 1, why);
  }

  /** Notes what stands on a visible sheet besides its cells. */
  look(sheet: string, { relations, conditionalFormats = 0, found, rows = [], ...facts }: SheetFacts): void {
    this.#add('conditional formats', sheet, conditionalFormats);
    this.#add('form controls', sheet, facts.legacyControls ?? 0);
    for (const [what, count] of Object.entries(facts.tooMany ?? {}))
      this.#add(what, sheet, count, 'There are too many.');
    for (const [what, count] of facts.unshown ?? []) this.#add(what, sheet, count, unshownParts[what]);
    for (const { cells } of rows) {
      for (const { picture } of cells) if (picture?.why !== undefined) this.#add('pictures', sheet, 1, picture.why);
    }
    this.#add('number formats', sheet, countOtherDigits(rows, facts.styles ?? []), westernDigits);
    for (const { what, why } of found.leftOut) this.#add(what, sheet, 1, why);
    for (const [what, why] of relatedThings(relations, found, facts.previews)) this.#add(what, sheet, 1, why);
  }

  #add(what: string, sheet: string, count: number, why = notDrawn): void {
    if (count === 0) return;
    const name = quoted(sheet);
    const key = JSON.stringify([what, name, why]);
    const known = this.#found.get(key);
    this.#found.set(key, { sheet: name, what, count: (known?.count ?? 0) + count, why });
  }

  entries(): NotShown[] {
    const sheets = this.#sheets.map((sheet) => ({ sheet, what: 'sheet', count: 1, why: 'It has no cells.' }));
    return [...this.#found.values(), ...sheets];
  }

  /** One plain sentence for each kind of thing. */
  warnings(): string[] {
    const things = new Map<string, Set<string>>();
    for (const { what, sheet } of this.#found.values()) {
      things.set(what, (things.get(what) ?? new Set()).add(sheet));
    }
    const told = [...things].map(([what, sheets]) => `The ${what} of ${listed([...sheets])} are not shown.`);
    return [...told, ...this.#sheets.map((name) => `${name} is not a worksheet and was skipped.`)];
  }
}

/** What a sheet and its drawings are related to and nothing has met: without the pictures of embedded objects. */
function relatedThings(
  relations: readonly Relation[],
  { relations: ofDrawings, met }: FoundDrawings,
  previews: ReadonlySet<string> = new Set(),
): (readonly [what: string, why: string])[] {
  const own = relations.filter(({ kind, id }) => kind !== 'image' || !previews.has(id));
  return [...own, ...ofDrawings.filter((one) => !met.has(one))].flatMap(({ kind }) => {
    const thing = kinds.get(kind);
    return thing ? [thing] : [];
  });
}

/** Numbers that their format writes in digits of another script. */
function countOtherDigits(rows: readonly SheetRow[], styles: readonly CellStyle[]): number {
  const isOther = styles.map(({ format }) => OTHER_DIGITS.test(format));
  if (!isOther.includes(true)) return 0;
  let count = 0;
  for (const { cells } of rows) {
    for (const { value, style } of cells) if (typeof value === 'number' && isOther[style]) count++;
  }
  return count;
}

const shownNames = 5;

function listed(names: readonly string[]): string {
  if (names.length <= shownNames) return names.join(', ');
  return `${names.slice(0, shownNames).join(', ')} and ${names.length - shownNames} more sheets`;
}
