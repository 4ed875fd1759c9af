import { NetworkFailure } from '@sheetwire/client/failures';
import { errorCatalogue } from '@sheetwire/contract/errors';
import { BookModel } from '@sheetwire/live-book/test-support/book-model';
import { refuseWith } from '@sheetwire/live-book/test-support/refuse-with';
import { expect } from 'vitest';
import { isSoak } from '../../support/soak.ts';
import type { OfficeCase } from './office-cases.ts';
import type { OfficeStage } from './office-stage.ts';

const within = { timeout: 60_000 };
/** Longer than the longest pause between two attempts; in the soak the minute that the case is named after. */
const down = isSoak ? 60_000 : 8000;

function away(stage: OfficeStage): void {
  stage.portal.fault = () => {
    throw new NetworkFailure(new TypeError('down'));
  };
}

function back(stage: OfficeStage): void {
  stage.portal.fault = () => undefined;
}

/** Values are refused so. */
function refusing(stage: OfficeStage, refuse: () => never): void {
  stage.portal.fault = (call) => {
    if (call === 'values') refuse();
  };
}

/** What another program publishes: cells of the same names. */
const other = { A1: 'Item', A2: 'Rolls', B2: 1, C4: 2 };
const unreachable = /^Waiting: .* cannot be reached/;

const outages: Readonly<Record<string, OfficeCase>> = {
  'the portal is away for a minute: the newest values go once it is back, and nothing in between': {
    async run(stage) {
      await stage.start();
      away(stage);
      for (const value of [10, 20, 30]) await stage.apply({ set: 'Prices!B2', to: value });
      await stage.says('away', unreachable);
      await stage.office.run(`time.sleep(${down / 1000})`);
      expect(stage.kindsSince()).toEqual([]);
      back(stage);
      await stage.says('live', 'Live: version 2');
      expect(stage.kindsSince()).toEqual(['values']);
      expect(stage.shown('Prices!B2')).toBe(30);
      await stage.agrees();
    },
  },
  'the portal is away when the publisher starts: the workbook goes once it is there': {
    async run(stage) {
      away(stage);
      await stage.office.run('job(book, "live")');
      await stage.says('away', unreachable);
      back(stage);
      await stage.says('live', 'Live: version 1');
      expect(stage.kindsSince()).toEqual(['workbook']);
      await stage.agrees();
    },
  },
  'a row inserted while the portal is away goes as a workbook, with the values of then': {
    async run(stage) {
      await stage.start();
      away(stage);
      await stage.apply({ set: 'Prices!B2', to: 10 }, { insertRow: 'Prices', at: 2 });
      await stage.says('away', unreachable);
      back(stage);
      await stage.says('live', 'Live: version 2');
      expect(stage.kindsSince()).toEqual(['workbook']);
      await stage.agrees();
    },
  },
  'values that went back after an answer was lost are sent again': {
    async run(stage) {
      await stage.start();
      stage.portal.losesAnswer = true;
      await stage.apply({ set: 'Prices!B2', to: 99 });
      await expect.poll(() => stage.portal.losesAnswer, within).toBe(false);
      await stage.edit({ set: 'Prices!B2', to: 2.5 });
      await expect.poll(() => stage.shown('Prices!B2'), within).toBe(2.5);
      await stage.agrees();
    },
  },
  'a portal that is busy is asked again after the time that it names': {
    async run(stage) {
      await stage.start();
      let asked = 0;
      refusing(stage, () => {
        asked = Date.now();
        return refuseWith('busy', 5000);
      });
      await stage.apply({ set: 'Prices!B2', to: 3 });
      await expect.poll(() => asked, within).toBeGreaterThan(0);
      back(stage);
      await stage.says('live', 'Live: version 2');
      const [sent] = stage.publishesSince();
      expect([sent?.kind, (sent?.at ?? 0) - asked >= 5000]).toEqual(['values', true]);
    },
  },
  'a portal that restarted and knows the workbook gets values': {
    async run(stage) {
      await stage.start();
      away(stage);
      await stage.apply({ set: 'Prices!B2', to: 3 });
      stage.portal.leases.cut();
      await stage.says('away', unreachable);
      back(stage);
      await stage.says('live', 'Live: version 2');
      expect(stage.kindsSince()).toEqual(['values']);
      await stage.agrees();
    },
  },
  'a portal that needs the workbook gets it at once': {
    async run(stage) {
      await stage.start();
      stage.portal.isForgetful = true;
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect(stage.kindsSince()).toEqual(['workbook']);
      await stage.agrees();
    },
  },
  'a report that another program published over is made whole again': {
    async run(stage) {
      await stage.start();
      await stage.portal.publishOver(await new BookModel({ sheets: [{ name: 'Prices', cells: other }] }).bytes());
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect(stage.kindsSince()).toEqual(['workbook']);
      expect(stage.shown('Prices!A2')).toBe('Bread');
      await stage.agrees();
    },
  },
};

const takenOver = 'Live ended: Another publisher has taken over ACME/RATES/DAILY';

const endings: Readonly<Record<string, OfficeCase>> = {
  'a lost lease is said, and nothing is sent any more': {
    async run(stage) {
      await stage.start();
      stage.portal.leases.open('other', false);
      await stage.says('ended', takenOver);
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect(stage.kindsSince()).toEqual([]);
    },
  },
  'a publish of one that was taken over counts for nothing': {
    async run(stage) {
      await stage.start();
      stage.portal.leases.open('other', false);
      await stage.apply({ set: 'Prices!B2', to: 3 });
      await stage.says('ended', takenOver);
      expect(stage.kindsSince()).toEqual([]);
    },
  },
  'a standby takes nothing from a publisher who is there, says so, and takes over with the whole workbook': {
    async run(stage) {
      await stage.start();
      await stage.office.run(`
spare = opened(book.getURL()[len("file://"):], "ACME/RATES/DAILY", False)
job(spare, "standby")`);
      const spare = () => stage.office.run('answer = job(spare, "status")');
      await expect.poll(spare, within).toMatchObject({
        words: 'Standing by: Another publisher is connected to ACME/RATES/DAILY; this one is waiting',
      });
      expect(stage.kindsSince()).toEqual([]);
      await stage.office.run('job(book, "stop")');
      await expect.poll(spare, within).toMatchObject({ state: 'live', words: 'Live: version 2' });
      expect(stage.kindsSince()).toEqual(['workbook']);
      await stage.agrees();
      await stage.office.run('job(spare, "stop"); spare.close(True)');
    },
  },
  'a revoked key ends it in words': {
    async run(stage) {
      await stage.start();
      stage.portal.fault = () => refuseWith('not_signed_in');
      await stage.apply({ set: 'Prices!B2', to: 3 });
      await stage.says('ended', 'Live ended: Log in first');
    },
  },
  'a right that is lost ends it in words': {
    async run(stage) {
      await stage.start();
      stage.portal.fault = () => refuseWith('not_allowed');
      await stage.apply({ set: 'Prices!B2', to: 3 });
      await stage.says('ended', "Live ended: You don't have permission to do this");
    },
  },
  'a workbook that the portal refuses is said, and the next change is tried': {
    async run(stage) {
      await stage.start();
      stage.portal.fault = (call) => {
        if (call === 'workbook') refuseWith('unreadable_file');
      };
      await stage.apply({ addSheet: 'Broken' });
      await stage.says('refused', 'Not published: The file cannot be read as a workbook');
      back(stage);
      await stage.edit({ deleteSheet: 'Broken' });
      await stage.says('live', /^Live: version/);
      await stage.agrees();
    },
  },
  'a workbook that is closed ends it in words, and the report keeps what it has': {
    async run(stage) {
      await stage.start();
      await stage.office.run('closed = book; book = open_book(); closed.close(True)');
      await expect.poll(() => stage.portal.leases.holder === undefined, within).toBe(true);
      expect(stage.shown('Prices!B2')).toBe(2.5);
    },
  },
  'a publisher that is stopped sends nothing any more': {
    async run(stage) {
      await stage.start();
      await stage.office.run('job(book, "stop")');
      await stage.edit({ set: 'Prices!B2', to: 3 });
      expect(stage.kindsSince()).toEqual([]);
      await stage.says('off', 'Not live');
    },
  },
};

const rolledBack = `On hold: ${errorCatalogue.rolled_back.message}`;

const holds: Readonly<Record<string, OfficeCase>> = {
  'a publish that waits for approval is told as such until one goes live': {
    async run(stage) {
      await stage.start();
      stage.portal.holds = true;
      await stage.edit({ set: 'Prices!B2', to: 10 });
      await stage.says('live', 'On hold: publish 2 is waiting for approval; viewers keep version 1');
      stage.portal.holds = false;
      await stage.edit({ set: 'Prices!B2', to: 11 });
      await stage.says('live', 'Live: version 2');
      await stage.agrees();
    },
  },
  'a report that is on hold after a rollback is said, and gets the newest workbook after the release without an edit': {
    async run(stage) {
      await stage.start();
      stage.portal.isRolledBack = true;
      await stage.apply({ set: 'Prices!B2', to: 10 });
      await stage.says('held', rolledBack);
      await stage.apply({ set: 'Prices!B2', to: 20 });
      expect(stage.kindsSince()).toEqual([]);
      stage.portal.isRolledBack = false;
      await stage.says('live', 'Live: version 2');
      expect(stage.kindsSince()).toEqual(['workbook']);
      expect(stage.shown('Prices!B2')).toBe(20);
      await stage.agrees();
    },
  },
  'a report that stays on hold is asked about: no workbook goes out to hear it again, also while the portal is away': {
    async run(stage) {
      await stage.start();
      stage.portal.isRolledBack = true;
      await stage.apply({ set: 'Prices!B2', to: 10 });
      await stage.says('held', rolledBack);
      const { copies } = stage.portal;
      away(stage);
      await stage.apply({ set: 'Prices!B2', to: 20 });
      await stage.says('away', unreachable);
      back(stage);
      await stage.says('held', rolledBack);
      expect(stage.portal.copies).toBe(copies);
      stage.portal.isRolledBack = false;
      await stage.says('live', 'Live: version 2');
      expect([stage.portal.copies, stage.shown('Prices!B2')]).toEqual([copies + 1, 20]);
    },
  },
};

/** The portal and who else publishes, as the suite names it. */
export const officeLineCases: Readonly<Record<string, OfficeCase>> = { ...outages, ...endings, ...holds };
