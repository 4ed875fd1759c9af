import { limits } from '@sheetwire/contract/limits';
import { steadyTime } from '#lib/steady-time.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { LiveHub } from './hub.ts';

export interface DrainDeps {
  readonly hub: Pick<LiveHub, 'size' | 'streams' | 'leave' | 'sendAway'>;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Waits so many ms; rejects when the server is to stop at once. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Lets the viewers go over so many ms, so that they do not all come to the other servers in one moment: none is taken any
 * more, for a while nothing else happens, so that balancers see it, and then streams end one after another (decision 72).
 * Ends early when none is left.
 */
export async function drainStreams({ hub, clock, chance, pause }: DrainDeps, time: number): Promise<void> {
  const { notice, look } = limits.drain;
  hub.leave();
  const untold = Math.min(time * notice.part, notice.most);
  await pause(untold);
  const streams = [...hub.streams()];
  const from = steadyTime(clock);
  let ended = 0;
  while (ended < streams.length && hub.size > 0) {
    const due = Math.ceil((streams.length * (steadyTime(clock) - from + look)) / (time - untold));
    for (const stream of streams.slice(ended, due)) hub.sendAway(stream, comeBack(chance));
    ended = Math.max(ended, due);
    if (ended < streams.length) await pause(look);
  }
}

const BYTE = 256;

/** Apart from each other, and soon: what they miss meanwhile is what they lag behind. */
function comeBack(chance: Chance): number {
  const { first, spread } = limits.drain.comeBack;
  const [byte = 0] = chance.bytes(1);
  return Math.round(first + (spread * byte) / BYTE);
}
