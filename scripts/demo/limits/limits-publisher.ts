import { randomUUID } from 'node:crypto';
import type { Caller } from '@sheetwire/client/caller';
import { connectPublisher, type PublisherLine, type PublisherState } from '@sheetwire/client/publisher-line';
import type { ControlUpdate, UpdateAnswer } from '@sheetwire/client/publisher-updates';
import { publishReport } from '@sheetwire/contract/publish';
import { firstState, type LimitsState, logged, withValue } from './limits-book.ts';
import { limitsPages } from './limits-pages.ts';

interface LimitsPublishing {
  readonly call: Caller;
  readonly topic: string;
  /** The server keeps the values while this publisher is away. */
  readonly holdControls: boolean;
  readonly onState?: (state: PublisherState) => void;
  /** Called with each update before it is worked on; what it answers ends the work on it. */
  readonly before?: (update: ControlUpdate) => UpdateAnswer | undefined | Promise<UpdateAnswer | undefined>;
}

/** Publishes the limits' sheet and keeps it as its viewers set it, one update after the other. */
export async function publishLimits(publishing: LimitsPublishing): Promise<PublisherLine> {
  const { call, topic, holdControls, onState, before } = publishing;
  let state = firstState;
  let turn: Promise<unknown> = Promise.resolve();
  const publish = (next: LimitsState) => call(publishReport, { topic, pages: limitsPages(next), holdControls });
  const work = async (update: ControlUpdate): Promise<UpdateAnswer> => {
    const answer = await before?.(update);
    if (answer) return answer;
    const next = withValue(state, update.name, update.value);
    if (typeof next === 'string') return { status: 'skip_retry', message: next };
    const line = { time: update.time, user: update.user, what: `${update.name} ${update.value ?? 'cleared'}` };
    state = logged(next, line);
    await publish(state);
    return { status: 'updated' };
  };
  await publish(state);
  return connectPublisher({
    ...{ call, topics: [topic], chance: Math.random, clock },
    ...(onState && { onState }),
    instanceId: `limits ${randomUUID()}`,
    onUpdate(update) {
      const answer = turn.then(() => work(update));
      turn = answer.catch(() => undefined);
      return answer;
    },
  });
}

const clock = {
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
