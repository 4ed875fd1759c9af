import type { Call } from '../call.ts';
import { account, signIn } from './accounts.ts';
import { admin } from './admin.ts';
import { type Chapter, everyCall } from './chapters.ts';
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
  /** Where the rules of its calls stand. */
  readonly rules: readonly Chapter[];
  readonly calls: readonly (readonly [Call, Described])[];
}

export const callGroups: readonly CallGroup[] = [
  {
    name: 'Publish',
    description: 'Publish reports, change their cells, add files.',
    rules: ['protocol 4', 'protocol 6', 'semantics 4', 'safety 1'],
    calls: publish,
  },
  {
    name: 'Publish history',
    description: 'List and tag versions, roll back to one, release what is on hold, and set rules from a program.',
    rules: ['time 4', 'protocol 4'],
    calls: publishHistory,
  },
  {
    name: 'Reports',
    description: 'Find and read reports, and use their controls.',
    rules: ['semantics 4', 'semantics 2'],
    calls: reports,
  },
  { name: 'Live', description: 'Follow reports while they change.', rules: ['protocol 7'], calls: live },
  {
    name: 'Controls',
    description: 'Get what users enter in controls, and acknowledge it.',
    rules: ['protocol 4', 'semantics 5'],
    calls: controls,
  },
  { name: 'Tokens and keys', description: 'Give add-ins and programs access.', rules: ['protocol 3'], calls: tokens },
  { name: 'Sign-in', description: 'Log in and out with a browser.', rules: ['semantics 3', 'safety 3'], calls: signIn },
  {
    name: 'Account',
    description: 'Your own email address, password, recent reports and sessions.',
    rules: ['semantics 3', 'safety 3'],
    calls: account,
  },
  {
    name: 'Admin',
    description: 'Who may view and publish, and daily snapshots. For admins of reports.',
    rules: ['semantics 2'],
    calls: admin,
  },
  {
    name: 'Rules',
    description: 'What a publish is checked for before viewers see it.',
    rules: ['time 5'],
    calls: guards,
  },
  {
    name: 'Publishing page',
    description: 'What publishers see in the portal, and files published from it.',
    rules: ['protocol 4'],
    calls: publishing,
  },
  {
    name: 'Users',
    description: 'Accounts. For super administrators.',
    rules: ['semantics 3', 'semantics 1'],
    calls: users,
  },
  {
    name: 'User groups',
    description: 'Groups of users. For super administrators.',
    rules: ['semantics 1', 'semantics 2'],
    calls: userGroups,
  },
  {
    name: 'Recover settings',
    description: 'Go back to earlier settings. For super administrators.',
    rules: ['semantics 7'],
    calls: recovery,
  },
  {
    name: 'Audit log',
    description: 'Who changed what. For super administrators.',
    rules: ['semantics 8'],
    calls: audit,
  },
  { name: 'Server', description: 'How a server is doing. For super administrators.', rules: [], calls: server },
];

/** The chapters where the rules of a call stand: its own or those of its group, and those of every call. */
export function rulesOf(call: Call): readonly Chapter[] {
  const group = callGroups.find(({ calls }) => calls.some(([one]) => one === call));
  const own = describedCalls.get(call)?.rules ?? group?.rules ?? [];
  return [...own, ...everyCall];
}

/** The words of every call. */
export const describedCalls: ReadonlyMap<Call, Described> = new Map(callGroups.flatMap(({ calls }) => calls));
