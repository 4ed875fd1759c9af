import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test, vi } from 'vitest';
import type { CellAnswer } from './cell-history.ts';
import { LongPress } from './menu-press.ts';
import { RangeLines } from './range-lines.ts';

const none: CellAnswer = { values: [], more: false, thinned: [] };
const placeOf = (name: string) => ({ name });

test('cells are asked for one after the other, again some seconds after a new version, and after a failure', async () => {
  const clock = new TestClock();
  const places = ['A1', 'A2', 'A3'].map(placeOf);
  const asked: string[] = [];
  let [open, most] = [0, 0];
  let isDown = true;
  const lines = new RangeLines({
    clock,
    places,
    to: () => undefined,
    async ask({ cell }) {
      asked.push(cell);
      most = Math.max(most, ++open);
      await Promise.resolve();
      open--;
      if (isDown && cell === 'A2') throw new NetworkFailure(new Error('Busy'));
      return none;
    },
  });
  const stop = lines.start();
  await clock.advance(0);
  expect([asked, most, lines.state.getState().isFailed]).toEqual([['A1', 'A2', 'A3'], 1, true]);
  isDown = false;
  lines.refresh();
  await clock.advance(limits.past.fresh);
  expect([asked.length, lines.state.getState().isFailed, lines.state.getState().answers.size]).toEqual([6, false, 3]);
  lines.refresh();
  stop();
  await clock.advance(limits.past.fresh);
  expect(asked).toHaveLength(6);
});

test('a fault of this page is told to the console, and the cells are asked for again all the same', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fault = new TypeError('values is undefined');
  const lines = new RangeLines({
    ...{ clock: new TestClock(), places: [placeOf('A1')], to: () => undefined },
    ask: async () => Promise.reject(fault),
  });
  const stop = lines.start();
  await expect.poll(() => lines.state.getState().isFailed).toBe(true);
  expect(told.mock.calls).toEqual([['Page error', fault]]);
  stop();
  told.mockRestore();
});

test('cells of a page that is gone have no history, and are not asked for again by themselves', async () => {
  const clock = new TestClock();
  let count = 0;
  const lines = new RangeLines({
    ...{ clock, places: [placeOf('A1')], to: () => undefined },
    async ask() {
      count++;
      throw new CallError({ status: 422, code: 'unknown_page', message: 'The report has no page Positions' });
    },
  });
  const stop = lines.start();
  await clock.advance(10 * limits.past.fresh);
  expect([count, lines.state.getState().isFailed, [...lines.state.getState().answers.values()]]).toEqual([
    1,
    false,
    [none],
  ]);
  stop();
});

test('a finger that rests asks for the menu, one that moves or goes does not', async () => {
  const clock = new TestClock();
  const menus: number[] = [];
  const press = new LongPress(clock, ({ x }) => menus.push(x));
  press.begin({ x: 1, y: 1 });
  press.move({ x: 5, y: 5 });
  await clock.advance(limits.past.longPress);
  expect(menus).toEqual([1]);
  press.begin({ x: 2, y: 1 });
  press.move({ x: 2, y: 1 + 2 * limits.past.pressSlack });
  press.begin({ x: 3, y: 1 });
  press.end();
  await clock.advance(limits.past.longPress);
  expect(menus).toEqual([1]);
});
