/** Changes that are kept beside what they change, before all is copied. */
const MOST_BESIDE = 64;
const none: ReadonlyMap<string, string> = new Map();

/** What differs from the texts of the version before, which are known by their mark and not kept. */
interface Since {
  readonly cells: object;
  readonly mark: symbol | undefined;
  readonly names: readonly string[];
}

function firstRead(): Since {
  return { cells: {}, mark: undefined, names: [] };
}

/** The texts of the cells that rules name: many, of which a publish changes few. */
export class NamedTexts {
  /** The same object while the same cells are there. */
  readonly cells: object;
  readonly #mark = Symbol('texts');
  readonly #all: ReadonlyMap<string, string>;
  /** What changed since all were read. */
  readonly #beside: ReadonlyMap<string, string>;
  readonly #since: Since;

  constructor(all: ReadonlyMap<string, string>, beside = none, since: Since = firstRead()) {
    this.cells = since.cells;
    this.#all = all;
    this.#beside = beside;
    this.#since = since;
  }

  get(name: string): string | undefined {
    return this.#beside.get(name) ?? this.#all.get(name);
  }

  has(name: string): boolean {
    return this.#all.has(name);
  }

  /** The same with other texts of cells that are among them; itself where none differs. */
  with(texts: ReadonlyMap<string, string>): NamedTexts {
    const names: string[] = [];
    const beside = new Map(this.#beside);
    for (const [name, text] of texts) {
      if (this.get(name) === text) continue;
      names.push(name);
      beside.set(name, text);
    }
    if (names.length === 0) return this;
    const since = { cells: this.cells, mark: this.#mark, names };
    if (beside.size <= MOST_BESIDE) return new NamedTexts(this.#all, beside, since);
    return new NamedTexts(new Map([...this.#all, ...beside]), none, since);
  }

  /** Those of some cells that are here and differ from what was, or were not there then. */
  freshOf(cells: readonly string[], isAmong: (cell: string) => boolean, was: NamedTexts | undefined): string[] {
    if (was === this) return [];
    if (was && this.#since.mark === was.#mark) return this.#since.names.filter(isAmong);
    return cells.filter((cell) => this.has(cell) && (!was || was.get(cell) !== this.get(cell)));
  }
}
