import { expect, test } from 'vitest';
import type { PastAnswer } from './past-fetch.ts';
import { build, iso, live, reportOf, timeOf, topic } from './testing/past-rig.ts';

test('a step back shows the version before, by steps, with its controls closed', async () => {
  const { past, drawn, settle, info, server, writes, model } = live();
  past.step(-1);
  await settle();
  expect([drawn.at(-1), server.asked[0]?.from]).toEqual(['9', 10]);
  expect(info()).toMatchObject({ version: 9, canInteract: false, shownAt: iso(9) });
  expect([past.state.getState().shown, past.newer]).toEqual([
    { at: timeOf(9), published: timeOf(9), version: 9, newer: 1 },
    1,
  ]);
  expect([writes.at(-1), model.isPast]).toEqual([`push /${topic}?at=2026-11-23T14:00:09Z`, true]);
});

test('what is published meanwhile is counted and not drawn, and is there at once on the way back', async () => {
  const { past, drawn, settle, loop, info, model, server } = live();
  past.step(-3);
  await settle();
  const before = drawn.length;
  loop.apply([[0, 'c', 0, '11']], { version: 11, time: 'no_time' });
  loop.apply([[0, 'c', 0, '12']], { version: 12, time: 'no_time' });
  expect([drawn.length, past.newer]).toEqual([before, 5]);
  const asked = server.asked.length;
  past.backToLive();
  expect([drawn.at(-1), server.asked.length]).toEqual(['12', asked]);
  expect(info()).toMatchObject({ version: 12, canInteract: true });
  expect([info()?.shownAt, model.isPast, past.state.getState().at]).toEqual([undefined, false, undefined]);
});

test('steps that are pressed faster than answers come add up, and on from the newest is live', async () => {
  const { past, drawn, settle, model } = live();
  for (let n = 0; n < 4; n++) past.step(-1);
  await settle();
  await settle();
  expect(drawn.at(-1)).toBe('6');
  past.step(10);
  await settle();
  expect([drawn.at(-1), model.isPast]).toEqual(['10', false]);
});

test('back from the oldest stays there, and on from a thinned time goes to what is kept after it', async () => {
  const { past, drawn, settle, server, answerTo } = live();
  past.step(-10);
  await settle();
  expect(drawn.at(-1)).toBe('3');
  const thinned: PastAnswer = {
    kind: 'ops',
    ops: [],
    shown: { version: 3, time: '', sender: '' },
    version: 3,
    utc: timeOf(3),
    newer: 1,
    isThinned: true,
  };
  server.answer = () => {
    const question = server.asked.at(-1);
    return question && question.at !== 4 ? answerTo(question) : thinned;
  };
  past.step(1);
  await settle();
  expect(drawn.at(-1)).toBe('9');
});

test('on from before all that is kept goes to the oldest', async () => {
  const { past, settle, drawn } = live();
  past.goTo(timeOf(1));
  await settle();
  past.step(1);
  await settle();
  expect(drawn.at(-1)).toBe('3');
});

test('the past is one from the wish for it on: a key that leaves it need not wait for the answer', () => {
  const { past, model } = build(`/${topic}?at=7`);
  past.start();
  expect([past.state.getState().at, past.isPast]).toEqual([undefined, true]);
  past.backToLive();
  expect([past.isPast, model.selection.getState().at]).toEqual([false, undefined]);
});

test('before the live report has come, a step on from an address is the next version, and from nothing there is none', async () => {
  const { past, drawn, settle, server, model, loop } = build(`/${topic}?at=7`);
  past.start();
  await settle();
  past.step(1);
  await settle();
  expect([drawn.at(-1), model.isPast]).toEqual(['8', true]);
  loop.show(reportOf(10));
  past.step(2);
  await settle();
  expect([drawn.at(-1), model.isPast]).toEqual(['10', false]);

  const nothingYet = build();
  nothingYet.past.start();
  nothingYet.past.step(-1);
  await nothingYet.settle();
  expect([nothingYet.server.asked, nothingYet.model.isPast, server.asked.length]).toEqual([[], false, 2]);
});

test('another report is live, and the past of the one before is over', async () => {
  const { past, settle, loop, model, inputs } = live();
  past.step(-1);
  await settle();
  model.dispatch({ kind: 'recent', topic: 'ACME/FX/OTHER' });
  loop.clear();
  loop.show({ ...reportOf(4), topic: 'ACME/FX/OTHER' });
  expect([model.isPast, inputs.at(-1)?.topic]).toEqual([false, 'ACME/FX/OTHER']);
  expect(model.view.info.getState().report).toMatchObject({ topic: 'ACME/FX/OTHER', version: 4 });
});

test('a viewer that is left while the past is shown asks for nothing more', async () => {
  const { past, settle, stop, model, inputs, server } = live();
  past.step(-1);
  await settle();
  model.stop();
  const before = [inputs.length, server.asked.length];
  stop();
  await settle();
  expect([inputs.length, server.asked.length]).toEqual(before);
});

test('what was done with a version leads back to live only where that is shown still', async () => {
  const { past, settle, model } = live();
  past.step(-1);
  await settle();
  past.leave(8);
  expect(model.isPast).toBe(true);
  past.leave(9);
  expect(model.isPast).toBe(false);
  past.step(-1);
  await settle();
  past.backToLive();
  model.dispatch({ kind: 'live', isLive: false });
  past.leave(9);
  expect(model.selection.getState().isLive).toBe(false);
});
