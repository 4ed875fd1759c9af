import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { build, iso, live, reportOf, timeOf, topic } from './testing/past-rig.ts';

test('an address opens a moment without the live report before it, and Back and Forward go there and away', async () => {
  const built = build(`/${topic}?at=5`);
  const { past, drawn, settle, inputs, loop, info, goBackTo } = built;
  expect(inputs.at(-1)?.topic).toBeUndefined();
  past.start();
  expect(inputs.at(-1)?.topic).toBe(topic);
  loop.show(reportOf(10));
  await settle();
  expect([drawn, info()?.shownAt]).toEqual([['5'], iso(5)]);
  goBackTo(`/${topic}`);
  expect([drawn.at(-1), info()?.shownAt]).toEqual(['10', undefined]);
  goBackTo(`/${topic}?at=${iso(7)}`);
  await settle();
  expect(drawn.at(-1)).toBe('7');
});

test('steps that are pressed while a time is on its way begin there', async () => {
  const { past, drawn, settle, loop, model } = build(`/${topic}?at=${iso(7)}`);
  past.start();
  past.step(1);
  loop.show(reportOf(10));
  past.step(1);
  past.step(-4);
  await settle();
  await settle();
  expect(drawn).toEqual(['7', '5']);
  past.goTo(timeOf(9));
  past.step(1);
  await settle();
  await settle();
  expect([drawn.at(-1), model.isPast]).toEqual(['10', false]);
});

test('another moment takes back the steps from the one before', async () => {
  const { past, drawn, settle } = live();
  past.goTo(timeOf(5));
  past.step(-1);
  past.goTo(timeOf(8));
  await settle();
  await settle();
  expect(drawn.at(-1)).toBe('8');
});

test('scrubbing replaces the address, now and then', async () => {
  const { past, clock, writes, settle } = live();
  for (let version = 9; version >= 4; version--) {
    past.goTo(timeOf(version));
    await settle();
  }
  await clock.advance(limits.past.address);
  const moments = writes.filter((write) => write.includes('?at='));
  expect(moments[0]).toMatch(/^push .*:09Z$/);
  expect(moments.slice(1).every((write) => write.startsWith('replace'))).toBe(true);
  expect(moments.length).toBeLessThanOrEqual(3);
  expect(moments.at(-1)).toContain('14:00:04Z');
});

test('a moment in the future is the present: nothing that is to come is told as past', async () => {
  const { past, settle, info, clock, writes } = (() => {
    const built = build(`/${topic}?at=2030-01-01T00:00:00Z`);
    built.past.start();
    return built;
  })();
  const now = clock.now();
  expect(past.state.getState().at).toBe(now);
  await settle();
  expect(past.state.getState().shown).toMatchObject({ at: now, version: 10 });
  expect(info()?.shownAt).toBe(new Date(now).toISOString());
  await clock.advance(limits.past.address);
  expect(writes.at(-1)).toBe(`replace /${topic}?at=2026-11-23T14:00:20Z`);
});

test('what an address names is asked for and stays as it is where this clock is slow', async () => {
  const address = `/${topic}?at=2026-11-23T14:00:07Z`;
  const { past, device, drawn, settle, clock, server, writes } = build(address);
  device.off = -600_000;
  past.start();
  await settle();
  await clock.advance(limits.past.address);
  expect([server.asked.map(({ at }) => at), drawn.at(-1), writes]).toEqual([[iso(7)], '7', []]);
  expect(past.state.getState()).toMatchObject({ at: timeOf(7), shown: { at: timeOf(7), version: 7, newer: 3 } });
});

test('a version that does not exist yet is told, and the live report is shown', async () => {
  const { past, settle, loop, model, drawn, writes } = build(`/${topic}?at=99999`);
  past.start();
  loop.show(reportOf(10));
  await settle();
  expect(model.selection.getState()).toMatchObject({ at: undefined, ignored: { place: 'version', text: '99999' } });
  expect([drawn, model.isPast, past.isPast]).toEqual([['10'], false, false]);
  expect(writes).toEqual([`replace /${topic}`]);
});

test('where the next versions are no longer kept, what is shown says when it was published', async () => {
  const { past, settle, server, answerTo, info } = live();
  server.answer = () => {
    const question = server.asked.at(-1);
    const answer = answerTo({ at: 5, from: undefined });
    return question && 'version' in answer ? { ...answer, isThinned: true } : { kind: 'closed' };
  };
  past.goTo(timeOf(8));
  await settle();
  expect([info()?.shownAt, past.state.getState()]).toMatchObject([
    iso(5),
    { at: timeOf(8), shown: { at: timeOf(8), published: timeOf(5), before: { kind: 'time', at: timeOf(8) } } },
  ]);
  past.step(-1);
  await settle();
  expect(past.state.getState().shown).toEqual({ at: timeOf(5), published: timeOf(5), version: 5, newer: 5 });
});

test('a link to a thinned version names the one before it as that', async () => {
  const { past, settle, server, answerTo, info } = build(`/${topic}?at=8`);
  server.answer = () => {
    const answer = answerTo({ at: 5, from: undefined });
    return 'version' in answer ? { ...answer, isThinned: true } : answer;
  };
  past.start();
  await settle();
  expect(past.state.getState().shown).toMatchObject({ version: 5, before: { kind: 'version', version: 8 } });
  expect(info()?.shownAt).toBe(iso(5));
});

test('the address follows a hand that never rests now and then, and one that rests soon', async () => {
  const { past, clock, writes, settle } = live();
  const moments = () => writes.filter((write) => write.includes('?at=')).length;
  past.goTo(timeOf(3));
  await settle();
  expect(moments()).toBe(1);
  const step = limits.past.address / 2;
  for (let time = step; time <= 3 * limits.past.addressLongest + step; time += step) {
    past.goTo(timeOf(3) + 2 * time);
    await clock.advance(step);
  }
  expect(moments()).toBe(4);
  await clock.advance(limits.past.address);
  expect(moments()).toBe(5);
  expect(writes.at(-1)).toBe(`replace /${topic}?at=2026-11-23T14:00:15.500Z`);
});

test('what was live is not told as live, nor may be used, while the first moment of an address is on its way', async () => {
  const { past, model, info, clock, settle, drawn } = live();
  model.dispatch({ kind: 'at', at: 8 });
  const asOf = new Date(clock.now()).toISOString();
  expect([drawn.at(-1), info()]).toMatchObject(['10', { version: 10, shownAt: asOf, canInteract: false }]);
  past.backToLive();
  expect(info()).toMatchObject({ version: 10, canInteract: true });
  expect(info()?.shownAt).toBeUndefined();
  model.dispatch({ kind: 'at', at: 8 });
  await settle();
  expect([drawn.at(-1), info()]).toMatchObject(['8', { version: 8, shownAt: iso(8), canInteract: false }]);
});

test('a version before all that is kept stands at the oldest, also where that becomes known later', async () => {
  const { past, list, settle, writes } = build(`/${topic}?at=1`);
  past.start();
  await settle();
  const shown = { version: 0, at: undefined, newer: 8 };
  expect(past.state.getState()).toMatchObject({ at: undefined, shown });
  list.start();
  await settle();
  expect([past.state.getState(), writes]).toMatchObject([{ at: timeOf(3), shown }, []]);
  past.backToLive();
  past.step(-1);
  expect(past.state.getState().at).toBeUndefined();
});

test('a day that stands while the first moment of an address is on its way is told as that day still', () => {
  const { past, loop, info, goBackTo } = build(`/${topic}/2026-11-20`);
  loop.show({ ...reportOf(2), shownDate: '2026-11-20' });
  past.start();
  goBackTo(`/${topic}?at=8`);
  expect(info()).toMatchObject({ version: 2, shownDate: '2026-11-20' });
  expect(info()?.shownAt).toBeUndefined();
});
