import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import { expect, test, vi } from 'vitest';
import { iso, live, reportOf, timeOf, topic } from './testing/past-rig.ts';

test('before all that is kept nothing is drawn, and it is no live report that is empty', async () => {
  const { past, settle, info } = live();
  past.goTo(timeOf(1));
  await settle();
  expect(info()).toMatchObject({ isEmpty: true, shownAt: iso(1) });
  expect(past.state.getState().shown).toEqual({ at: timeOf(1), version: 0, newer: 8 });
});

test('a right that is lost closes the past: nothing of the report is left on the screen', async () => {
  const { past, settle, loop, server, info, model, drawn, inputs } = live();
  past.step(-1);
  await settle();
  server.answer = () => ({ kind: 'closed' });
  loop.show({ ...reportOf(0), pages: [], pageNames: [], styles: [] });
  await settle();
  expect([info()?.isEmpty, drawn.at(-1), model.isPast]).toEqual([true, 'nothing', false]);
  expect(model.selection.getState().at).toBeUndefined();
  expect(inputs.map((input) => input.topic).slice(-2)).toEqual([topic, topic]);
});

test('a live report that cannot be put together from its deltas is asked for anew', async () => {
  const { past, settle, loop, inputs, drawn } = live();
  past.step(-1);
  await settle();
  loop.apply([[0, 'c', 77, 'no such cell']], { version: 11, time: 'no_time' });
  const before = inputs.length;
  past.backToLive();
  expect(inputs.slice(before).map((input) => input.topic)).toContain(undefined);
  expect([inputs.at(-1)?.topic, drawn.at(-1)]).toEqual([topic, 'nothing']);
});

test('steps that do not fit are made good in silence, a fault of this page is told to the console', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { past, settle, model, drawn } = live();
  const apply = vi.spyOn(model.view, 'apply');
  apply.mockImplementationOnce(() => {
    throw new OpMismatch('there is no cell 7');
  });
  past.step(-1);
  await settle();
  await settle();
  expect([drawn.at(-1), told.mock.calls]).toEqual(['9', []]);
  const fault = new TypeError('rows is undefined');
  apply.mockImplementationOnce(() => {
    throw fault;
  });
  past.step(-1);
  await settle();
  await settle();
  expect([drawn.at(-1), told.mock.calls]).toEqual(['8', [['Page error', fault]]]);
  told.mockRestore();
});

test('a report that was removed can be looked at still', async () => {
  const { past, settle, loop, info, model } = live();
  past.step(-1);
  await settle();
  loop.show({ ...reportOf(0), pages: [], pageNames: [], styles: [] });
  await settle();
  expect([info()?.version, model.isPast]).toEqual([9, true]);
});

test('a moment that cannot be fetched is asked for again until it comes; what stands there stays what it is', async () => {
  const { past, settle, server, clock, drawn } = live();
  past.step(-1);
  await settle();
  server.answer = () => {
    throw new NetworkFailure(new Error('cut'));
  };
  past.goTo(timeOf(5));
  await settle();
  expect(past.state.getState()).toMatchObject({ at: timeOf(5), isFailed: true, shown: { version: 9 } });
  server.answer = undefined;
  await clock.advance(limits.pollRetry.most);
  expect([drawn.at(-1), past.state.getState().isFailed]).toEqual(['5', false]);
});

test('steps from another version than the shown one are not applied: the pages are asked for', async () => {
  const { past, settle, server, loop, drawn, answerTo } = live();
  server.answer = () => {
    server.answer = undefined;
    const question = server.asked.at(-1);
    loop.apply([[0, 'c', 0, '11']], { version: 11, time: 'no_time' });
    return question ? answerTo(question) : { kind: 'closed' };
  };
  past.step(-1);
  await settle();
  await settle();
  expect(server.asked.map(({ from }) => from)).toEqual([10, undefined]);
  expect(drawn.at(-1)).toBe('9');
});
