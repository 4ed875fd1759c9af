import { limits } from '@sheetwire/contract/limits';
import { isEmail, passwordOfEmail } from '@sheetwire/rules/email';
import { isReservedGroup, parseGropic } from '@sheetwire/rules/gropic';
import { parseReportDate } from '@sheetwire/rules/report-date';
import { defaultSnapshotLocation, defaultSnapshotTime } from '@sheetwire/rules/snapshot-time';
import { expect, test } from 'vitest';
import { mayTouchAdministered } from '../../apps/server/src/policies/addin-version.ts';
import { isMobileAgent } from '../../apps/web/src/lib/device.ts';
import { sourceFiles } from './source-files.ts';

/** The table of spec 9, durations in ms, under the names that the product has for them. */
const table = {
  reportPollTick: 250,
  topicGrace: 1500,
  topicRefresh: { desktop: 10_000, mobile: 30_000 },
  topicRetry: { desktop: 1000, mobile: 3000 },
  topicFullRefresh: 150_000,
  adminPoll: { desktop: 400, mobile: 3000 },
  usersPoll: { desktop: 400, mobile: 4000 },
  authWait: 400,
  sessionRetry: { desktop: 250, mobile: 500 },
  sessionTries: 5,
  sessionErrorRetry: 3000,
  keyPoll: 250,
  principalClear: { desktop: 1000, mobile: 5000, groups: 200 },
  principalOptions: 5000,
  decompressChunk: 8192,
  recentRows: { desktop: 10, mobile: 4 },
  typingPause: 450,
  midEntryReset: 1750,
  midEntryRecheck: 2000,
  unsentScan: 250,
  refreshAfterUpdate: 250,
  idleEditNotice: 1000,
  controlRetry: 500,
  tabChangeDelay: 50,
  addinToken: 600_000,
  chunkLoad: 120_000,
  // Spec 4, Report polling loop.
  pollWrap: 20,
  pollFast: { within: 10_000 },
  pollMedium: { within: 120_000, ticks: 4 },
  pollSlow: { ticks: 10 },
};
const code = sourceFiles().filter(({ path, isTest }) => !isTest && /^(?:apps|packages)\//.test(path));

test('every constant of spec 9 is the one of its table', () => {
  expect(limits).toMatchObject(table);
});

test('every constant of spec 9 is read by the product from its one place', () => {
  const read = code.filter(({ path }) => !path.startsWith('packages/contract/')).map(({ text }) => text);
  const unread = Object.keys(table).filter((name) => !read.some((text) => text.includes(`limits.${name}`)));
  expect(unread).toEqual([]);
});

test('no wait of the pages is written out as a number', () => {
  const waits = /\b(?:after|setTimeout|setInterval)\((?:[^()]|\([^()]*\))*?,\s*[1-9]/;
  const pages = code.filter(({ path }) => /^(?:apps\/web|packages\/client)\/(?!.*\/test-)/.test(path));
  expect(pages.filter(({ text }) => waits.test(text)).map(({ path }) => path)).toEqual([]);
});

test('a password account is longer than its suffix, and an email ends in 2 to 24 letters', () => {
  expect(passwordOfEmail('@is.password')).toBeUndefined();
  expect(passwordOfEmail('x@is.password')).toBe('x');
  const endings = [1, 2, 24, 25].map((letters) => isEmail(`jane@example.${'c'.repeat(letters)}`));
  expect(endings).toEqual([false, true, true, false]);
});

test('a snapshot is taken at 23:59 in Chicago, and no date is before 1900-02-01', () => {
  expect([defaultSnapshotTime, defaultSnapshotLocation]).toEqual(['23:59', 'Chicago']);
  expect(['1900-01-31', '1900-02-01'].map(parseReportDate)).toEqual([undefined, '1900-02-01']);
});

test('the company keeps the groups that begin with its name and a hyphen or an underscore', () => {
  const isKept = (name: string) => {
    const gropic = parseGropic(`ACME/${name}`);
    return gropic !== undefined && isReservedGroup(gropic, 'Sheetwire');
  };
  expect(['SHEETWIRE-A', 'sheetwire_a', 'SHEETWIRE', 'SHEETWIREA'].map(isKept)).toEqual([true, true, false, false]);
});

test('add-ins view and publish administered reports from 1.2.0 on', () => {
  expect(['1.1.99', '1.2.0', '1.10.0'].map(mayTouchAdministered)).toEqual([false, true, true]);
});

test('without a stream granted rights show within the 30 s that Help speaks of', () => {
  expect(limits.reappearance).toBe(30_000);
  expect(Math.max(...Object.values(limits.topicRefresh))).toBeLessThanOrEqual(limits.reappearance);
});

test('a phone is known by its user agent', () => {
  const android = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
  expect([android, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'].map(isMobileAgent)).toEqual([true, false]);
});
