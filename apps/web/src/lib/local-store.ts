import { noteFault } from './faults.ts';

/** The few things kept in this browser. */
export interface LocalStore {
  read(key: string): string | undefined;
  write(key: string, value: string): void;
  remove(key: string): void;
}

export const localKeys = {
  browserId: 'sheetwire.browserId',
  loginInfo: 'sheetwire.loginInfo',
  ssoTried: 'sheetwire.ssoTried',
  refusedLoads: 'sheetwire.refusedLoads',
  askedPage: 'sheetwire.askedPage',
  askedBeforeMail: 'sheetwire.askedBeforeMail',
  wholeTable: 'sheetwire.wholeTable',
  changeFlash: 'sheetwire.changeFlash',
  looksKept: 'sheetwire.looksKept',
  singleKeys: 'sheetwire.singleKeys',
  timeStrip: 'sheetwire.timeStrip',
  slowDrawings: 'sheetwire.slowDrawings',
} as const;

/** The browser's storage, or memory for the page's life where a private mode refuses it. */
export function createLocalStore(storage: () => Storage): LocalStore {
  try {
    const kept = storage();
    kept.setItem('sheetwire.probe', '');
    kept.removeItem('sheetwire.probe');
    return {
      read: (key) => kept.getItem(key) ?? undefined,
      write: (key, value) => writeOrNote(kept, key, value),
      remove: (key) => kept.removeItem(key),
    };
  } catch {
    return createMemoryStore();
  }
}

/** A storage that is full, or was forbidden since, keeps what it has: what a page does goes on without it. */
function writeOrNote(kept: Storage, key: string, value: string): void {
  try {
    kept.setItem(key, value);
  } catch (error) {
    noteFault(error);
  }
}

/** Keeps values in memory only. */
export function createMemoryStore(): LocalStore {
  const memory = new Map<string, string>();
  return {
    read: (key) => memory.get(key),
    write: (key, value) => void memory.set(key, value),
    remove: (key) => void memory.delete(key),
  };
}
