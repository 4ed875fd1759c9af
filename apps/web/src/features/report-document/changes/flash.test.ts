import { TestClock } from '@sheetwire/client/test-clock';
import { afterEach, expect, test, vi } from 'vitest';
import type { KnownCell } from '#features/report-document/known-cells.ts';
import { Flash } from './flash.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Says of a block that it came into sight. */
type Tell = (entries: readonly { readonly target: Element; readonly isIntersecting: boolean }[]) => void;

function open() {
  const heard: Tell[] = [];
  const watched = new Set<Element>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: Tell) {
        heard.push(tell);
      }
      observe = (block: Element) => void watched.add(block);
      unobserve = (block: Element) => void watched.delete(block);
    },
  );
  const [host, first, second] = [{} as Element, {} as Element, {} as Element];
  const flash = new Flash(host, new TestClock());
  const seen = (target: Element) => {
    for (const tell of heard) tell([{ target, isIntersecting: true }]);
  };
  const sees = (block: Element) => flash.sees({ block } as KnownCell);
  return { flash, watched, first, second, seen, sees };
}

test('a block that stays on the screen flashes after others came and went, and is not looked at anew', () => {
  const { flash, watched, first, second, seen, sees } = open();
  flash.observe([first]);
  seen(first);
  watched.delete(first);
  flash.observe([second, first]);
  expect([sees(first), watched.has(first), sees(second)]).toEqual([true, false, false]);
  flash.observe([second]);
  expect(sees(first)).toBe(false);
});

test('what was noticed of a block before it went does not keep it once it is gone', () => {
  const { flash, first, second, seen, sees } = open();
  flash.observe([first]);
  flash.observe([second]);
  seen(first);
  seen(second);
  expect([sees(first), sees(second)]).toEqual([false, true]);
});
