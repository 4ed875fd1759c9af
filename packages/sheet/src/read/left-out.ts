import type { NotShown } from '../model.ts';
import { quoted } from '../workbook-error.ts';
import { type Relation, readRelations } from './package-parts.ts';
import type { ReadBudget } from './read-budget.ts';
import type { ZipParts } from './zip.ts';

interface SheetFacts {
  readonly relations: readonly Relation[];
  readonly conditionalFormats: number;
  readonly sparklines: number;
  readonly budget: ReadBudget;
}

const kinds: Readonly<Record<string, string>> = {
  chart: 'charts',
  chartEx: 'charts',
  image: 'pictures',
  diagramData: 'diagrams',
  ctrlProp: 'form controls',
  control: 'form controls',
  comments: 'notes',
  threadedComment: 'notes',
  oleObject: 'embedded objects',
};

const notDrawn = 'Pages do not draw these.';

/** Gathers what a workbook holds and its pages do not show, so that the publisher is told (fidelity 2). */
export class LeftOut {
  /** By thing, then by sheet. */
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #sheets: string[] = [];

  /** A sheet that is no worksheet. */
  sheet(name: string): void {
    this.#sheets.push(quoted(name));
  }

  /** A thing that a sheet's own reader came upon. */
  note(thing: string, sheet: string): void {
    this.#add(thing, sheet, 1);
  }

  /** Notes what stands on a visible sheet besides its cells. */
  async look(zip: ZipParts, sheet: string, facts: SheetFacts): Promise<void> {
    this.#add('conditional formats', sheet, facts.conditionalFormats);
    this.#add('sparklines', sheet, facts.sparklines);
    const drawings = facts.relations.filter(({ kind, target }) => kind === 'drawing' && zip.has(target));
    const within: Relation[][] = [];
    for (const target of new Set(drawings.map((drawing) => drawing.target))) {
      within.push(await readRelations(zip, target, facts.budget));
    }
    if (within.length > 0 && within.every((found) => found.length === 0)) this.#add('drawings', sheet, within.length);
    for (const { kind } of [...facts.relations, ...within.flat()]) {
      const thing = kinds[kind];
      if (thing !== undefined) this.#add(thing, sheet, 1);
    }
  }

  #add(thing: string, sheet: string, count: number): void {
    if (count === 0) return;
    const bySheet = this.#counts.get(thing) ?? new Map<string, number>();
    const name = quoted(sheet);
    this.#counts.set(thing, bySheet.set(name, (bySheet.get(name) ?? 0) + count));
  }

  entries(): NotShown[] {
    const things = [...this.#counts].flatMap(([what, bySheet]) =>
      [...bySheet].map(([sheet, count]) => ({ sheet, what, count, why: notDrawn })),
    );
    const sheets = this.#sheets.map((sheet) => ({ sheet, what: 'sheet', count: 1, why: 'It has no cells.' }));
    return [...things, ...sheets];
  }

  /** One plain sentence for each kind of thing. */
  warnings(): string[] {
    const found: string[] = [];
    for (const [thing, bySheet] of this.#counts)
      found.push(`The ${thing} of ${listed([...bySheet.keys()])} are not shown.`);
    for (const name of this.#sheets) found.push(`${name} is not a worksheet and was skipped.`);
    return found;
  }
}

const shownNames = 5;

function listed(names: readonly string[]): string {
  if (names.length <= shownNames) return names.join(', ');
  return `${names.slice(0, shownNames).join(', ')} and ${names.length - shownNames} more sheets`;
}
