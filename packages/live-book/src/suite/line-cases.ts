import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import { expect } from 'vitest';
import { type LiveState, wordsOfState } from '../publish/live-state.ts';
import { refuseWith } from '../test-support/refuse-with.ts';
import { leaseOver } from '../test-support/test-portal.ts';
import { away, back } from './outage.ts';
import type { StageCase } from './stage-case.ts';

const minute = 60_000;

const outages: readonly StageCase[] = [
  {
    name: 'the portal is away for a minute: the newest values go once it is back, and nothing in between',
    async run(stage) {
      await stage.start();
      away(stage);
      for (const value of [10, 20, 30]) await stage.edit({ set: 'Prices!B2', to: value });
      await stage.rest(minute);
      expect(stage.kindsSince()).toEqual([]);
      expect(stage.states.at(-1)).toBe('Offline, 4 cells waiting: The server cannot be reached');
      back(stage);
      await stage.rest(limits.publisherRetry.most);
      expect(stage.kindsSince()).toEqual(['values']);
      expect(stage.shown('Prices!B2')).toBe(30);
      expect(stage.states.at(-1)).toBe('Live, version 2');
      await stage.agrees();
    },
  },
  {
    name: 'a portal that is away is asked again with longer waits',
    needs: ['a clock of the test'],
    async run(stage) {
      await stage.start();
      const asked: number[] = [];
      stage.portal.fault = (call) => {
        if (call === 'values') asked.push(stage.clock.now());
        throw new NetworkFailure(new TypeError('down'));
      };
      await stage.edit({ set: 'Prices!B2', to: 3 });
      for (let at = 0; at < minute; at += 500) await stage.rest(500);
      expect(asked.length).toBeGreaterThan(3);
      expect(asked.length).toBeLessThan(25);
    },
  },
  {
    name: 'the portal is away when the publisher starts: the workbook goes once it is there',
    async run(stage) {
      away(stage);
      stage.publisher.start();
      await stage.rest();
      expect(stage.states.at(-1)).toBe('Offline, workbook waiting: The server cannot be reached');
      const isLive = stage.reaches('live');
      back(stage);
      await stage.rest(limits.publisherRetry.most);
      await isLive;
      expect(stage.kindsSince()).toEqual(['workbook']);
      await stage.agrees();
    },
  },
  {
    name: 'a row inserted while the portal is away goes as a workbook, with the values of then',
    async run(stage) {
      await stage.start();
      away(stage);
      await stage.edit({ set: 'Prices!B2', to: 10 });
      await stage.edit({ insertRow: 'Prices', at: 2 });
      expect(stage.states.at(-1)).toBe('Offline, workbook waiting: The server cannot be reached');
      back(stage);
      await stage.rest(limits.publisherRetry.most);
      expect(stage.kindsSince()).toEqual(['workbook']);
      await stage.agrees();
    },
  },
  {
    name: 'values that went back after an answer was lost are sent again',
    async run(stage) {
      await stage.start();
      stage.portal.losesAnswer = true;
      await stage.edit({ set: 'Prices!B2', to: 99 });
      await stage.driver.apply({ set: 'Prices!B2', to: 2.5 });
      await stage.rest(limits.liveBook.retry.most);
      expect(stage.shown('Prices!B2')).toBe(2.5);
      await stage.agrees();
    },
  },
  {
    name: 'a portal that is busy is asked again after the time that it names',
    async run(stage) {
      await stage.start();
      stage.portal.fault = (call) => {
        if (call === 'values') refuseWith('busy', 5000);
      };
      await stage.edit({ set: 'Prices!B2', to: 3 });
      back(stage);
      await stage.rest(4000);
      expect(stage.kindsSince()).toEqual([]);
      await stage.rest(1500);
      expect(stage.kindsSince()).toEqual(['values']);
    },
  },
  {
    name: 'a portal that restarted and knows the workbook gets values',
    async run(stage) {
      await stage.start();
      away(stage);
      await stage.edit({ set: 'Prices!B2', to: 3 });
      stage.portal.leases.cut();
      await stage.rest();
      back(stage);
      await stage.rest(limits.publisherRetry.most);
      expect([stage.kindsSince(), stage.states.at(-1)]).toEqual([['values'], 'Live, version 2']);
      await stage.agrees();
    },
  },
  {
    name: 'a portal that needs the workbook gets it at once',
    async run(stage) {
      await stage.start();
      stage.portal.isForgetful = true;
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect(stage.kindsSince()).toEqual(['workbook']);
      await stage.agrees();
    },
  },
];

const endings: readonly StageCase[] = [
  {
    name: 'a lost lease is said, and nothing is sent any more',
    async run(stage) {
      await stage.start();
      stage.portal.leases.open('other', false);
      await stage.rest();
      expect(stage.states.at(-1)).toBe('Lost: another publisher has taken over');
      await stage.edit({ set: 'Prices!B2', to: 3 });
      await stage.rest(minute);
      expect(stage.kindsSince()).toEqual([]);
    },
  },
  {
    name: 'a publish of one that was taken over counts for nothing',
    async run(stage) {
      await stage.start();
      stage.portal.fault = (call) => {
        if (call === 'values') refuseWith('taken_over');
      };
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect(stage.states.at(-1)).toBe('Lost: another publisher has taken over');
      expect(stage.kindsSince()).toEqual([]);
    },
  },
  {
    name: 'a standby takes nothing from a publisher who is there, says so, and takes over with the whole workbook',
    async run(stage) {
      await stage.start();
      const states: LiveState[] = [];
      const spare = stage.another({ instanceId: 'spare', isStandby: true }, (state) => states.push(state));
      spare.start();
      await stage.rest();
      expect(states.map(wordsOfState)).toEqual(['Standing by: another publisher is live']);
      const stopping = stage.publisher.stop();
      await stage.clock.advance(0);
      await stopping;
      for (let at = 0; at < leaseOver + minute / 2; at += 1000) await stage.clock.advance(1000);
      await spare.settled();
      expect(stage.kindsSince()).toEqual(['workbook']);
      expect(states.at(-1)).toEqual({ state: 'live', version: 2 });
      await stage.agrees();
      const ending = spare.stop();
      await stage.clock.advance(0);
      await ending;
    },
  },
  {
    name: 'a revoked key ends it in words',
    async run(stage) {
      await stage.start();
      stage.portal.fault = () => refuseWith('not_signed_in');
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect(stage.states.at(-1)).toBe('Stopped: Log in first');
    },
  },
  {
    name: 'a right that is lost ends it in words',
    async run(stage) {
      await stage.start();
      stage.portal.fault = () => refuseWith('not_allowed');
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect(stage.states.at(-1)).toBe("Stopped: You don't have permission to do this");
    },
  },
  {
    name: 'a workbook that the portal refuses is said, and the next change is tried',
    async run(stage) {
      await stage.start();
      stage.portal.fault = (call) => {
        if (call === 'workbook') refuseWith('unreadable_file');
      };
      await stage.edit({ addSheet: 'Broken' });
      expect(stage.states.at(-1)).toBe('Refused: The file cannot be read as a workbook');
      back(stage);
      await stage.edit({ deleteSheet: 'Broken' });
      expect(stage.states.at(-1)).toBe('Live, version 2');
      await stage.agrees();
    },
  },
  {
    name: 'a workbook that is closed ends it in words, and the report keeps what it has',
    needs: ['closing'],
    async run(stage) {
      await stage.start();
      await stage.driver.apply({ set: 'Prices!B2', to: 3 });
      stage.driver.closeBook();
      await stage.rest();
      expect(stage.states.at(-1)).toBe('Stopped: The workbook was closed');
      expect(stage.shown('Prices!B2')).toBe(2.5);
    },
  },
  {
    name: 'a publisher that is stopped sends nothing any more',
    async run(stage) {
      await stage.start();
      const stopping = stage.publisher.stop();
      await stage.clock.advance(0);
      await stopping;
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect([stage.kindsSince(), stage.states.at(-1)]).toEqual([[], 'Stopped: stopped']);
    },
  },
];

/** The portal, and who else publishes. */
export const lineCases: readonly StageCase[] = [...outages, ...endings];
