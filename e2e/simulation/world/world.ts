import { chanceOf } from '../../cluster/chance.ts';
import { Scheduler } from './scheduler.ts';

/** What everything of one seed shares: time, order and chance. */
export interface World {
  readonly scheduler: Scheduler;
  readonly chance: () => number;
  /** A number between two. */
  between(from: number, to: number): number;
  /** True in so many of all cases. */
  isSo(share: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function worldOf(seed: number): World {
  const chance = chanceOf(seed);
  return {
    scheduler: new Scheduler(),
    chance,
    between: (from, to) => from + chance() * (to - from),
    isSo: (share) => chance() < share,
    pick(from) {
      const one = from[Math.floor(chance() * from.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
  };
}
