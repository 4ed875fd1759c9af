import { TestClock } from '@sheetwire/client/test-clock';
import { logout } from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { Question } from './asked.ts';
import { bounded } from './give-up-late.ts';
import { scriptedCalls } from './test-calls.ts';

function questions() {
  const open: { resolve: (value: string) => void; reject: (error: Error) => void; signal: AbortSignal }[] = [];
  const asked = new Question<string>(
    (signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        open.push({ resolve, reject, signal });
      }),
  );
  return { asked, open, state: () => asked.store.getState() };
}

test('what is known stays while it is asked again', async () => {
  const { asked, open, state } = questions();
  const first = asked.refresh();
  expect(state()).toEqual({ state: 'asking' });
  open[0]?.resolve('one');
  await first;
  const second = asked.refresh();
  expect(state()).toEqual({ state: 'known', value: 'one' });
  open[1]?.resolve('two');
  await second;
  expect(state()).toEqual({ state: 'known', value: 'two' });
});

test('what is known stays when it is asked again in vain, with what failed, until it is answered', async () => {
  const { asked, open, state } = questions();
  const first = asked.refresh();
  open[0]?.resolve('one');
  await first;
  const second = asked.refresh();
  open[1]?.reject(new Error('The server cannot be reached'));
  await second;
  expect(state()).toEqual({ state: 'known', value: 'one', fault: 'The server cannot be reached' });
  const third = asked.refresh();
  open[2]?.resolve('two');
  await third;
  expect(state()).toEqual({ state: 'known', value: 'two' });
});

test('a failure says so where nothing is known, and asking again shows that it is asked', async () => {
  const { asked, open, state } = questions();
  const first = asked.refresh();
  open[0]?.reject(new Error('The server cannot be reached'));
  await first;
  expect(state()).toEqual({ state: 'failed', text: 'The server cannot be reached' });
  void asked.refresh();
  expect(state()).toEqual({ state: 'asking' });
});

test('the newest asking counts, whichever is answered last', async () => {
  const { asked, open, state } = questions();
  const first = asked.refresh();
  const second = asked.refresh();
  expect(open[0]?.signal.aborted).toBe(true);
  open[1]?.resolve('new');
  await second;
  open[0]?.resolve('old');
  await first;
  expect(state()).toEqual({ state: 'known', value: 'new' });
});

test('who asked waits for the newest answer, also when somebody asked again meanwhile', async () => {
  const { asked, open, state } = questions();
  const seen: unknown[] = [];
  const first = asked.refresh().then(() => void seen.push(state()));
  const second = asked.refresh();
  open[0]?.reject(new Error('given up'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual([]);
  open[1]?.resolve('new');
  await Promise.all([first, second]);
  expect(seen).toEqual([{ state: 'known', value: 'new' }]);
});

test('an answer after the page went is dropped', async () => {
  const { asked, open, state } = questions();
  const first = asked.refresh();
  asked.stop();
  open[0]?.resolve('late');
  await first;
  expect(state()).toEqual({ state: 'asking' });
});

test('a line that stays silent is given up by the caller, with what failed, and what was known stays', async () => {
  const clock = new TestClock();
  const line = { isSilent: true };
  const { call } = scriptedCalls({ logout: () => (line.isSilent ? new Promise(() => undefined) : {}) });
  const inTime = bounded(call, clock);
  const asked = new Question(async (signal) => {
    await inTime(logout, {}, { signal });
    return 'one';
  });
  const first = asked.refresh();
  await clock.advance(limits.longAnswer);
  await first;
  expect(asked.store.getState()).toEqual({ state: 'failed', text: 'The server cannot be reached' });
  line.isSilent = false;
  await asked.refresh();
  line.isSilent = true;
  const third = asked.refresh();
  await clock.advance(limits.longAnswer);
  await third;
  expect(asked.store.getState()).toEqual({ state: 'known', value: 'one', fault: 'The server cannot be reached' });
});
