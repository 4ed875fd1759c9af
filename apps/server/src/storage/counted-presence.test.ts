import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CountedPresence } from './counted-presence.ts';

const { every, unanswered, overdue } = limits.store.presence;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unheard = { first: () => undefined, onFault: (fault: unknown) => expect.unreachable(String(fault)) };

/** `first` is told before the one that notes what it is told. */
function asked({ first, onFault }: { first: () => void; onFault: (fault: unknown) => void } = unheard) {
  const store = { isAway: false };
  const told: boolean[] = [];
  const presence = new CountedPresence(async () => {
    if (store.isAway) throw new Error('away');
  }, onFault);
  presence.onChange(first);
  presence.onChange((isThere) => told.push(isThere));
  return { store, told, presence };
}

/** A database that goes away and comes back: after how many questions it is told, each way once. */
async function goesAndComesBack({ store, told, presence }: ReturnType<typeof asked>, questions: number) {
  store.isAway = true;
  await vi.advanceTimersByTimeAsync(questions * every);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(every);
  expect(told).toEqual([false]);
  store.isAway = false;
  await vi.advanceTimersByTimeAsync(every);
  expect(told).toEqual([false, true]);
  presence.close();
}

test('a database is away after four questions without an answer, and there with the next answer', async () => {
  const database = asked();
  await vi.advanceTimersByTimeAsync(every);
  await goesAndComesBack(database, unanswered);
});

test('it is away sooner where versions were not looked for in it for too long, never while it answers', async () => {
  const database = asked();
  database.presence.onSilence(() => true);
  await vi.advanceTimersByTimeAsync(10 * every);
  await goesAndComesBack(database, overdue);
});

test('what a listener throws is a fault of its own, no silence of the database, and the others are told', async () => {
  const faults: unknown[] = [];
  const isBroken = () => {
    throw new Error('a broken listener');
  };
  const database = asked({ first: isBroken, onFault: (fault) => faults.push(fault) });
  await vi.advanceTimersByTimeAsync(every);
  await goesAndComesBack(database, unanswered);
  expect(faults).toEqual([new Error('a broken listener'), new Error('a broken listener')]);
});
