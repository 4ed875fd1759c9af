import { expect, test } from 'vitest';
import { Player } from './player.ts';
import { iso, live, timeOf, topic } from './testing/past-rig.ts';

function playing() {
  const rig = live();
  const { clock, past } = rig;
  const player = new Player({
    ...{ clock, past, now: () => clock.now(), silences: () => [] },
    from: () => past.state.getState().at ?? timeOf(4),
  });
  return { ...rig, player };
}

test('what plays goes on until somebody pauses it', async () => {
  const { player, clock, drawn, past, server } = playing();
  player.setSpeed(10);
  player.toggle();
  await clock.advance(350);
  expect([player.state.getState().isPlaying, drawn.at(-1)]).toEqual([true, '7']);
  player.pause();
  const asked = server.asked.length;
  await clock.advance(1000);
  expect([server.asked.length, past.isPast]).toEqual([asked, true]);
});

test.each([
  ['goes back to live', ({ past }) => past.backToLive()],
  ['resumes the live report beside the strip', ({ model }) => model.dispatch({ kind: 'live', isLive: true })],
  ['goes back in the browser', ({ goBackTo }) => goBackTo(`/${topic}`)],
] as [string, (rig: ReturnType<typeof playing>) => void][])(
  'nothing leads back into the past once somebody %s while it plays',
  async (_, leave) => {
    const rig = playing();
    rig.player.setSpeed(1);
    rig.player.toggle();
    await rig.clock.advance(450);
    expect(rig.past.isPast).toBe(true);
    leave(rig);
    const asked = rig.server.asked.length;
    await rig.clock.advance(1000);
    expect([rig.past.isPast, rig.player.state.getState().isPlaying, rig.server.asked.length]).toEqual([
      false,
      false,
      asked,
    ]);
    rig.player.toggle();
    await rig.clock.advance(450);
    expect([rig.past.isPast, rig.player.state.getState().isPlaying]).toEqual([true, true]);
  },
);

test.each([
  ['views a version', ({ model }) => model.dispatch({ kind: 'at', at: 8 })],
  ['goes to a time in the browser', ({ goBackTo }) => goBackTo(`/${topic}?at=${iso(8)}`)],
] as [string, (rig: ReturnType<typeof playing>) => void][])('what plays stops where somebody %s', async (_, view) => {
  const rig = playing();
  rig.player.setSpeed(1);
  rig.player.toggle();
  await rig.clock.advance(450);
  expect(rig.player.state.getState().isPlaying).toBe(true);
  view(rig);
  await rig.clock.advance(1000);
  expect([rig.player.state.getState().isPlaying, rig.drawn.at(-1)]).toEqual([false, '8']);
});
