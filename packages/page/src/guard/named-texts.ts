import type { DecimalMark } from '../compare/shown-number.ts';
import { type Figure, figure } from './figures.ts';

/** Changes that are kept beside what they change, before all is copied. */
const MOST_BESIDE = 64;

/** A text with the number that it shows, which is read once, though several rules and the next publish ask for it. */
class ShownText {
  readonly text: string;
  #mark: DecimalMark | undefined;
  #figure: Figure | undefined;

  constructor(text: string) {
    this.text = text;
  }

  figure(mark: DecimalMark): Figure | undefined {
    if (this.#mark === mark) return this.#figure;
    this.#mark = mark;
    this.#figure = figure(this.text, mark);
    return this.#figure;
  }
}

type Shown = ReadonlyMap<string, ShownText>;

const none: Shown = new Map();

/** What differs from the texts of the version before, which are known by their mark and not kept. */
interface Since {
  readonly cells: object;
  readonly mark: object | undefined;
  readonly names: readonly string[];
}

/** The texts of the cells that rules name, as a page shows them. */
export function namedTexts(texts: ReadonlyMap<string, string>): NamedTexts {
  const all = new Map<string, ShownText>();
  for (const [name, text] of texts) all.set(name, new ShownText(text));
  return new NamedTexts(all, none, { cells: {}, mark: undefined, names: [] });
}

/** The texts of the cells that rules name: many, of which a publish changes few. */
export class NamedTexts {
  /** The same object while the same cells are there. */
  readonly cells: object;
  readonly #mark = {};
  readonly #all: Shown;
  /** What changed since all were read. */
  readonly #beside: Shown;
  readonly #since: Since;

  constructor(all: Shown, beside: Shown, since: Since) {
    this.cells = since.cells;
    this.#all = all;
    this.#beside = beside;
    this.#since = since;
  }

  get(name: string): string | undefined {
    return this.#shown(name)?.text;
  }

  /** The number that a text shows. */
  number(name: string, mark: DecimalMark): number | undefined {
    return this.figure(name, mark)?.value;
  }

  /** The same with what it is of. */
  figure(name: string, mark: DecimalMark): Figure | undefined {
    return this.#shown(name)?.figure(mark);
  }

  has(name: string): boolean {
    return this.#all.has(name);
  }

  #shown(name: string): ShownText | undefined {
    return this.#beside.get(name) ?? this.#all.get(name);
  }

  /** The same with other texts of cells that are among them; itself where none differs. */
  with(texts: ReadonlyMap<string, string>): NamedTexts {
    const names: string[] = [];
    let beside: Map<string, ShownText> | undefined;
    for (const [name, text] of texts) {
      if (this.get(name) === text) continue;
      names.push(name);
      beside ??= new Map(this.#beside);
      beside.set(name, new ShownText(text));
    }
    if (!beside) return this;
    const since = { cells: this.cells, mark: this.#mark, names };
    if (beside.size <= MOST_BESIDE) return new NamedTexts(this.#all, beside, since);
    return new NamedTexts(new Map([...this.#all, ...beside]), none, since);
  }

  /** The cells that differ from what was; undefined where only a look at all of them tells. */
  changedSince(was: NamedTexts): readonly string[] | undefined {
    if (was === this) return [];
    return this.#since.mark === was.#mark ? this.#since.names : undefined;
  }

  /** Those of some cells that are here and differ from what was, or were not there then. */
  freshOf(cells: Iterable<string>, was: NamedTexts | undefined): string[] {
    if (was === this) return [];
    return [...cells].filter((cell) => this.has(cell) && (!was || was.get(cell) !== this.get(cell)));
  }
}
