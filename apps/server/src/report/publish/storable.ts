import { Refusal } from '#lib/refusal.ts';

/** Refuses NUL and lone surrogates, which no store and no browser would give back unchanged. */
export function assertStorable(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new Refusal('bad_text');
}
