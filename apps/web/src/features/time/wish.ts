import type { PastAnswer } from './past-fetch.ts';

/** Where the reader wants to be: a time (epoch ms), a version, or so many versions from the shown one. */
export type Wish =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'version'; readonly version: number; readonly way: 'to' | 'back' | 'on' };

/** What was asked for where only the last version before it is kept. */
export type AskedFor =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'version'; readonly version: number };

/** An answer of somebody who may look. */
export type FoundAnswer = Exclude<PastAnswer, { readonly kind: 'closed' }>;

/** Whether a version is asked for that does not exist yet. */
export function isNone(wish: Wish, { version, newer }: FoundAnswer): wish is Wish & { readonly kind: 'version' } {
  return wish.kind === 'version' && wish.way === 'to' && newer === 0 && version < wish.version;
}

/** What only the last version before it is kept of; undefined where what was asked for is shown. */
export function askedFor(wish: Wish, { isThinned, utc, version }: FoundAnswer): AskedFor | undefined {
  if (!isThinned || utc === undefined) return undefined;
  if (wish.kind === 'time') return { kind: 'time', at: wish.at };
  return wish.way === 'to' && wish.version !== version ? { kind: 'version', version: wish.version } : undefined;
}

/** A moment as addresses name it. */
export function isoOf(at: number): string {
  return new Date(at).toISOString();
}
