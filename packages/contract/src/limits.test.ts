import { expect, test } from 'vitest';
import { auditLimits } from './limits/audit.ts';
import { cleaningLimits } from './limits/cleaning.ts';
import { commandLineLimits } from './limits/command-line.ts';
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
import { publishingLimits } from './limits/publishing.ts';
import { reportLimits } from './limits/report.ts';
import { serverLimits } from './limits/server.ts';
import { settingsLimits } from './limits/settings.ts';
import { signInLimits } from './limits/sign-in.ts';
import { storeLimits } from './limits/store.ts';
import { streamLimits } from './limits/streams.ts';
import { compareLimits } from './limits/time/compare.ts';
import { guardLimits } from './limits/time/guard.ts';
import { logLimits } from './limits/time/log.ts';
import { pastLimits } from './limits/time/past.ts';
import { verifyLimits } from './limits/time/verify.ts';
import { valuesLimits } from './limits/values.ts';
import { workbookLimits } from './limits/workbook.ts';
import { limits } from './limits.ts';

test('no limit is written twice, so none replaces another in silence', () => {
  const subjects = [pageLimits, liveLimits, identityLimits, mailLimits, serverLimits, reportLimits, workbookLimits];
  const names = [
    ...subjects,
    cleaningLimits,
    streamLimits,
    valuesLimits,
    controlEntryLimits,
    controlLimits,
    signInLimits,
    storeLimits,
    settingsLimits,
    auditLimits,
    directoryLimits,
    commandLineLimits,
    compareLimits,
    exportLimits,
    pastLimits,
    logLimits,
    publishingLimits,
    verifyLimits,
    liveBookLimits,
    drawingLimits,
    guardLimits,
  ].flatMap((one) => Object.keys(one));
  expect(names.toSorted()).toEqual(Object.keys(limits).toSorted());
});
