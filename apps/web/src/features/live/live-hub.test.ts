import type { StreamListener } from '@sheetwire/client/live-stream';
import { TestClock } from '@sheetwire/client/test-clock';
import { TestTransport, testCaller } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { LiveHub } from './live-hub.ts';

const topic = 'ACME/RATES/DAILY';
const other = 'ACME/FX/SPOT';

function setUp() {
  const clock = new TestClock();
  const transport = new TestTransport();
  const { call, asked } = testCaller(() => ({}));
  const hub = new LiveHub({ transport, call, clock, chance: () => 1 });
  const watches = () => asked.map(({ input }) => ({ ...Object(input) }).topics);
  return { clock, transport, hub, watches };
}

function listener(): StreamListener & { readonly heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    onEvent: (event) => void heard.push(event.name),
    onState: (state) => void heard.push(state),
    onGap: () => void heard.push('gap'),
  };
}

test('two tabs share one stream, and each hears of its own topics', async () => {
  const { clock, transport, hub, watches } = setUp();
  const [one, two] = [listener(), listener()];
  hub.join(one).watch([{ topic, version: 3 }]);
  hub.join(two).watch([{ topic: other, version: 8 }]);
  expect(transport.lines).toHaveLength(1);
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(0);
  transport.line.send('changed', { topic, version: 4 });
  transport.line.send('topics', { added: [], removed: [] });
  expect(one.heard).toEqual(['connecting', 'open', 'changed', 'topics']);
  expect(two.heard).toEqual(['connecting', 'open', 'topics']);
  expect(watches()).toEqual([
    [
      { topic, version: 3 },
      { topic: other, version: 8 },
    ],
  ]);
});

test('a tab that is behind asks again from its version, one that is not does not', async () => {
  const { clock, transport, hub, watches } = setUp();
  hub.join(listener()).watch([{ topic, version: 3 }]);
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(0);
  transport.line.send('delta', { topic, from: 3, to: 7, time: 't', ops: [] });
  const second = hub.join(listener());
  second.watch([{ topic, version: 7 }]);
  expect(watches()).toHaveLength(1);
  second.watch([{ topic, version: 5 }]);
  await clock.advance(0);
  expect(watches().at(-1)).toEqual([{ topic, version: 5 }]);
  second.watch([{ topic }]);
  expect(watches()).toHaveLength(2);
});

test('the stream closes after the last tab and opens for the next one', () => {
  const { transport, hub } = setUp();
  const [one, two] = [hub.join(listener()), hub.join(listener())];
  one.leave();
  one.leave();
  expect(transport.line.isClosed).toBe(false);
  two.leave();
  expect(transport.line.isClosed).toBe(true);
  hub.join(listener());
  expect(transport.lines).toHaveLength(2);
});

test('what a tab watched is no longer carried once it left', async () => {
  const { clock, transport, hub, watches } = setUp();
  const one = hub.join(listener());
  one.watch([{ topic, version: 3 }]);
  hub.join(listener()).watch([{ topic: other, version: 8 }]);
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(0);
  one.leave();
  await clock.advance(0);
  expect(watches().at(-1)).toEqual([{ topic: other, version: 8 }]);
});

test('a tab whose topic does not fit on the stream polls, the others go on', async () => {
  const { clock, transport, hub } = setUp();
  const tabs = Array.from({ length: limits.maxWatched + 1 }, (_, n) => {
    const each = listener();
    hub.join(each).watch([{ topic: `ACME/MANY/R${n}`, version: 1 }]);
    return each;
  });
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(0);
  expect(tabs[0]?.heard.at(-1)).toBe('open');
  expect(tabs.at(-1)?.heard.at(-1)).toBe('unavailable');
});

test('tabs beyond the bound are told to poll', () => {
  const { hub } = setUp();
  for (let n = 0; n < limits.maxStreamTabs; n++) hub.join(listener());
  const late = listener();
  const tab = hub.join(late);
  tab.watch([{ topic, version: 1 }]);
  tab.retryNow();
  tab.leave();
  expect(late.heard).toEqual(['unavailable']);
  expect(hub.tabCount).toBe(limits.maxStreamTabs);
});

test('a new tab tries a stream at once that was refused before, as after a sign-in', () => {
  const { transport, hub } = setUp();
  hub.join(listener());
  transport.line.end({ kind: 'refused', status: 401 });
  expect(transport.lines).toHaveLength(1);
  hub.join(listener());
  expect(transport.lines).toHaveLength(2);
});
