import { randomUUID } from 'node:crypto';
import type { Caller } from '@sheetwire/client/caller';
import { connectPublisher, type PublisherLine, type PublisherState } from '@sheetwire/client/publisher-line';
import type { ControlUpdate, UpdateAnswer } from '@sheetwire/client/publisher-updates';
import { publishReport } from '@sheetwire/contract/publish';
import { LimitsHistory } from './limits-history.ts';
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
  const history = new LimitsHistory();
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(next: () => Promise<T>): Promise<T> => {
    const done = turn.then(next);
    turn = done.catch(() => undefined);
    return done;
  };
  const publish = () => call(publishReport, { topic, pages: limitsPages(history.state), holdControls });
  const work = async (update: ControlUpdate): Promise<UpdateAnswer> => {
    const answer = await before?.(update);
    if (answer) return answer;
    const message = history.take(update);
    if (message !== undefined) return { status: 'skip_retry', message };
    try {
      await publish();
    } catch (error) {
      history.takeBack([update.id]);
      throw error;
    }
    return { status: 'updated' };
  };
  await publish();
  return connectPublisher({
    ...{ call, topics: [topic], chance: Math.random, clock },
    ...(onState && { onState }),
    instanceId: `limits ${randomUUID()}`,
    onUpdate: (update) => inTurn(() => work(update)),
    onLate: (ids) => void inTurn(async () => history.takeBack(ids) && (await publish())).catch(() => undefined),
  });
}

const clock = {
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
