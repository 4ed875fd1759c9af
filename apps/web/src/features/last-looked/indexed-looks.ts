import { limits } from '@sheetwire/contract/limits';
import { type KeptLook, type Look, withoutDismissed } from './look.ts';
import type { LookStore } from './look-store.ts';

const DATABASE = 'sheetwire-looks';
const LOOKS = 'looks';
/** Apart from the looks: a page that goes cannot read before it writes, and must not write over what was dismissed. */
const DISMISSED = 'dismissed';
const OWNER = 'owner';
const ALL = [LOOKS, DISMISSED, OWNER];

/** The looks of one user in this browser. */
export interface OpenedLooks extends LookStore {
  close(): void;
}

/** The looks of one user in this browser; those of any other go when they are opened. */
export async function openLooks(user: string): Promise<OpenedLooks> {
  const database = await openDatabase();
  await claim(database, user);
  const tabs = new BroadcastChannel(DATABASE);
  return {
    async read(topic) {
      const reading = database.transaction([LOOKS, DISMISSED]);
      const [kept, dismissed] = await Promise.all([
        ended<KeptLook | undefined>(reading.objectStore(LOOKS).get(topic)),
        ended<Look | undefined>(reading.objectStore(DISMISSED).get(topic)),
      ]);
      return withoutDismissed(kept, dismissed);
    },
    write: (look) => put(database, LOOKS, look),
    dismiss(look) {
      put(database, DISMISSED, look);
      tabs.postMessage([look.topic, look.version]);
    },
    onDismissed(hear) {
      tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const [topic, version] = Array.isArray(data) ? data : [];
        if (typeof topic === 'string' && typeof version === 'number') hear(topic, version);
      });
    },
    close() {
      tabs.close();
      database.close();
    },
  };
}

/** Nothing is left of anybody's looks. */
export async function forgetLooks(): Promise<void> {
  const database = await openDatabase();
  const clearing = database.transaction(ALL, 'readwrite');
  for (const name of ALL) clearing.objectStore(name).clear();
  clearing.commit();
  database.close();
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 2);
  opening.onupgradeneeded = () => {
    const { result } = opening;
    const missing = ALL.filter((name) => !result.objectStoreNames.contains(name));
    for (const name of missing) {
      if (name === OWNER) result.createObjectStore(OWNER);
      else result.createObjectStore(name, { keyPath: 'topic' }).createIndex('at', 'at');
    }
  };
  return ended(opening);
}

/** Another user's looks go in the transaction that finds them. */
async function claim(database: IDBDatabase, user: string): Promise<void> {
  const claiming = database.transaction(ALL, 'readwrite');
  const owner = claiming.objectStore(OWNER);
  const known: unknown = await ended<unknown>(owner.get('user'));
  if (known === user) return;
  claiming.objectStore(LOOKS).clear();
  claiming.objectStore(DISMISSED).clear();
  await ended(owner.put(user, 'user'));
}

function put(database: IDBDatabase, name: string, look: KeptLook): void {
  const writing = database.transaction(name, 'readwrite');
  writing.objectStore(name).put(look);
  // Without this a page that goes takes its write along.
  writing.commit();
  evict(database, name);
}

/** The looks beyond the bound go, those longest ago first. */
function evict(database: IDBDatabase, name: string): void {
  const looks = database.transaction(name, 'readwrite').objectStore(name);
  const counting = looks.count();
  counting.onsuccess = () => {
    let over = counting.result - limits.lookTopics;
    if (over <= 0) return;
    const walking = looks.index('at').openCursor();
    walking.onsuccess = () => {
      const cursor = walking.result;
      if (!cursor || over-- <= 0) return;
      cursor.delete();
      cursor.continue();
    };
  };
}

function ended<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing'));
  return promise;
}
