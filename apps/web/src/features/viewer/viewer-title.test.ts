import { expect, test } from 'vitest';
import { nothingSelected } from '#features/selection/selection.ts';
import { viewerTitle } from './viewer-title.ts';

const daily = { ...nothingSelected, entity: 'ACME', group: 'RATES', report: 'DAILY' };

test.each([
  ['the live report', daily, 'RATES/DAILY'],
  ['one of another entity', { ...daily, entity: 'DEMO' }, 'DEMO/RATES/DAILY'],
  ['a pause', { ...daily, isLive: false }, 'RATES/DAILY (paused)'],
  ['a day', { ...daily, date: '2026-11-24' }, 'RATES/DAILY 2026-11-24'],
  ['a day in a pause', { ...daily, date: '2026-11-24', isLive: false }, 'RATES/DAILY 2026-11-24'],
  ['a moment', { ...daily, at: '2026-11-24T17:00:00Z' }, 'RATES/DAILY (not live)'],
  ['no report', { ...daily, report: '', isLive: false }, ''],
] as const)('the tab of the browser tells %s from the others', (_, selection, title) => {
  expect(viewerTitle(selection, 'ACME')).toBe(title);
});
