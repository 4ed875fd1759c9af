import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { newFacts, noteCall } from './connection.ts';
import { LineSense } from './line-sense.ts';

function rig() {
  const clock = new TestClock(1000);
  const facts = newFacts();
  const line = new LineSense({ clock, facts });
  const states: string[] = [];
  line.subscribe(() => states.at(-1) !== line.state && states.push(line.state));
  return { clock, facts, line, states };
}

test('a loss is told as one that may be over in a moment, then as one that lasts, and ends with an arrival alone', async () => {
  const { clock, line, states } = rig();
  line.lost();
  line.lost();
  await clock.advance(limits.lineFinding);
  await clock.advance(60_000);
  expect(states).toEqual(['finding', 'down']);
  line.heard();
  expect([line.state, line.losses]).toEqual(['up', 1]);
});

test('a loss that is over in time is never told as one that lasts', async () => {
  const { clock, line, states } = rig();
  line.lost();
  await clock.advance(limits.lineFinding - 1);
  line.heard();
  await clock.advance(60_000);
  expect(states).toEqual(['finding', 'up']);
});

test('silence is a loss where something is expected, and nobody’s concern elsewhere', async () => {
  const { clock, line } = rig();
  await clock.advance(3_600_000);
  expect(line.state).toBe('up');
  line.expect('polls', true);
  await clock.advance(limits.lineTruth);
  expect(line.state).toBe('up');
  await clock.advance(2);
  expect(line.state).toBe('finding');
});

test('who expects from two is quiet only when neither brings anything', async () => {
  const { clock, line } = rig();
  line.expect('stream', true);
  line.expect('polls', true);
  for (let n = 0; n < 10; n++) {
    await clock.advance(limits.streamBeat);
    line.heard();
  }
  line.expect('polls', false);
  expect(line.quietFor()).toBe(0);
  await clock.advance(limits.lineTruth + 2);
  expect(line.state).toBe('finding');
});

test('a call is an arrival or a loss (spec 4, Connectivity)', () => {
  const { clock, facts, line } = rig();
  noteCall(false, clock.now(), facts);
  expect(line.state).toBe('finding');
  noteCall(true, clock.now(), facts);
  expect(line.state).toBe('up');
});
