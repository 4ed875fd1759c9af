import { momentWords } from '#lib/moment-words.ts';

/** When a look was: the time alone when it was today. */
export function sinceWords(at: number, now: number): string {
  return momentWords(new Date(at), new Date(now)).replace(/^today /, '');
}
