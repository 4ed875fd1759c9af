import type { Call } from '../call.ts';
import { account, signIn } from './accounts.ts';
import { admin } from './admin.ts';
import type { Described } from './describe.ts';
import { guards } from './guard.ts';
import { live } from './live.ts';
import { audit, recovery, server } from './operations.ts';
import { controls, publish } from './publish.ts';
import { publishHistory } from './publish-history.ts';
import { publishing } from './publishing.ts';
import { reports } from './reports.ts';
import { tokens } from './tokens.ts';
import { userGroups, users } from './users.ts';

/** Calls that belong together, in the order in which somebody new reads of them. */
export interface CallGroup {
  readonly name: string;
  readonly description: string;
  readonly calls: readonly (readonly [Call, Described])[];
}

export const callGroups: readonly CallGroup[] = [
  { name: 'Publish', description: 'Publish reports, change their cells, add files.', calls: publish },
  {
    name: 'Publish history',
    description: 'List and tag versions, roll back to one, release what is on hold, and set rules from a program.',
    calls: publishHistory,
  },
  { name: 'Reports', description: 'Find and read reports, and use their controls.', calls: reports },
  { name: 'Live', description: 'Follow reports while they change.', calls: live },
  { name: 'Controls', description: 'Get what users enter in controls, and acknowledge it.', calls: controls },
  { name: 'Tokens and keys', description: 'Give add-ins and programs access.', calls: tokens },
  { name: 'Sign-in', description: 'Log in and out with a browser.', calls: signIn },
  { name: 'Account', description: 'Your own email address, password, recent reports and sessions.', calls: account },
  { name: 'Admin', description: 'Who may view and publish, and daily snapshots. For admins of reports.', calls: admin },
  { name: 'Rules', description: 'What a publish is checked for before viewers see it.', calls: guards },
  {
    name: 'Publishing page',
    description: 'What publishers see in the portal, and files published from it.',
    calls: publishing,
  },
  { name: 'Users', description: 'Accounts. For super administrators.', calls: users },
  { name: 'User groups', description: 'Groups of users. For super administrators.', calls: userGroups },
  { name: 'Recover settings', description: 'Go back to earlier settings. For super administrators.', calls: recovery },
  { name: 'Audit log', description: 'Who changed what. For super administrators.', calls: audit },
  { name: 'Server', description: 'How a server is doing. For super administrators.', calls: server },
];

/** The words of every call. */
export const describedCalls: ReadonlyMap<Call, Described> = new Map(callGroups.flatMap(({ calls }) => calls));
