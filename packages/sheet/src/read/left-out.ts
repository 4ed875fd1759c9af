import { quoted } from '../workbook-error.ts';
import { type Relation, readRelations } from './package-parts.ts';
import type { ReadBudget } from './read-budget.ts';
import type { ZipParts } from './zip.ts';

interface SheetFacts {
  readonly relations: readonly Relation[];
  readonly hasConditionalFormats: boolean;
  readonly hasSparklines: boolean;
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

/** Gathers what a workbook holds and its pages do not show, so that the publisher is told. */
export class LeftOut {
  readonly #sheetsByThing = new Map<string, Set<string>>();
  readonly #sheets: string[] = [];

  /** A sheet that is no worksheet. */
  sheet(name: string): void {
    this.#sheets.push(quoted(name));
  }

  /** Notes what stands on a visible sheet besides its cells. */
  async look(zip: ZipParts, sheet: string, facts: SheetFacts): Promise<void> {
    if (facts.hasConditionalFormats) this.#add('conditional formats', sheet);
    if (facts.hasSparklines) this.#add('sparklines', sheet);
    const drawings = facts.relations.filter(({ kind, target }) => kind === 'drawing' && zip.has(target));
    const within: Relation[][] = [];
    for (const target of new Set(drawings.map((drawing) => drawing.target))) {
      within.push(await readRelations(zip, target, facts.budget));
    }
    if (within.length > 0 && within.every((found) => found.length === 0)) this.#add('drawings', sheet);
    for (const { kind } of [...facts.relations, ...within.flat()]) {
      const thing = kinds[kind];
      if (thing !== undefined) this.#add(thing, sheet);
    }
  }

  #add(thing: string, sheet: string): void {
    const sheets = this.#sheetsByThing.get(thing) ?? new Set();
    this.#sheetsByThing.set(thing, sheets.add(quoted(sheet)));
  }

  /** One plain sentence for each kind of thing. */
  warnings(formulasWithoutResult: number): string[] {
    const found: string[] = [];
    for (const [thing, sheets] of this.#sheetsByThing)
      found.push(`The ${thing} of ${listed([...sheets])} are not shown.`);
    for (const name of this.#sheets) found.push(`${name} is not a worksheet and was skipped.`);
    if (formulasWithoutResult > 0) {
      const count = formulasWithoutResult.toLocaleString('en-US');
      found.push(
        `${count} formulas have no saved result and appear empty: open the workbook in a spreadsheet program and save it.`,
      );
    }
    return found;
  }
}

const shownNames = 5;

function listed(names: readonly string[]): string {
  if (names.length <= shownNames) return names.join(', ');
  return `${names.slice(0, shownNames).join(', ')} and ${names.length - shownNames} more sheets`;
}
