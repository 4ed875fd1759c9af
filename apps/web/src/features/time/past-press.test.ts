import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { build, iso, kept, noneKept, reportOf, timeOf, topic } from './testing/past-rig.ts';

/** A press on the left end of the strip before its times are known, what is done then, and the answer of the list. */
async function pressEarly(act: (built: ReturnType<typeof build>) => void, answer: () => unknown, at = '?at=7') {
  const built = build(`/${topic}${at}`);
  const { past, list, line, loop, settle, clock } = built;
  const come = Promise.withResolvers<void>();
  line.versions = async () => {
    await come.promise;
    return answer();
  };
  loop.show(reportOf(10));
  past.start();
  list.start();
  await settle();
  past.goToShare(0);
  expect(past.state.getState().isEarly).toBe(true);
  act(built);
  come.resolve();
  await settle();
  await clock.advance(limits.past.address);
  const wentTo = built.server.asked.map((question) => question.at);
  return { ...built, hasGone: () => wentTo.includes(iso(3)) };
}

test('where the strip was pressed before its times are known is gone to once they are, from the past and from live', async () => {
  for (const at of ['?at=7', '']) {
    const { past, drawn, hasGone } = await pressEarly(
      () => undefined,
      () => kept,
      at,
    );
    expect([hasGone(), drawn.at(-1), past.state.getState().isEarly]).toEqual([true, '3', false]);
  }
  const home = await pressEarly(
    ({ past }) => past.goToOldest(),
    () => kept,
    '',
  );
  expect([home.hasGone(), home.drawn.at(-1)]).toEqual([true, '3']);
});

test('what is done after a press whose time is not known takes its place', async () => {
  const acts: readonly ((built: ReturnType<typeof build>) => void)[] = [
    ({ past }) => past.backToLive(),
    ({ past }) => past.step(-1),
    ({ past }) => past.goTo(timeOf(5)),
    ({ goBackTo }) => goBackTo(`/${topic}?at=6`),
    ({ goBackTo }) => goBackTo(`/${topic}`),
    ({ model }) => model.dispatch({ kind: 'compare', compare: '2026-11-20' }),
  ];
  for (const act of acts) {
    const { past, hasGone } = await pressEarly(act, () => kept);
    expect([act.toString(), hasGone(), past.state.getState().isEarly]).toEqual([act.toString(), false, false]);
  }
  const back = await pressEarly(
    ({ past }) => past.backToLive(),
    () => kept,
  );
  expect([back.drawn.at(-1), back.past.isPast]).toEqual(['10', false]);
});

test('a press in one report is not gone to in the next', async () => {
  for (const at of ['?at=7', '']) {
    const other = await pressEarly(
      ({ model }) => model.dispatch({ kind: 'recent', topic: 'ACME/FX/OTHER' }),
      () => kept,
      at,
    );
    expect([other.hasGone(), other.past.state.getState().isEarly, other.past.isPast]).toEqual([false, false, false]);
  }
});

test('a press where nothing is kept, or on a list that fails, is over: what is kept later moves nothing', async () => {
  const cut = () => {
    throw new NetworkFailure(new Error('cut'));
  };
  for (const answer of [() => noneKept, cut]) {
    const { past, list, line, server, clock } = await pressEarly(() => undefined, answer, '');
    expect(past.state.getState().isEarly).toBe(false);
    if (answer !== cut) {
      past.goToShare(0);
      expect(past.state.getState().isEarly).toBe(false);
    }
    line.versions = () => kept;
    list.again();
    await clock.advance(limits.past.fresh);
    expect(list.state.getState().oldest).toBe(timeOf(3));
    expect([server.asked, past.isPast]).toEqual([[], false]);
  }
});
