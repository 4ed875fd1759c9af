import type { KeptBook } from '#ports/books/book-store.ts';

/** A publish that waits for approval, by what tells it from every other one of its report. */
export interface Waiting {
  readonly number: number;
  readonly revision: number;
}

/** The version of a book whose pages no viewer has: they wait for approval, and a book of any version takes its place. */
const NO_VERSION = -1;
const MARK = '~';

/** How a state is written down whose pages are a version, or wait. */
export function standingOf(name: string, version: number, waits: Waiting | undefined) {
  return waits ? { state: markOf(waits) + MARK + name, version: NO_VERSION } : { state: name, version };
}

/** The name of the state by which threads know it. */
export function stateName({ state }: Pick<KeptBook, 'state'>): string {
  return state.slice(state.indexOf(MARK) + 1);
}

/** Whether the pages of a book wait for approval, whatever waits by now. */
export function isWaiting({ state }: Pick<KeptBook, 'state'>): boolean {
  return state.includes(MARK);
}

/** Whether the pages of a book are those of this held publish. */
export function waitsAs({ state }: Pick<KeptBook, 'state'>, held: Waiting): boolean {
  return state.startsWith(markOf(held) + MARK);
}

function markOf({ number, revision }: Waiting): string {
  return `${number}.${revision}`;
}
