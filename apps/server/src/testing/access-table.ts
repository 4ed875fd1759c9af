import * as admin from '@sheetwire/contract/admin';
import * as audit from '@sheetwire/contract/audit';
import type { Call } from '@sheetwire/contract/call';
import * as guarding from '@sheetwire/contract/guard/calls';
import * as live from '@sheetwire/contract/live';
import * as past from '@sheetwire/contract/past/calls';
import * as publish from '@sheetwire/contract/publish';
import * as publishing from '@sheetwire/contract/publishing/calls';
import * as forPrograms from '@sheetwire/contract/publishing/for-programs';
import * as publishHistory from '@sheetwire/contract/publishing/history';
import { retention } from '@sheetwire/contract/publishing/retention';
import * as recoversettings from '@sheetwire/contract/recoversettings';
import * as reports from '@sheetwire/contract/reports';
import * as server from '@sheetwire/contract/server/calls';
import * as usergroups from '@sheetwire/contract/usergroups';
import * as users from '@sheetwire/contract/users';
import { verify } from '@sheetwire/contract/verify/calls';
import { linkVersion } from '@sheetwire/contract/verify/link';
import { topicsDetails } from '@sheetwire/contract/viewtopics';

/** Who calls, and the account of each. */
export const roles = {
  nobody: undefined,
  plain: 'ACME/plain',
  claimer: 'ACME/claimer',
  blocked: 'ACME/blocked',
  viewer: 'ACME/viewer',
  publisher: 'ACME/publisher',
  interactor: 'ACME/interactor',
  reportAdmin: 'ACME/report.admin',
  groupAdmin: 'ACME/group.admin',
  nestedAdmin: 'ACME/nested.admin',
  foreign: 'OTHER/foreign',
  foreignAdmin: 'OTHER/foreign.admin',
  super: 'ACME/super',
} as const;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles).filter((name): name is Role => name in roles);
const ofEntity: readonly Role[] = roleNames.filter((role) => roles[role]?.startsWith('ACME/'));

/** What they call it on: a group, its reports without and with lists of their own, another's, nobody's, another entity's. */
export const targets = {
  own: 'ACME/OWN',
  bare: 'ACME/OWN/BARE',
  listed: 'ACME/OWN/LISTED',
  other: 'ACME/OTHER GROUP',
  free: 'ACME/FREE',
  freeReport: 'ACME/FREE/REPORT',
  freeOther: 'OTHER/FREE',
  foreign: 'OTHER/FX',
  foreignReport: 'OTHER/FX/REPORT',
} as const;
export type Target = keyof typeof targets;
export type Allowed = Partial<Record<Target, readonly Role[]>>;

const groupAdmins = ['groupAdmin', 'nestedAdmin', 'super'] as const;
const unblocked = ofEntity.filter((role) => role !== 'blocked');

/** The gropic's own admins, and super admins. */
export const changers: Allowed = {
  own: groupAdmins,
  bare: ['super'],
  listed: ['reportAdmin', 'super'],
  other: ['super'],
  free: ['super'],
  freeOther: ['super'],
  foreign: ['foreignAdmin', 'super'],
};
/** Those, and of a report without lists of its own the group's admins. */
const configurers: Allowed = { ...changers, bare: groupAdmins, foreignReport: ['foreignAdmin', 'super'] };
export const ofReports: Allowed = { bare: groupAdmins, listed: ['reportAdmin', 'super'] };
/** Those who see and keep the history of a report beside its publishers; super admins of any. */
export const keepers: Allowed = {
  bare: groupAdmins,
  listed: ['reportAdmin', 'super'],
  freeReport: ['super'],
  foreignReport: ['foreignAdmin', 'super'],
};
const assumers: Allowed = {
  own: ['super'],
  bare: groupAdmins,
  listed: ['super'],
  other: ['super'],
  free: unblocked,
  freeReport: unblocked,
  freeOther: ['foreign', 'foreignAdmin', 'super'],
  foreign: ['super'],
  foreignReport: ['foreignAdmin', 'super'],
};
/** Who assumes under each rule of who claims: a group's is for its own entity, and reports of groups are their admins'. */
export const claimRules: readonly (readonly [string, Allowed])[] = [
  ['super', { ...assumers, free: ['super'], freeReport: ['super'], freeOther: ['super'] }],
  ['ACME/OWNERS', { ...assumers, free: ['claimer', 'super'], freeReport: ['claimer', 'super'], freeOther: ['super'] }],
];
export const viewers: Allowed = {
  bare: ['viewer', 'publisher', 'interactor', 'foreign'],
  listed: [],
  freeReport: ofEntity,
  foreignReport: [],
};
export const interactors: Allowed = { bare: ['interactor'], listed: [], freeReport: [], foreignReport: [] };
export const publishers: Allowed = { bare: ['publisher'], listed: [], freeReport: ofEntity, foreignReport: [] };

export interface Row {
  readonly call: Call;
  readonly allowed: Allowed;
  /** `present` are the lists of the gropic as they stand. */
  input(target: string, present: object): object;
}

export const none = { viewers: [], publishers: [], interactors: [], admins: [] };
export const nothingHeld = {
  principalsId: '',
  numAdmined: 0,
  asSuperAdmin: true,
  gropicPermsId: '',
  principalToAdd: '',
};
const snapshot = { captureSnapshot: false, rollTime: '23:59', rollTimeLocation: 'Chicago', backdate: false };

/** The calls on a gropic, with an input that changes nothing where it is allowed. */
export const gropicRows: readonly Row[] = [
  { call: admin.gropicPerms, allowed: changers, input: (gropic, present) => ({ gropic, ...present }) },
  { call: admin.assumeAdmin, allowed: assumers, input: (gropic) => ({ gropic }) },
  {
    call: admin.adminDetails,
    allowed: configurers,
    input: (selectedGropic) => ({ ...nothingHeld, selectedGropic, returnTzLocations: false }),
  },
  {
    call: admin.getUsers,
    allowed: configurers,
    input: (gropic) => ({ principal: 'ACME/[ALL]', principalGroups: [], gropic }),
  },
  { call: admin.explain, allowed: configurers, input: (gropic) => ({ user: 'ACME/viewer', gropic }) },
  { call: admin.snapshotSettings, allowed: configurers, input: (gropic) => ({ gropic, ...snapshot }) },
  {
    call: admin.captureSnapshot,
    allowed: ofReports,
    input: (topic) => ({ topic, location: 'Nowhere', backdate: false }),
  },
  { call: guarding.guard, allowed: ofReports, input: (topic) => ({ topic }) },
  { call: retention, allowed: ofReports, input: (topic) => ({ topic, kept: {} }) },
  { call: guarding.guardTest, allowed: ofReports, input: (topic) => ({ topic, rules: [] }) },
];

/** A call of publishers; whoever has no right to the report is refused whatever else it says. */
interface PublishRow {
  readonly call: Call;
  input(topic: string): object;
}

const content = (topic: string) => ({ topic, pages: [{ name: 'P', html: '<p>1</p>' }] });

/** What takes a report away comes last. */
export const publishRows: readonly PublishRow[] = [
  { call: publish.publishReport, input: content },
  { call: publish.publishCells, input: (topic) => ({ topic, baseVersion: 9, cells: [] }) },
  { call: publish.publishValues, input: (topic) => ({ topic, sheets: [] }) },
  { call: publish.publishOpen, input: (topic) => ({ topics: [topic], instanceId: 'one' }) },
  { call: publish.publishLinkedFile, input: () => ({}) },
  { call: publish.publishWorkbook, input: () => ({}) },
  { call: publish.publishAudience, input: (topic) => ({ topic }) },
  { call: publish.publishRemove, input: (topic) => ({ topic }) },
];

/** What is done with versions: a publisher's bearer or the session of an admin of the report may. */
export const historyRows: readonly PublishRow[] = [
  { call: publishHistory.publishTag, input: (topic) => ({ topic, version: 999, tag: 'Final' }) },
  { call: publishHistory.publishRollback, input: (topic) => ({ topic, version: 999, reason: 'wrong' }) },
  { call: publishHistory.publishRelease, input: (topic) => ({ topic, version: 999, accept: true }) },
];

/** The same of the Publishing page, which come with a session; what is sent ahead of the refusal is no file. */
export const publishingRows: readonly (PublishRow & { readonly takesBearer: boolean })[] = [
  { call: publishing.previewWorkbook, input: () => ({}), takesBearer: true },
  { call: publishing.sendWorkbook, input: () => ({}), takesBearer: false },
];

/** What a program of an admin asks of the rules of a report. */
export const programRows: readonly PublishRow[] = [
  { call: forPrograms.publishGuard, input: (topic) => ({ topic }) },
  { call: forPrograms.publishGuardTest, input: (topic) => ({ topic, rules: [] }) },
];

/** Calls on reports that the matrix asks in another way than by a row. */
const askedApart: readonly Call[] = [
  reports.report,
  past.versions,
  forPrograms.publishVersions,
  past.cellHistory,
  linkVersion,
  verify,
  reports.onControlAction,
  topicsDetails,
  live.watch,
  publishing.publishingReports,
  publishing.publishingReport,
];

/** Calls on nothing but the caller's own sessions, account, keys, streams and leases: nobody else's is ever named. */
const ofCaller: ReadonlySet<string> = new Set(['accounts', 'tokens']);
const ownCalls: readonly Call[] = [live.stream, publish.publishControls, publish.publishAck];

/** The calls that have no place in the matrix; each that is on a gropic, a report or everybody needs one. */
export function withoutRow(calls: Iterable<readonly [name: string, call: Call]>): string[] {
  const rows = [...gropicRows, ...publishRows, ...historyRows, ...programRows, ...publishingRows].map(
    ({ call }) => call,
  );
  const placed = new Set([...rows, ...superRows.map(([call]) => call), ...askedApart, ...ownCalls]);
  return [...calls]
    .filter(([name, call]) => !placed.has(call) && !ofCaller.has(name.slice(0, name.indexOf('.'))))
    .map(([name]) => name);
}

const date = { settings: 'permissions', settingsDate: '2001-01-01' };
const account = { user: 'ACME/not.there', email: 'no email', associatedAdUser: '' };
const group = { group: 'ACME/NOT THERE' };

/** The calls of super admins, with an input that changes nothing. */
export const superRows: readonly (readonly [Call, object])[] = [
  [users.usersDetails, { usersId: '', adUsersId: '', userEntities: [] }],
  [users.getUser, { user: account.user }],
  [users.getAdUser, { associatedAdUser: account.user }],
  [users.createUser, account],
  [users.updateUser, account],
  [users.sendPasswordResetEmail, { user: account.user }],
  [users.removeUser, { user: account.user }],
  [users.setSwitches, { user: account.user, deepLog: true }],
  [users.endUserSessions, { user: account.user }],
  [usergroups.userGroupsDetails, { principalsId: '', userGroupsId: '', userEntities: [] }],
  [usergroups.getUserGroup, group],
  [usergroups.createUserGroup, { group: 'ACME/ALL' }],
  [usergroups.removeUserGroup, group],
  [usergroups.updateUserGroup, { ...group, members: [] }],
  [recoversettings.settingsDates, {}],
  [recoversettings.previewRecovery, date],
  [recoversettings.recover, date],
  [audit.auditRows, {}],
  [audit.auditCsv, {}],
  [server.serverFigures, {}],
];
