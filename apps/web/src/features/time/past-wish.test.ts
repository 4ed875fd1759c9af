import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { stripKey } from './strip-keys.ts';
import { live, topic } from './testing/past-rig.ts';

type Rig = ReturnType<typeof live>;

/** A first step from the live report that has no answer yet, and what comes of it once somebody did something else. */
async function wishedFrom(act: (rig: Rig) => void, before: (rig: Rig) => void = () => undefined) {
  const rig = live();
  const { past, settle, server, clock } = rig;
  before(rig);
  server.answer = () => {
    throw new NetworkFailure(new Error('cut'));
  };
  past.step(-1);
  await settle();
  expect(past.state.getState().isFailed).toBe(true);
  act(rig);
  const isWanted = past.isWanted;
  server.answer = undefined;
  await clock.advance(limits.pollRetry.most);
  return { ...rig, isWanted };
}

test('a first moment that has not come is wanted, and comes where nobody takes it back', async () => {
  const { isWanted, past, drawn } = await wishedFrom(() => undefined);
  expect([isWanted, past.isPast, drawn.at(-1)]).toEqual([true, true, '9']);
});

test('Escape takes back a first moment that has not come', async () => {
  const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  const taken: boolean[] = [];
  const { past, drawn, isWanted } = await wishedFrom((rig) => {
    const player = { toggle: () => undefined, pause: () => undefined };
    taken.push(stripKey({ key: 'Escape', ...keys }, { past: rig.past, player }, false));
  });
  expect([taken, isWanted, past.isPast, drawn.at(-1)]).toEqual([[true], false, false, '10']);
});

const away: [string, (rig: Rig) => void, ((rig: Rig) => void)?][] = [
  ['compares the report', ({ model }) => model.dispatch({ kind: 'compare', compare: '2026-11-20' })],
  ['goes back in the browser', ({ goBackTo }) => goBackTo(`/${topic}?compare=2026-11-20`)],
  [
    'ends a pause',
    ({ model }) => model.dispatch({ kind: 'live', isLive: true }),
    ({ model }) => model.dispatch({ kind: 'live', isLive: false }),
  ],
];

test.each(away)('a first moment that has not come does not come any more once somebody %s', async (_, act, before) => {
  const { past, model, drawn, server, isWanted } = await wishedFrom(act, before);
  expect([isWanted, past.isPast, model.selection.getState().at, drawn.at(-1)]).toEqual([false, false, undefined, '10']);
  expect(server.asked.length).toBe(1);
});
