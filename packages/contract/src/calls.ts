import * as ownAccount from './accounts/own.ts';
import * as accounts from './accounts.ts';
import * as admin from './admin.ts';
import * as audit from './audit.ts';
import type { Call } from './call.ts';
import * as guard from './guard/calls.ts';
import * as live from './live.ts';
import * as past from './past/calls.ts';
import * as publish from './publish.ts';
import * as publishing from './publishing/calls.ts';
import * as forPrograms from './publishing/for-programs.ts';
import * as publishHistory from './publishing/history.ts';
import * as retention from './publishing/retention.ts';
import * as recoversettings from './recoversettings.ts';
import * as reports from './reports.ts';
import * as server from './server/calls.ts';
import * as tokens from './tokens.ts';
import * as usergroups from './usergroups.ts';
import * as users from './users.ts';
import * as verifying from './verify/calls.ts';
import * as linking from './verify/link.ts';
import * as viewtopics from './viewtopics.ts';

const areas = {
  accounts: { ...accounts, ...ownAccount },
  admin,
  guard,
  audit,
  live,
  publish: { ...publish, ...publishHistory, ...forPrograms },
  publishing: { ...publishing, ...retention },
  recoversettings,
  reports: { ...reports, ...past, ...linking, ...verifying },
  server,
  tokens,
  usergroups,
  users,
  viewtopics,
};

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'input' in value;
}

/** Every call of spec 7 and of interfaces 3, 4, 7 and 9, by its area and name: `reports.report`. */
export const allCalls: ReadonlyMap<string, Call> = new Map(
  Object.entries(areas).flatMap(([area, calls]) =>
    Object.entries(calls)
      .filter((entry): entry is [string, Call] => isCall(entry[1]))
      .map(([name, call]): [string, Call] => [`${area}.${name}`, call]),
  ),
);
