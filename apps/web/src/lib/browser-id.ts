import { type LocalStore, localKeys } from './local-store.ts';

const most = 1e9;

/** `m` or `l` and a random whole number up to 1e9, made once for this browser (spec 3, Browser id). */
export function browserId(store: LocalStore, isMobile: boolean, random: () => number): string {
  const kept = store.read(localKeys.browserId);
  if (kept !== undefined && /^[ml]\d{1,10}$/.test(kept)) return kept;
  const made = `${isMobile ? 'm' : 'l'}${Math.floor(random() * most)}`;
  store.write(localKeys.browserId, made);
  return made;
}
