import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { Press } from './press.ts';

function pressing() {
  const clock = new TestClock();
  const told: boolean[] = [];
  return { clock, told, press: new Press({ clock, onPress: (isPressed) => void told.push(isPressed) }) };
}

test('a press is over once the click that follows from it was heard', async () => {
  const { clock, told, press } = pressing();
  press.begin();
  press.end();
  expect(told).toEqual([true]);
  await clock.advance(0);
  expect(told).toEqual([true, false]);
  press.end();
  await clock.advance(limits.pressHold);
  expect(told).toEqual([true, false]);
});

test('a press that does not end is over in time, and the next one counts from its own beginning', async () => {
  const { clock, told, press } = pressing();
  press.begin();
  await clock.advance(limits.pressHold - 1);
  press.begin();
  await clock.advance(limits.pressHold - 1);
  expect(told).toEqual([true]);
  await clock.advance(1);
  expect(told).toEqual([true, false]);
});

test('a press ends with its controls', async () => {
  const { clock, told, press } = pressing();
  press.begin();
  press.stop();
  press.stop();
  await clock.advance(limits.pressHold);
  expect(told).toEqual([true, false]);
});
