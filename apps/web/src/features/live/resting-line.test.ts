import { TestClock } from '@sheetwire/client/test-clock';
import { TestTransport, testCaller } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { Observable } from '#lib/observable.ts';
import { LiveHub } from './live-hub.ts';
import { pageLine } from './page-line.ts';
import { RestingLine } from './resting-line.ts';

const topic = 'ACME/RATES/DAILY';

/** A tab with a line of its own, whose stream is open. */
async function setUp() {
  const clock = new TestClock();
  const transport = new TestTransport();
  const { call } = testCaller(() => ({}));
  const isHidden = new Observable(false);
  const makeLine = () => pageLine(new LiveHub({ transport, call, clock, chance: () => 1 }));
  const line = new RestingLine({ clock, isHidden, makeLine });
  const heard: string[] = [];
  line.subscribe({
    onEvent: ({ name }) => void heard.push(name),
    onState: (state) => void heard.push(state),
    onGap: () => void heard.push('gap'),
  });
  line.watch([{ topic, version: 3 }]);
  const answer = async () => {
    transport.line.send('hello', { streamId: 's' });
    await clock.advance(0);
  };
  await answer();
  return { clock, transport, isHidden, line, heard, answer };
}

test('a tab that stays hidden lets its stream go, and takes one when it shows, without knowing what it missed', async () => {
  const { clock, transport, isHidden, line, heard, answer } = await setUp();
  isHidden.set(true);
  await clock.advance(limits.hiddenLine);
  expect(transport.line.isClosed).toBe(true);
  expect(line.state).toBe('idle');
  await clock.advance(10 * limits.streamRetry.muted.most);
  expect(transport.lines).toHaveLength(1);
  isHidden.set(false);
  expect(transport.lines).toHaveLength(2);
  await answer();
  transport.line.send('changed', { topic, version: 4 });
  expect(heard).toEqual(['open', 'idle', 'connecting', 'gap', 'open', 'changed']);
});

test('a tab that is hidden for a moment keeps its stream', async () => {
  const { clock, transport, isHidden, heard } = await setUp();
  isHidden.set(true);
  await clock.advance(limits.hiddenLine - 1);
  isHidden.set(false);
  await clock.advance(limits.hiddenLine);
  expect(transport.lines).toHaveLength(1);
  expect(heard).toEqual(['open']);
});

test('a tab that was closed takes no stream when it shows', async () => {
  const { transport, isHidden, line } = await setUp();
  isHidden.set(true);
  line.close();
  isHidden.set(false);
  expect(transport.lines).toHaveLength(1);
});
