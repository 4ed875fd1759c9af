import { secretHeaders } from '@sheetwire/contract/headers';
import type { TestApp } from '../test-app.ts';
import type { Ask, Stage } from './stage.ts';

export const own = 'ACME/OWN';
export const daily = 'ACME/OWN/DAILY';
export const desk = 'ACME/OWN/DESK';
export const free = 'ACME/FREE/NOTES';
export const team = 'ACME/RISK TEAM';

const report = (by: Ask['by'], topic: string, more: object = {}, headers = {}): Ask => ({
  by,
  path: 'reports/report/',
  body: { topic, reportTime: '', ...more },
  headers,
});
const details = (by: Ask['by'], selectedGropic: string): Ask => ({
  by,
  path: 'admin/admindetails/',
  body: {
    ...{ principalsId: '', numAdmined: 0, asSuperAdmin: by === 'root', gropicPermsId: '', principalToAdd: team },
    ...{ selectedGropic, returnTzLocations: false },
  },
});
const of = (by: Ask['by'], path: string, body: object = {}): Ask => ({ by, path, body });
const explain = (user: string, gropic: string) => of('root', 'admin/explain/', { user, gropic });
const got = (by: Ask['by'], path: string): Ask => ({ by, path, method: 'GET' });

/** A read, which may be of something that a deed made: before that it is not asked. */
type Asked = Ask | ((stage: Stage) => Ask | undefined);

/** What the API tells, each as it is asked of every server after each deed. */
export const reads = {
  'list of vic': of('vic', 'viewtopics/topicsdetails/', { currnumtopics: 0 }),
  'list of plain': of('plain', 'viewtopics/topicsdetails/', { currnumtopics: 0 }),
  'list of lee': of('lee', 'viewtopics/topicsdetails/', { currnumtopics: 0 }),
  'list of the bot': of('bot', 'viewtopics/topicsdetails/', { currnumtopics: 0 }),
  'report of vic': report('vic', daily),
  'report of ann': report('ann', daily),
  'report of plain': report('plain', daily),
  'report of boss': report('boss', daily),
  'report of the bot': report('bot', daily),
  'report, changes since 1': report('vic', daily, { fromVersion: 1 }),
  'report of version 1': report('vic', daily, { at: 1 }),
  snapshot: (stage: Stage) => report('vic', `${daily}.${stage.note('day')}`),
  'report of then': (stage: Stage) => stage.with('then', (at) => report('vic', daily, { at })),
  'report of now': report('vic', daily, { at: '2100-01-01T00:00:00Z' }),
  'desk of ann': report('ann', desk),
  'notes of plain': report('plain', free),
  'notes of the bot': report('bot', free),
  'notes of the bot with the secret': report('bot', free, {}, { [secretHeaders.view]: 'hush' }),
  'notes of plain with the secret': report('plain', free, {}, { [secretHeaders.view]: 'hush' }),
  'versions of vic': of('vic', 'reports/versions/', { topic: daily }),
  'versions of boss': of('boss', 'reports/versions/', { topic: daily }),
  'versions of the bot': of('bot', 'publish/versions/', { topic: daily }),
  'versions of the notes': of('plain', 'reports/versions/', { topic: free }),
  'cell history': of('vic', 'reports/cellhistory/', { topic: daily, page: 'P', cell: 'A1' }),
  verify: of('vic', 'reports/verify/', { topic: daily, version: 1, page: 'P', cell: 'A1' }),
  'verify a later one': of('vic', 'reports/verify/', { topic: daily, version: 3, page: 'P', cell: 'A1' }),
  audience: of('bot', 'publish/audience/', { topic: daily }),
  'audience of the notes': of('bot', 'publish/audience/', { topic: free }),
  controls: (stage: Stage) =>
    stage.with('session', (session) => of('bot', 'publish/controls/', { session, cursor: '', waitMs: 0 })),
  'linked file': (stage: Stage) => stage.with('file', (path) => got('vic', path)),
  'publishing of pub': of('pub', 'publishing/reports/'),
  'publishing of plain': of('plain', 'publishing/reports/'),
  'publishing report': of('pub', 'publishing/report/', { topic: daily }),
  'publishing report of boss': of('boss', 'publishing/report/', { topic: daily }),
  'publishing report of the notes': of('plain', 'publishing/report/', { topic: free }),
  'admin page of the group': details('boss', own),
  'admin page of the report': details('boss', daily),
  'admin page of the notes': details('plain', free),
  'admin page of root': details('root', free),
  'users of everyone': of('boss', 'admin/getusers/', { principal: 'ACME/[ALL]', principalGroups: [], gropic: own }),
  'users of the team': of('root', 'admin/getusers/', { principal: team, principalGroups: [] }),
  'explain plain': explain('ACME/plain', daily),
  'explain lee': explain('ACME/lee', daily),
  'explain plain at the notes': explain('ACME/plain', free),
  guard: of('boss', 'admin/guard/', { topic: daily, difference: true, sides: true }),
  'guard of the bot': of('bot', 'publish/guard/', { topic: daily }),
  'guard test': of('boss', 'admin/guardtest/', {
    topic: daily,
    rules: [{ kind: 'moved', page: 'P', cell: 'A1', percent: 10, action: 'hold' }],
  }),
  retention: of('boss', 'admin/retention/', { topic: daily }),
  users: of('root', 'admin/users/usersdetails/', { usersId: '', adUsersId: '', userEntities: [] }),
  'user lee': of('root', 'admin/users/getuser/', { user: 'ACME/lee' }),
  'user new': of('root', 'admin/users/getuser/', { user: 'ACME/new' }),
  'user groups': of('root', 'admin/usergroups/usergroupsdetails/', {
    ...{ principalsId: '', userGroupsId: '', userEntities: [] },
  }),
  'the team': of('root', 'admin/usergroups/getusergroup/', { group: team }),
  'settings dates': got('root', 'admin/recoversettings/settingsdates/'),
  'recovery of rights': (stage: Stage) => recovery(stage, 'permissions'),
  'recovery of users': (stage: Stage) => recovery(stage, 'users'),
  'recovery of groups': (stage: Stage) => recovery(stage, 'usergroups'),
  'recovery of snapshots': (stage: Stage) => recovery(stage, 'snapshots'),
  audit: of('root', 'admin/audit/rows/', { most: 100 }),
  'audit as csv': got('root', 'admin/audit/csv/'),
  'account of lee': of('lee', 'accounts/username/'),
  'account of plain': of('plain', 'accounts/username/'),
  'account of boss': of('boss', 'accounts/username/'),
  'email of lee': of('lee', 'accounts/emaildetails/'),
  'sessions of lee': of('lee', 'accounts/sessions/'),
  'keys of lee': of('lee', 'tokens/apikeys/list/'),
  'ways in': of('nobody', 'accounts/usesso/'),
  'an emailed key': (stage: Stage) => stage.with('emailkey', (key) => got('nobody', `accounts/getuser/?key=${key}`)),
} as const satisfies Record<string, Asked>;
export type Read = keyof typeof reads;
export const readNames = Object.keys(reads).filter((name): name is Read => name in reads);

function recovery(stage: Stage, settings: string): Ask {
  return of('root', 'admin/recoversettings/preview/', { settings, settingsDate: stage.note('isoDay') });
}

/** The answer as a text that is the same wherever it comes from; without what a server only hears, for one that is new. */
export async function answerOf(stage: Stage, server: TestApp, name: Read, isNew = false): Promise<string> {
  const read: Asked = reads[name];
  const asked = typeof read === 'function' ? read(stage) : read;
  if (!asked) return '';
  const kept = (key: string, value: unknown) => (isNew && HEARD.has(key) ? undefined : sameOf(key, value));
  return JSON.stringify(await stage.ask(server, asked), kept, 1);
}

/** Leaves out what a server tells of itself or of the moment, as the documents of the calls say. */
function sameOf(key: string, value: unknown): unknown {
  if (key === 'publisherSeenUtc') return value === null ? null : 'seen';
  if (OF_ONE_SERVER.has(key)) return undefined;
  return isSilence(value) ? { ...value, to: 'now' } : value;
}

/** The times of calls, which are noted every few seconds; which of a session's polls it was. */
const OF_ONE_SERVER: ReadonlySet<string> = new Set(['seenUtc', 'lastUsedUtc', 'cursor']);
/** In no store. */
const HEARD: ReadonlySet<string> = new Set(['publisherSeenUtc', 'publisherConnected', 'publisher', 'refused']);

/** The last silence of a report lasts until it is asked for. */
function isSilence(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'silence';
}
