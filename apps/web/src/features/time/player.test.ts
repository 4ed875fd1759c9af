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

test('what plays begins at the version that is on its way, once it has come', async () => {
  const { past, player, clock, server, drawn } = playing();
  player.setSpeed(1);
  past.step(-3);
  player.toggle();
  await clock.advance(0);
  expect(server.asked.map(({ at }) => at)).toEqual([7]);
  await clock.advance(450);
  expect([player.state.getState().isPlaying, drawn.at(-1)]).toEqual([true, '7']);
  await clock.advance(1000);
  expect(drawn.at(-1)).toBe('8');
});

test('what waits to play begins nothing once somebody goes back to live, and at the press that waited with it', async () => {
  const left = playing();
  left.past.step(-3);
  left.player.toggle();
  left.past.backToLive();
  await left.clock.advance(1000);
  expect([left.player.state.getState().isPlaying, left.past.isWanted, left.drawn.at(-1)]).toEqual([false, false, '10']);

  const pressed = playing();
  pressed.player.setSpeed(1);
  pressed.past.goToOldest();
  pressed.player.toggle();
  expect(pressed.server.asked).toEqual([]);
  pressed.list.start();
  await pressed.clock.advance(450);
  expect([pressed.player.state.getState().isPlaying, pressed.drawn.at(-1)]).toEqual([true, '3']);
});

test('where no time is known yet nothing plays, and a pause goes on', async () => {
  const rig = live();
  rig.model.dispatch({ kind: 'live', isLive: false });
  const player = new Player({
    ...{ clock: rig.clock, past: rig.past, now: () => rig.clock.now(), silences: () => [] },
    from: () => undefined,
  });
  player.toggle();
  await rig.clock.advance(450);
  expect([player.state.getState().isPlaying, rig.server.asked, rig.model.selection.getState().isLive]).toEqual([
    false,
    [],
    false,
  ]);
});
