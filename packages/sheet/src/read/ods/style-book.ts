import { limits } from '@sheetwire/contract/limits';
import { WorkbookError } from '../../workbook-error.ts';
import { bytesOf, type ReadBudget, spendMemory } from '../read-budget.ts';
import { longestFontName } from '../theme.ts';
import type { Attributes } from '../xml.ts';
import { NumberStyle } from './number-style.ts';

/** What one style says itself, by the kind of its properties. */
export interface RawStyle {
  readonly parent: string | undefined;
  readonly dataStyle: string | undefined;
  readonly properties: Map<string, Attributes>;
  /** Looks that conditions choose. */
  conditions: number;
}

/** The elements that hold a style's properties. */
const propertyKinds: ReadonlySet<string> = new Set(
  ['table-cell', 'text', 'paragraph', 'table-column', 'table-row', 'table'].map((kind) => `${kind}-properties`),
);
const numberKinds: ReadonlySet<string> = new Set(
  ['number', 'currency', 'percentage', 'date', 'time', 'boolean', 'text'].map((kind) => `${kind}-style`),
);

/** Gathers the styles of a document, common and automatic, with its fonts and number formats. */
export class StyleBook {
  readonly #budget: ReadBudget;
  readonly #styles = new Map<string, RawStyle>();
  /** By the names that people see, which rules use where a name cannot have its characters. */
  readonly #displayed = new Map<string, RawStyle>();
  readonly #fonts = new Map<string, string>();
  readonly numbers = new Map<string, NumberStyle>();
  #style: RawStyle | undefined;
  #number: NumberStyle | undefined;
  #numberKind = '';
  #isSkipped = false;

  constructor(budget: ReadBudget) {
    this.#budget = budget;
  }

  /** The styles of `styles.xml`: the automatic ones there are those of headers and footers. */
  forCommonStyles() {
    return {
      open: (name: string, attributes: Attributes) => {
        if (name === 'automatic-styles' || name === 'master-styles') this.#isSkipped = true;
        else if (!this.#isSkipped) this.open(name, attributes);
      },
      text: (text: string) => this.text(text),
      close: (name: string) => {
        if (name === 'automatic-styles' || name === 'master-styles') this.#isSkipped = false;
        else if (!this.#isSkipped) this.close(name);
      },
    };
  }

  open(name: string, attributes: Attributes): void {
    if (this.#number) this.#number.open(name, attributes);
    else if (numberKinds.has(name)) {
      this.#count();
      this.#numberKind = name;
      this.#number = new NumberStyle(name, attributes);
    } else if (name === 'style' || name === 'default-style') this.#openStyle(name, attributes);
    else if (name === 'font-face') this.#openFont(attributes);
    else if (this.#style && propertyKinds.has(name)) this.#style.properties.set(name, attributes);
    else if (this.#style && name === 'map') this.#style.conditions++;
  }

  text(text: string): void {
    this.#number?.text(text);
  }

  close(name: string): void {
    if (this.#number && name === this.#numberKind) {
      this.numbers.set(this.#number.name, this.#number);
      this.#number = undefined;
    } else if (this.#number) this.#number.close(name);
    else if (name === 'style' || name === 'default-style') this.#style = undefined;
  }

  #openStyle(name: string, attributes: Attributes): void {
    this.#count();
    const key = `${attributes[':family']}:${name === 'default-style' ? '' : attributes[':name']}`;
    this.#style = {
      parent: attributes[':parent-style-name'],
      dataStyle: attributes[':data-style-name'],
      properties: new Map(),
      conditions: 0,
    };
    this.#styles.set(key, this.#style);
    const seen = attributes[':display-name'];
    if (seen !== undefined) this.#displayed.set(`${attributes[':family']}:${seen}`, this.#style);
  }

  #openFont(attributes: Attributes): void {
    const family = attributes[':font-family']?.replace(/^'(.*)'$|^"(.*)"$/, '$1$2');
    if (this.#fonts.size < limits.workbook.styles && family) {
      this.#fonts.set(attributes[':name'] ?? '', family.slice(0, longestFontName));
    }
  }

  #count(): void {
    if (this.#styles.size + this.numbers.size >= limits.workbook.styles) throw new WorkbookError(tooMany);
    spendMemory(this.#budget, bytesOf.style);
  }

  fontFamily(face: string): string | undefined {
    return this.#fonts.get(face);
  }

  /** A style before those it builds on, the family's default last; a circle of parents ends. */
  chain(family: string, name: string | undefined): RawStyle[] {
    const found: RawStyle[] = [];
    let next = name;
    while (next !== undefined && found.length < deepest) {
      const key = `${family}:${next}`;
      const style: RawStyle | undefined = this.#styles.get(key) ?? this.#displayed.get(key);
      if (style) found.push(style);
      next = style?.parent;
    }
    const base = this.#styles.get(`${family}:`);
    return base ? [...found, base] : found;
  }

  /** A property of the style that says it, or of the nearest that it builds on. */
  property(family: string, name: string | undefined, [kind, key]: readonly [kind: string, key: string]) {
    for (const style of this.chain(family, name)) {
      const value = style.properties.get(`${kind}-properties`)?.[`:${key}`];
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

const deepest = 32;
const tooMany = 'The workbook has too many cell styles: save it again in a spreadsheet program.';
