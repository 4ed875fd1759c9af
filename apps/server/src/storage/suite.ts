import { auditSearchSuite } from './suite/audit-search.ts';
import type { Opened } from './suite/builders.ts';
import { controlUpdateSuite } from './suite/control-updates.ts';
import { directorySuite } from './suite/directory.ts';
import { heldValueSuite } from './suite/held-values.ts';
import { linkedFileSuite } from './suite/linked-files.ts';
import type { MovedClock } from './suite/moved-clock.ts';
import { userSuite } from './suite/people.ts';
import { publisherSessionSuite } from './suite/publisher-sessions.ts';
import { recoveredNamesSuite } from './suite/recovered-names.ts';
import { reportSuite } from './suite/reports.ts';
import { rightsSuite } from './suite/rights.ts';
import { rightsReadingsSuite } from './suite/rights-readings.ts';
import { seatSuite } from './suite/seats.ts';
import { secretGuessSuite } from './suite/secret-guesses.ts';
import { sessionSuite } from './suite/sessions.ts';
import { settingsBackupSuite } from './suite/settings-backups.ts';
import { singleSignOnSuite } from './suite/single-sign-on.ts';
import { snapshotScheduleSuite } from './suite/snapshot-schedule.ts';
import { snapshotSuite } from './suite/snapshots.ts';
import { tokenSuite } from './suite/tokens.ts';
import { versionSuite } from './suite/versions.ts';
import { waitingMailSuite } from './suite/waiting-mail.ts';

/** What every store does, whatever its database: run by the test file of each. */
export function storeSuite(open: Opened, clock: MovedClock): void {
  reportSuite(open);
  versionSuite(open, clock);
  snapshotSuite(open);
  snapshotScheduleSuite(open, clock);
  userSuite(open);
  sessionSuite(open);
  tokenSuite(open, clock);
  seatSuite(open, clock);
  secretGuessSuite(open, clock);
  singleSignOnSuite(open);
  rightsReadingsSuite(open);
  rightsSuite(open);
  waitingMailSuite(open);
  directorySuite(open, clock);
  settingsBackupSuite(open, clock);
  recoveredNamesSuite(open, clock);
  auditSearchSuite(open);
  publisherSessionSuite(open, clock);
  controlUpdateSuite(open, clock);
  heldValueSuite(open, clock);
  linkedFileSuite(open);
}
