import type { Context } from '../access.ts';

/** Whoever connects, sends or holds a value of these topics does so one after another; always locked in one order. */
export async function lockControls({ lock }: Context, topics: readonly string[]): Promise<void> {
  for (const topic of topics.toSorted()) await lock(`controls ${topic}`);
}
