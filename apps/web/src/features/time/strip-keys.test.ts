import { expect, test } from 'vitest';
import { stripKey } from './strip-keys.ts';

function press(key: string, { shiftKey = false, ctrlKey = false, isOnSlider = true, isPast = true } = {}) {
  const done: string[] = [];
  const taken = stripKey(
    { key, shiftKey, ctrlKey, altKey: false, metaKey: false },
    {
      past: {
        step: (by) => void done.push(`step ${by}`),
        backToLive: () => void done.push('live'),
        goToOldest: () => void done.push('oldest'),
        isWanted: isPast,
      },
      player: { toggle: () => void done.push('play'), pause: () => void done.push('pause') },
    },
    isOnSlider,
  );
  return [taken, done.filter((what) => what !== 'pause').join()];
}

test('arrows step one version, with Shift ten; Home and End go to the ends; Space plays', () => {
  expect(press('ArrowLeft')).toEqual([true, 'step -1']);
  expect(press('ArrowRight', { shiftKey: true })).toEqual([true, 'step 10']);
  expect(press('PageDown')).toEqual([true, 'step -10']);
  expect(press('Home')).toEqual([true, 'oldest']);
  expect(press('End')).toEqual([true, 'live']);
  expect(press(' ')).toEqual([true, 'play']);
});

test('Escape goes back to live from anywhere in the strip, and is nobody else’s key only then', () => {
  expect(press('Escape', { isOnSlider: false })).toEqual([true, 'live']);
  expect(press('Escape', { isPast: false })).toEqual([false, '']);
});

test('keys of a button are its own, and those with Ctrl are the browser’s', () => {
  expect(press(' ', { isOnSlider: false })).toEqual([false, '']);
  expect(press('ArrowLeft', { ctrlKey: true })).toEqual([false, '']);
  expect(press('x')).toEqual([false, '']);
});
