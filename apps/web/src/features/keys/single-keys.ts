import { type LocalStore, localKeys } from '#lib/local-store.ts';

/** Whether keys without Ctrl or Alt do anything; on until this browser's reader turns them off (WCAG 2.1.4). */
export function areSingleKeysOn(store: LocalStore): boolean {
  return store.read(localKeys.singleKeys) !== 'false';
}

/** Keeps the reader's choice in this browser. */
export function setSingleKeys(store: LocalStore, areOn: boolean): void {
  store.write(localKeys.singleKeys, String(areOn));
}
