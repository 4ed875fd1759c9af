import type { Context } from '../access.ts';

/** Whoever connects, sends or holds a value of these topics does so one after another; always locked in one order. */
export async function lockControls({ lock }: Context, topics: readonly string[]): Promise<void> {
  for (const topic of topics.toSorted()) await lock(`controls ${topic}`);
}

/** What is given to a session and what it acknowledges go one after another: they change the same rows. */
export async function lockSessions({ lock }: Context, sessions: readonly string[]): Promise<void> {
  for (const session of sessions.toSorted()) await lock(`control session ${session}`);
}
