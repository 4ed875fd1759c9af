import { expect, test } from 'vitest';
import { commandLineLimits } from './limits/command-line.ts';
import { compareLimits } from './limits/compare.ts';
import { controlEntryLimits } from './limits/control-entry.ts';
import { controlLimits } from './limits/controls.ts';
import { directoryLimits } from './limits/directory.ts';
import { drawingLimits } from './limits/drawing.ts';
import { exportLimits } from './limits/export.ts';
import { identityLimits } from './limits/identity.ts';
import { liveLimits } from './limits/live.ts';
import { liveBookLimits } from './limits/live-book.ts';
import { mailLimits } from './limits/mail.ts';
import { pageLimits } from './limits/pages.ts';
import { pastLimits } from './limits/past.ts';
import { publishingLimits } from './limits/publishing.ts';
import { reportLimits } from './limits/report.ts';
import { serverLimits } from './limits/server.ts';
import { settingsLimits } from './limits/settings.ts';
import { signInLimits } from './limits/sign-in.ts';
import { storeLimits } from './limits/store.ts';
import { valuesLimits } from './limits/values.ts';
import { verifyLimits } from './limits/verify.ts';
import { workbookLimits } from './limits/workbook.ts';
import { limits } from './limits.ts';

test('no limit is written twice, so none replaces another in silence', () => {
  const subjects = [pageLimits, liveLimits, identityLimits, mailLimits, serverLimits, reportLimits, workbookLimits];
  const names = [
    ...subjects,
    valuesLimits,
    controlEntryLimits,
    controlLimits,
    signInLimits,
    storeLimits,
    settingsLimits,
    directoryLimits,
    commandLineLimits,
    compareLimits,
    exportLimits,
    pastLimits,
    publishingLimits,
    verifyLimits,
    liveBookLimits,
    drawingLimits,
  ].flatMap((one) => Object.keys(one));
  expect(names.toSorted()).toEqual(Object.keys(limits).toSorted());
});
