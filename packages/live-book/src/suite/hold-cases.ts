import { errorCatalogue } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import { expect } from 'vitest';
import { away, back } from './outage.ts';
import type { StageCase } from './stage-case.ts';

const minute = 60_000;

/** What waits for approval, and what is on hold after a rollback. */
export const holdCases: readonly StageCase[] = [
  {
    name: 'a publish that waits for approval is told as such until one goes live',
    async run(stage) {
      await stage.start();
      stage.portal.holds = true;
      await stage.edit({ set: 'Prices!B2', to: 10 });
      await stage.rest(minute);
      expect(stage.states.at(-1)).toBe('On hold: publish 2 is waiting for approval');
      stage.portal.holds = false;
      await stage.edit({ set: 'Prices!B2', to: 11 });
      await stage.rest(minute);
      expect(stage.states.at(-1)).toBe('Live, version 2');
      await stage.agrees();
    },
  },
  {
    name: 'a report that is on hold after a rollback is said, and gets the newest workbook after the release without an edit',
    async run(stage) {
      await stage.start();
      stage.portal.isRolledBack = true;
      for (const value of [10, 20]) await stage.edit({ set: 'Prices!B2', to: value });
      await stage.rest(minute);
      expect([stage.kindsSince(), stage.states.at(-1)]).toEqual([[], `On hold: ${errorCatalogue.rolled_back.message}`]);
      stage.portal.isRolledBack = false;
      await stage.rest(2 * limits.liveBook.retry.most);
      expect([stage.kindsSince(), stage.states.at(-1)]).toEqual([['workbook'], 'Live, version 2']);
      expect(stage.shown('Prices!B2')).toBe(20);
      await stage.agrees();
    },
  },
  {
    name: 'a report that stays on hold is asked about: no workbook goes out to hear it again, also while the portal is away',
    async run(stage) {
      await stage.start();
      stage.portal.isRolledBack = true;
      await stage.edit({ set: 'Prices!B2', to: 10 });
      await stage.rest(minute);
      const { copies } = stage.portal;
      await stage.edit({ set: 'Prices!B2', to: 20 });
      await stage.rest(minute);
      const told = stage.states.at(-1);
      away(stage);
      await stage.rest(minute);
      back(stage);
      await stage.rest(minute);
      expect([told, stage.states.at(-1)]).toEqual([told, `On hold: ${errorCatalogue.rolled_back.message}`]);
      expect(stage.portal.copies).toBe(copies);
      stage.portal.isRolledBack = false;
      await stage.rest(2 * limits.liveBook.retry.most);
      expect([stage.portal.copies, stage.shown('Prices!B2')]).toEqual([copies + 1, 20]);
    },
  },
];
