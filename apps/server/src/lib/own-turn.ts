import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that nobody else who asks here has: pieces of work that each take a good part of a
 * turn follow one another, with whatever else is due between them.
 */
export async function ownTurn(): Promise<void> {
  const mine = last.then(() => nextTurn());
  last = mine;
  await mine;
}
