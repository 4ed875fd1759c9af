import { TestClock } from '@sheetwire/client/test-clock';
import { TestTransport, testCaller } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { LiveHub } from './live-hub.ts';
import { pageLine } from './page-line.ts';
import type { Locks, Port, TabMessage, WorkerMessage } from './port-messages.ts';
import { WorkerHub } from './worker-hub.ts';
import { WorkerLine } from './worker-line.ts';

/** Two joined ports; messages arrive in a later turn, as between threads. */
function channel(): {
  readonly tab: Port<TabMessage, WorkerMessage>;
  readonly worker: Port<WorkerMessage, TabMessage>;
} {
  const toTab: ((message: WorkerMessage) => void)[] = [];
  const toWorker: ((message: TabMessage) => void)[] = [];
  return {
    tab: {
      post: (message) => queueMicrotask(() => toWorker.at(-1)?.(message)),
      listen: (hear) => void toTab.push(hear),
    },
    worker: {
      post: (message) => queueMicrotask(() => toTab.at(-1)?.(message)),
      listen: (hear) => void toWorker.push(hear),
    },
  };
}

/** Locks as the browser gives them: one holder at a time, the next when it lets go or is gone. */
class TestLocks implements Locks {
  readonly #queues = new Map<string, Promise<unknown>>();

  async request<T>(name: string, hold: () => Promise<T> | T): Promise<T> {
    const before = this.#queues.get(name) ?? Promise.resolve();
    const mine = before.then(hold);
    this.#queues.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  }
}

function setUp() {
  const clock = new TestClock();
  const transport = new TestTransport();
  const locks = new TestLocks();
  const { call } = testCaller(() => ({}));
  const made: LiveHub[] = [];
  const makeHub = () => {
    const hub = new LiveHub({ transport, call, clock, chance: () => 1 });
    made.push(hub);
    return hub;
  };
  const workerHub = new WorkerHub({ locks, makeHub });
  const openTab = (lock: string, isDead = false) => {
    const { tab, worker } = channel();
    if (!isDead) workerHub.connect(worker);
    const makePageLine = () => pageLine(makeHub());
    return new WorkerLine({ port: tab, locks, clock, browserId: 'l1', lock, makePageLine });
  };
  return { clock, transport, made, openTab };
}

test('tabs share the one stream of the worker', async () => {
  const { clock, transport, made, openTab } = setUp();
  const [one, two] = [openTab('a'), openTab('b')];
  await clock.advance(0);
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(0);
  expect([one.state, two.state]).toEqual(['open', 'open']);
  expect(transport.lines).toHaveLength(1);
  expect(made).toHaveLength(1);
  expect(made[0]?.tabCount).toBe(2);
});

test('a tab hears the events of what it watches', async () => {
  const { clock, transport, openTab } = setUp();
  const tab = openTab('a');
  const heard: string[] = [];
  tab.subscribe({
    onEvent: ({ name }) => void heard.push(name),
    onState: (state) => void heard.push(state),
    onGap: () => void heard.push('gap'),
  });
  tab.watch([{ topic: 'A/B/C', version: 1 }]);
  await clock.advance(0);
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(0);
  transport.line.send('rights', { topic: 'A/B/C' });
  transport.line.raw('oversized', '');
  await clock.advance(0);
  expect(heard).toEqual(['open', 'rights', 'gap']);
});

test('a tab that closes leaves, and the last one ends the stream', async () => {
  const { clock, transport, made, openTab } = setUp();
  const [one, two] = [openTab('a'), openTab('b')];
  await clock.advance(0);
  one.close();
  await clock.advance(0);
  expect(made[0]?.tabCount).toBe(1);
  two.close();
  await clock.advance(0);
  expect(made[0]?.tabCount).toBe(0);
  expect(transport.line.isClosed).toBe(true);
});

test('a page that comes back joins again and fetches', async () => {
  const { clock, transport, made, openTab } = setUp();
  const tab = openTab('a');
  let gaps = 0;
  tab.subscribe({ onEvent: () => undefined, onState: () => undefined, onGap: () => gaps++ });
  await clock.advance(0);
  tab.rejoin();
  expect(gaps).toBe(0);
  tab.close();
  await clock.advance(0);
  tab.rejoin();
  await clock.advance(0);
  expect(gaps).toBe(1);
  expect(made[0]?.tabCount).toBe(1);
  expect(transport.lines).toHaveLength(2);
});

test('where the worker does not answer, the page has a stream of its own', async () => {
  const { clock, transport, made, openTab } = setUp();
  const tab = openTab('a', true);
  tab.watch([{ topic: 'A/B/C', version: 1 }]);
  await clock.advance(limits.workerAnswer);
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(0);
  expect(tab.state).toBe('open');
  expect(made[0]?.tabCount).toBe(1);
  tab.close();
  expect(made[0]?.tabCount).toBe(0);
});
