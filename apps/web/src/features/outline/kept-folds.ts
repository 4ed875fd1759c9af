import type { LocalStore } from '#lib/local-store.ts';
import { hash } from './groups.ts';

const KEY = 'sheetwire.groups';
/** Pages of which this browser remembers something. */
const PAGES = 100;
/** Groups of one page. */
const GROUPS = 500;

/** What a reader collapsed or expanded on one page, kept in this browser. */
export class KeptFolds {
  readonly #store: LocalStore;
  readonly #page: string;

  constructor(store: LocalStore, page: string) {
    this.#store = store;
    this.#page = hash(page);
  }

  /** Whether a group is collapsed; undefined where the reader left it as in the file. */
  get(key: string): boolean | undefined {
    return this.#all().get(this.#page)?.[key];
  }

  set(folds: Iterable<readonly [key: string, isShut: boolean]>): void {
    const all = this.#all();
    const own = Object.entries({ ...all.get(this.#page), ...Object.fromEntries(folds) }).slice(-GROUPS);
    // The page that was used last goes last.
    all.delete(this.#page);
    all.set(this.#page, Object.fromEntries(own));
    this.#store.write(KEY, JSON.stringify([...all].slice(-PAGES)));
  }

  #all(): Map<string, Readonly<Record<string, boolean>>> {
    return new Map(readFolds(this.#store.read(KEY)));
  }
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
