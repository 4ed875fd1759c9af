import type { Topic } from '@sheetwire/rules/topic';
import type { Moment } from '#features/selection/address.ts';
import type { PastAnswer, PastQuestion } from '../past-fetch.ts';
import type { PastDeps } from '../past-ports.ts';
import { isoOf, type Wish } from '../wish.ts';

interface Asking extends Pick<PastQuestion, 'from' | 'signal'> {
  readonly topic: Topic | undefined;
  /** The version of the past that is on the screen. */
  readonly shown: number | undefined;
}

/** A step that ends before the oldest goes to the oldest, and one into a thinned time to what is kept after it. */
export async function answerTo(
  wish: Wish,
  { topic, shown, ...how }: Asking,
  { fetch, firstAfter, oldest }: Pick<PastDeps, 'fetch' | 'firstAfter' | 'oldest'>,
): Promise<PastAnswer> {
  if (topic === undefined) return { kind: 'closed' };
  const ask = (at: Moment) => fetch({ topic, at, ...how });
  if (wish.kind === 'time') return ask(isoOf(wish.at));
  const answer = await ask(wish.version);
  if (answer.kind === 'closed') return answer;
  const first = oldest();
  if (wish.way !== 'to' && answer.kind === 'nothing' && first !== undefined) return ask(isoOf(first));
  const isStuck = wish.way === 'on' && answer.version === shown;
  const next = isStuck && answer.utc !== undefined ? await firstAfter(answer.utc) : undefined;
  return next === undefined ? answer : ask(next);
}
