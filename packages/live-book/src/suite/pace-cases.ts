import { limits } from '@sheetwire/contract/limits';
import { expect } from 'vitest';
import type { StageCase } from './stage-case.ts';

const second = 1000;
const { quiet, latest, gap } = limits.liveBook;

/** When something is sent. */
export const paceCases: readonly StageCase[] = [
  {
    name: 'a change is sent when nothing else changed for a quarter of a second, not before',
    needs: ['hints at once', 'a clock of the test'],
    async run(stage) {
      await stage.start();
      await stage.driver.apply({ set: 'Prices!B2', to: 3 });
      await stage.rest(quiet - 1);
      expect(stage.kindsSince()).toEqual([]);
      await stage.rest(1);
      expect(stage.kindsSince()).toEqual(['values']);
    },
  },
  {
    name: 'under constant change the values are sent after two seconds',
    needs: ['hints at once', 'a clock of the test'],
    async run(stage) {
      await stage.start();
      for (let at = 0; at < latest; at += quiet / 2) {
        expect(stage.kindsSince()).toEqual([]);
        await stage.driver.apply({ set: 'Prices!B2', to: at });
        await stage.rest(quiet / 2);
      }
      expect(stage.kindsSince()).toEqual(['values']);
      await stage.rest();
      await stage.agrees();
    },
  },
  {
    name: 'a storm of a thousand changes a second is at most four publishes a second, and ends right',
    needs: ['hints at once'],
    async run(stage) {
      await stage.start();
      for (let n = 0; n < 3 * second; n++) {
        await stage.driver.apply({ feed: 'Prices!B2', to: n });
        await stage.clock.advance(1);
      }
      await stage.rest();
      const times = stage.publishesSince().map(({ at }) => at);
      expect(times.length).toBeGreaterThan(0);
      for (const from of times)
        expect(times.filter((at) => at >= from && at < from + second).length).toBeLessThanOrEqual(4);
      expect(stage.shown('Prices!B2')).toBe(3 * second - 1);
      await stage.agrees();
    },
  },
  {
    name: 'changes with rests between them are at most four publishes a second',
    needs: ['hints at once'],
    async run(stage) {
      await stage.start();
      for (let n = 0; n < 8; n++)
        await stage.driver.apply({ set: 'Prices!B2', to: n }).then(() => stage.rest(quiet + 1));
      await stage.rest();
      const times = stage.publishesSince().map(({ at }) => at);
      for (const [n, at] of times.entries()) if (n > 0) expect(at - (times[n - 1] ?? 0)).toBeGreaterThanOrEqual(gap);
      await stage.agrees();
    },
  },
  {
    name: 'a clock that is set back or forward meanwhile delays nothing',
    needs: ['a clock of the test'],
    async run(stage) {
      await stage.start();
      await stage.driver.apply({ set: 'Prices!B2', to: 3 });
      stage.clock.sleep(-3_600_000);
      await stage.rest();
      expect(stage.kindsSince()).toEqual(['values']);
      await stage.driver.apply({ set: 'Prices!B2', to: 4 });
      stage.clock.sleep(3_600_000);
      await stage.rest();
      await stage.agrees();
    },
  },
  {
    name: 'what changes during a pause is sent at its end, as it is then',
    needs: ['a pause'],
    async run(stage) {
      await stage.start();
      stage.publisher.pause();
      await stage.edit({ set: 'Prices!B2', to: 3 });
      await stage.edit({ set: 'Prices!B2', to: 4 });
      expect([stage.kindsSince(), stage.states.at(-1)]).toEqual([[], 'Paused']);
      stage.publisher.resume();
      await stage.rest();
      expect(stage.kindsSince()).toEqual(['values']);
      await stage.agrees();
      expect(stage.states.at(-1)).toBe('Live, version 2');
    },
  },
  {
    name: 'what the program tells nothing of is seen with the next change, whatever that is',
    async run(stage) {
      await stage.start();
      const edits = [
        { hideColumn: 'Prices', at: 2, is: true },
        { merge: 'Notes!A1:A2' },
        { list: 'Prices!A2', source: '"a,b"' },
      ] as const;
      for (const [n, edit] of edits.entries()) {
        await stage.edit(edit, { set: 'Prices!B2', to: n });
        expect(stage.kindsSince()).toEqual(['workbook']);
        await stage.agrees();
      }
    },
  },
  {
    name: 'a hint without a change sends nothing',
    async run(stage) {
      await stage.start();
      await stage.edit({ feed: 'Prices!B2', to: 2.5 });
      expect(stage.kindsSince()).toEqual([]);
    },
  },
];
