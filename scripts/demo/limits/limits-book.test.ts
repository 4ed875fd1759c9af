import { expect, test } from 'vitest';
import { firstState, logged, shownLimits, withValue } from './limits-book.ts';
import { LimitsHistory } from './limits-history.ts';
import { limitsPages } from './limits-pages.ts';

/** The sheet after these values, each of which it takes. */
function after(values: readonly (readonly [name: string, value: string | null])[]) {
  let state = firstState;
  for (const [name, value] of values) {
    const next = withValue(state, name, value);
    if (typeof next === 'string') throw new Error(next);
    state = next;
  }
  return state;
}

test('book, shift and the box decide which limits are shown and how much of them is used', () => {
  expect(shownLimits(after([['Book', 'EUR swaps']])).map(({ book }) => book)).toEqual(['EUR swaps', 'EUR swaps']);
  const breaches = (shift: string) =>
    shownLimits(
      after([
        ['OnlyBreaches', 'true'],
        ['Shift', shift],
      ]),
    ).length;
  expect([breaches('0'), breaches('100')]).toEqual([1, 3]);
});

test('a submitted limit holds for the chosen measure and book, and empties the form', () => {
  const state = after([
    ['Book', 'USD swaps'],
    ['NewLimit', '1200'],
    ['Reason', 'cut'],
    ['SetLimit', 'clicked'],
  ]);
  expect(shownLimits(state)[0]).toMatchObject({ measure: 'DV01, net', limit: 1200 });
  expect([state.newLimit, state.reason]).toEqual([null, null]);
  expect(firstState.limits.filter((limit, n) => limit.limit !== state.limits[n]?.limit)).toHaveLength(1);
});

test.each([
  ['NewLimit', 'many'],
  ['NewLimit', '-5'],
  ['SetLimit', 'clicked'],
  ['Book', 'None such'],
  ['Other', 'x'],
])('%s is not set to %s', (name, value) => {
  expect(typeof withValue(firstState, name, value)).toBe('string');
});

test('the log keeps the last lines, the newest first, and no text of a viewer becomes mark-up', () => {
  let state = firstState;
  for (let n = 0; n < 20; n++) state = logged(state, { time: String(n), user: 'DEMO/x', what: '<b>"&' });
  expect([state.log.length, state.log[0]?.time]).toEqual([15, '19']);
  const html = limitsPages({ ...state, comment: '</textarea><b>' }).map((page) => page.html);
  expect(html.join('')).not.toContain('<b>');
});

test('what failed for its viewer is taken back, with what rested on it, and the rest stays', () => {
  const history = new LimitsHistory();
  const taken = [
    ['Book', 'USD swaps'],
    ['NewLimit', '1200'],
    ['SetLimit', 'clicked'],
    ['Reason', 'cut'],
  ] as const;
  for (const [name, value] of taken) history.take({ id: name, name, value, user: 'DEMO/x', time: '' });
  expect(shownLimits(history.state)[0]?.limit).toBe(1200);
  expect(history.take({ id: 'no', name: 'Book', value: 'None such', user: 'DEMO/x', time: '' })).toBe('Unknown book');
  expect([history.takeBack(['none', 'no']), history.takeBack(['NewLimit'])]).toEqual([false, true]);
  expect(shownLimits(history.state)[0]?.limit).toBe(1600);
  expect([history.state.reason, history.state.log.map(({ what }) => what)]).toEqual([
    'cut',
    ['Reason cut', 'Book USD swaps'],
  ]);
});

test('what was taken long ago stays', () => {
  const history = new LimitsHistory();
  for (let n = 0; n <= 100; n++) {
    history.take({ id: String(n), name: 'Comment', value: String(n), user: 'DEMO/x', time: String(n) });
  }
  expect([history.takeBack(['0']), history.takeBack(['100']), history.state.comment]).toEqual([false, true, '99']);
});
