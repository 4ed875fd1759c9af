import { expect, test } from 'vitest';
import { PlayClock, speeds } from './play-clock.ts';

test('so many seconds of the past go by in one', () => {
  for (const speed of speeds) expect(new PlayClock(1000, speed, 50).at(50 + 2000)).toBe(1000 + 2000 * speed);
});

test('a silence is passed over, and it goes on from there', () => {
  const clock = new PlayClock(0, 10, 0);
  const silences = [{ from: 5000, to: 900_000 }];
  expect(clock.at(400, silences)).toBe(4000);
  expect(clock.at(600, silences)).toBe(900_000);
  expect(clock.at(700, silences)).toBe(901_000);
});

test('a clock that is set back stands still', () => {
  expect(new PlayClock(1000, 60, 5000).at(4000)).toBe(1000);
});
