import { limits } from '@sheetwire/contract/limits';
import type { KeptLook } from './look.ts';
import type { LookStore } from './look-store.ts';

const DATABASE = 'sheetwire-looks';
const LOOKS = 'looks';
const OWNER = 'owner';

/** The looks of one user in this browser; those of any other go when they are opened. */
export async function openLooks(user: string): Promise<LookStore> {
  const database = await openDatabase();
  await claim(database, user);
  return {
    read: (topic) => ended<KeptLook | undefined>(database.transaction(LOOKS).objectStore(LOOKS).get(topic)),
    write(look) {
      const writing = database.transaction(LOOKS, 'readwrite');
      writing.objectStore(LOOKS).put(look);
      // Without this a page that goes takes its write along.
      writing.commit();
      evict(database);
    },
  };
}

/** Nothing is left of anybody's looks. */
export async function forgetLooks(): Promise<void> {
  const database = await openDatabase();
  const clearing = database.transaction([LOOKS, OWNER], 'readwrite');
  clearing.objectStore(LOOKS).clear();
  clearing.objectStore(OWNER).clear();
  clearing.commit();
  database.close();
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(LOOKS, { keyPath: 'topic' }).createIndex('at', 'at');
    opening.result.createObjectStore(OWNER);
  };
  return ended(opening);
}

/** Another user's looks go in the transaction that finds them. */
async function claim(database: IDBDatabase, user: string): Promise<void> {
  const claiming = database.transaction([LOOKS, OWNER], 'readwrite');
  const owner = claiming.objectStore(OWNER);
  const known: unknown = await ended<unknown>(owner.get('user'));
  if (known === user) return;
  claiming.objectStore(LOOKS).clear();
  await ended(owner.put(user, 'user'));
}

/** The looks beyond the bound go, those longest ago first. */
function evict(database: IDBDatabase): void {
  const looks = database.transaction(LOOKS, 'readwrite').objectStore(LOOKS);
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
