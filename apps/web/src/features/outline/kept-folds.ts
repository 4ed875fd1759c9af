import type { LocalStore } from '#lib/local-store.ts';
import { hash } from './groups.ts';

const KEY = 'sheetwire.groups';
/** Pages of which this browser remembers something. */
const PAGES = 100;
/** Groups of all pages together: some 400 kB of the 5 MB that a browser keeps for a site. */
const GROUPS = 20_000;

/** What a reader collapsed or expanded on one page, kept in this browser; the page itself keeps it while it is open. */
export class KeptFolds {
  readonly #store: LocalStore;
  readonly #page: string;
  readonly #own: Map<string, boolean>;

  constructor(store: LocalStore, page: string) {
    this.#store = store;
    this.#page = hash(page);
    this.#own = new Map(Object.entries(this.#all().get(this.#page) ?? {}));
  }

  /** Whether a group is collapsed; undefined where the reader left it as in the file. */
  get(key: string): boolean | undefined {
    return this.#own.get(key);
  }

  set(folds: Iterable<readonly [key: string, isShut: boolean]>): void {
    for (const [key, isShut] of folds) {
      // What was touched last goes last.
      this.#own.delete(key);
      this.#own.set(key, isShut);
    }
    const own = [...this.#own].slice(-GROUPS);
    // Other tabs may have kept something since.
    const all = this.#all();
    all.delete(this.#page);
    const others = latest([...all], GROUPS - own.length);
    this.#store.write(KEY, JSON.stringify([...others, [this.#page, Object.fromEntries(own)]]));
  }

  #all(): Map<string, Readonly<Record<string, boolean>>> {
    return new Map(readFolds(this.#store.read(KEY)));
  }
}

/** The pages used last, as far as there is room for their groups: the page that was used last stands last. */
function latest(pages: Folds, room: number): Folds {
  let left = room;
  const first = pages.findLastIndex(([, folds]) => {
    left -= Object.keys(folds).length;
    return left < 0;
  });
  return pages.slice(first + 1).slice(1 - PAGES);
}

type Folds = (readonly [page: string, folds: Readonly<Record<string, boolean>>])[];

/** What another version left there is left out. */
function readFolds(text: string | undefined): Folds {
  try {
    const all: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(all) ? all.filter(isPage) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function isPage(value: unknown): value is Folds[number] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const folds: unknown = value[1];
  return typeof folds === 'object' && folds !== null && Object.values(folds).every((one) => typeof one === 'boolean');
}
