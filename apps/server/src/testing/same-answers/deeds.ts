import { secretHeaders } from '@sheetwire/contract/headers';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { expect } from 'vitest';
import { runUserCommand } from '#identity/operator/user-command.ts';
import { daily, desk, free, own, type Read, team } from './reads.ts';
import type { Stage } from './stage.ts';

/** Something that is done at one server, and the reads by which every server then shows it. */
export interface Deed {
  readonly name: string;
  does(stage: Stage): Promise<unknown>;
  readonly shows: readonly Read[];
}

const sheet = (...values: readonly string[]) =>
  `<table><tbody>${values.map((value, n) => `<tr><td data-cell="A${n + 1}">${value}</td></tr>`).join('')}</tbody></table>`;

const publish =
  (topic: string, values: readonly string[], more: object = {}, headers = {}) =>
  (stage: Stage) =>
    stage.does(
      'bot',
      'publish/report/',
      { topic, pages: [{ name: 'P', html: sheet(...values) }], ...more },
      { headers },
    );

async function versionOf(stage: Stage): Promise<number> {
  const { newestVersion } = await stage.does('vic', 'reports/versions/', { topic: daily });
  return Number(newestVersion);
}
const cells = (set: Record<string, string>) => async (stage: Stage) =>
  stage.does('bot', 'publish/cells/', {
    topic: daily,
    baseVersion: await versionOf(stage),
    cells: Object.entries(set).map(([cell, html]) => ({ page: 'P', cell, html })),
  });

type Lists = Partial<Record<'viewers' | 'publishers' | 'interactors' | 'admins', readonly string[]>>;
const usual: Lists = {
  viewers: ['ACME/vic', 'ACME/ann', 'ACME/bot', 'ACME/pub'],
  publishers: ['ACME/bot', 'ACME/pub'],
  interactors: ['ACME/ann'],
  admins: ['ACME/boss'],
};
const rights =
  (gropic: string, lists: Lists, by: 'boss' | 'plain' = 'boss') =>
  (stage: Stage) =>
    stage.does(by, 'admin/gropicperms/', {
      gropic,
      ...{ viewers: [], publishers: [], interactors: [], admins: [] },
      ...lists,
    });
const also = (list: keyof Lists, name: string): Lists => ({ ...usual, [list]: [...(usual[list] ?? []), name] });

const asRoot = (path: string, body: object) => (stage: Stage) => stage.does('root', path, body);
const asBoss = (path: string, body: object) => (stage: Stage) => stage.does('boss', path, body);
const command = (given: object) => (stage: Stage) => runUserCommand(stage.here.app.identity, given);

const moved = { kind: 'moved', page: 'P', cell: 'A1', percent: 10, action: 'hold' };

const publishing: readonly Deed[] = [
  {
    name: 'a report is published for the first time',
    does: publish(free, ['1', 'a']),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'versions of the notes',
      'publishing of plain',
      'publishing report of the notes',
    ],
  },
  {
    name: 'a report of a group is published',
    does: publish(daily, ['100', 'a']),
    shows: [
      'list of vic',
      'report of vic',
      'report of the bot',
      'report of version 1',
      'versions of vic',
      'cell history',
      'verify',
      'publishing of pub',
    ],
  },
  {
    name: 'a report is published whole',
    does: publish(daily, ['101', 'b', 'c']),
    shows: [
      'report of vic',
      'report of the bot',
      'report, changes since 1',
      'report of now',
      'versions of vic',
      'versions of the bot',
      'cell history',
      'publishing of pub',
      'publishing report',
      'guard test',
    ],
  },
  {
    name: 'cells are published',
    async does(stage) {
      stage.notes.set('then', new Date(stage.here.clock.now()).toISOString());
      await cells({ A1: '102' })(stage);
    },
    shows: [
      'report of vic',
      'report of the bot',
      'report, changes since 1',
      'report of now',
      'versions of vic',
      'versions of the bot',
      'cell history',
      'publishing of pub',
      'publishing report',
      'guard test',
      'verify a later one',
      'report of then',
    ],
  },
  {
    name: 'a report gets metadata',
    does: publish(daily, ['102', 'b', 'c'], { metadata: { desk: 'Rates' } }),
    shows: ['report of vic', 'report of now', 'versions of vic'],
  },
  {
    name: 'a workbook is published',
    does: (stage) => stage.does('bot', `publish/workbook/${desk}`, book, { method: 'PUT' }),
    shows: ['list of vic', 'desk of ann', 'publishing of pub'],
  },
  {
    name: 'values are set on a workbook',
    does: (stage) =>
      stage.does('bot', 'publish/values/', { topic: desk, sheets: [{ name: 'Prices', cells: [['A2', 7]] }] }),
    shows: ['desk of ann', 'publishing of pub'],
  },
  {
    name: 'a file is published from the portal',
    does: (stage) =>
      stage.does('pub', `publishing/workbook/${desk}`, 'Bid,Ask\n3,4\n', {
        method: 'PUT',
        headers: { 'content-type': 'text/csv' },
      }),
    shows: ['desk of ann', 'publishing of pub'],
  },
  {
    name: 'a linked file is put',
    async does(stage) {
      const { url } = await stage.does('bot', `publish/linkedfiles/${daily}/plan.txt`, 'plan', {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
      });
      stage.notes.set('file', new URL(String(url), 'http://a').pathname);
    },
    shows: ['linked file'],
  },
  {
    name: 'a view secret is set',
    does: publish(free, ['1', 'a'], { viewSecret: 'hush' }),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'notes of the bot',
      'notes of the bot with the secret',
      'audience of the notes',
      'explain plain at the notes',
    ],
  },
  {
    name: 'a view secret is removed',
    does: publish(free, ['1', 'a'], { viewSecret: '' }),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'notes of the bot',
      'notes of the bot with the secret',
      'audience of the notes',
      'explain plain at the notes',
    ],
  },
  {
    name: 'a publish secret is set',
    does: publish(free, ['1', 'a'], { publishSecret: 'shh' }),
    shows: ['notes of plain', 'publishing of plain', 'publishing report of the notes'],
  },
  {
    name: 'a publish secret is removed',
    does: publish(free, ['1', 'a'], { publishSecret: '' }, { [secretHeaders.publish]: 'shh' }),
    shows: ['notes of plain', 'publishing of plain', 'publishing report of the notes'],
  },
  {
    name: 'a report is removed',
    does: (stage) => stage.does('bot', 'publish/remove/', { topic: free }),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'notes of the bot',
      'versions of the notes',
      'publishing report of the notes',
    ],
  },
  {
    name: 'a removed report is published again',
    does: publish(free, ['1', 'a']),
    shows: [
      'list of plain',
      'list of the bot',
      'notes of plain',
      'notes of the bot',
      'versions of the notes',
      'publishing report of the notes',
    ],
  },
];

const givenRights: readonly Deed[] = [
  {
    name: 'the right to view is given',
    does: rights(own, also('viewers', 'ACME/plain')),
    shows: [
      'list of plain',
      'report of plain',
      'audience',
      'admin page of the group',
      'explain plain',
      'audit',
      'audit as csv',
    ],
  },
  {
    name: 'the right to view is taken',
    does: rights(own, usual),
    shows: ['list of plain', 'report of plain', 'audience', 'admin page of the group', 'explain plain', 'audit'],
  },
  {
    name: 'the right to publish is given',
    does: rights(own, {
      ...also('viewers', 'ACME/plain'),
      publishers: [...(usual.publishers ?? []), 'ACME/plain'],
    }),
    shows: ['report of plain', 'publishing of plain', 'admin page of the group', 'explain plain'],
  },
  {
    name: 'the right to interact is given',
    does: rights(own, { ...usual, interactors: ['ACME/ann', 'ACME/vic'] }),
    shows: ['report of vic', 'report of plain', 'publishing of plain', 'admin page of the group'],
  },
  {
    name: 'the right to interact is taken',
    does: rights(own, { ...usual, interactors: [] }),
    shows: ['report of vic', 'report of ann', 'desk of ann', 'admin page of the group'],
  },
  {
    name: 'the lists are as before',
    does: rights(own, usual),
    shows: ['report of ann', 'desk of ann', 'admin page of the group'],
  },
  {
    name: 'a group of users is made',
    does: asRoot('admin/usergroups/createusergroup/', { group: team }),
    shows: ['admin page of root', 'users of the team', 'user groups', 'the team', 'recovery of groups', 'audit'],
  },
  {
    name: 'a group is given a right',
    does: rights(own, also('viewers', team)),
    shows: ['admin page of the group', 'recovery of groups', 'audit'],
  },
  {
    name: 'a group gets a member',
    does: asRoot('admin/usergroups/updateusergroup/', { group: team, members: ['ACME/plain', 'ACME/lee'] }),
    shows: [
      'list of plain',
      'list of lee',
      'report of plain',
      'audience',
      'users of the team',
      'explain lee',
      'the team',
    ],
  },
  {
    name: 'a group loses a member',
    does: asRoot('admin/usergroups/updateusergroup/', { group: team, members: ['ACME/lee'] }),
    shows: ['list of plain', 'report of plain', 'audience', 'users of the team', 'explain plain', 'the team'],
  },
  {
    name: 'a group is removed',
    does: asRoot('admin/usergroups/removeusergroup/', { group: team }),
    shows: ['list of lee', 'admin page of the group', 'users of the team', 'explain lee', 'user groups', 'the team'],
  },
  {
    name: 'a report gets lists of its own',
    does: asBoss('admin/assumeadmin/', { gropic: daily }),
    shows: [
      'list of vic',
      'report of vic',
      'report of the bot',
      'report of version 1',
      'versions of vic',
      'cell history',
      'verify',
      'audience',
      'linked file',
      'admin page of the report',
    ],
  },
  {
    name: 'lists of a report are given up',
    does: rights(daily, {}),
    shows: [
      'list of vic',
      'report of vic',
      'report of the bot',
      'report of version 1',
      'versions of vic',
      'cell history',
      'verify',
      'audience',
      'linked file',
      'admin page of the report',
    ],
  },
  {
    name: 'a group of reports is claimed',
    does: (stage) => stage.does('plain', 'admin/assumeadmin/', { gropic: 'ACME/FREE' }),
    shows: [
      'list of plain',
      'notes of plain',
      'versions of the notes',
      'audience of the notes',
      'publishing report of the notes',
      'admin page of the notes',
      'explain plain at the notes',
    ],
  },
  {
    name: 'a group of reports is given up',
    does: rights('ACME/FREE', {}, 'plain'),
    shows: [
      'list of plain',
      'notes of plain',
      'versions of the notes',
      'audience of the notes',
      'publishing report of the notes',
      'admin page of the notes',
      'explain plain at the notes',
    ],
  },
  {
    name: 'an Admin page is blocked',
    does: asRoot('admin/users/setswitches/', { user: 'ACME/boss', blockAdminPage: true }),
    shows: ['account of boss', 'admin page of the group', 'guard', 'retention', 'publishing report of boss'],
  },
  {
    name: 'an Admin page is opened again',
    does: asRoot('admin/users/setswitches/', { user: 'ACME/boss', blockAdminPage: false }),
    shows: ['account of boss', 'admin page of the group', 'guard', 'retention', 'publishing report of boss'],
  },
];

const history: readonly Deed[] = [
  {
    name: 'a version is tagged',
    does: (stage) => stage.does('bot', 'publish/tag/', { topic: daily, version: 2, tag: 'Final' }),
    shows: ['versions of vic', 'versions of the bot', 'publishing report', 'audit'],
  },
  {
    name: 'a tag is taken away',
    does: (stage) => stage.does('boss', 'publish/tag/', { topic: daily, version: 2, tag: '' }),
    shows: ['versions of vic', 'versions of the bot', 'publishing report', 'audit'],
  },
  {
    name: 'a report is rolled back',
    async does(stage) {
      const { version } = await stage.does('boss', 'publish/rollback/', { topic: daily, version: 1, reason: 'wrong' });
      stage.notes.set('rollback', String(version));
    },
    shows: [
      'report of vic',
      'versions of vic',
      'cell history',
      'publishing report',
      'publishing report of boss',
      'verify',
    ],
  },
  {
    name: 'the publisher is let go on',
    does: (stage) =>
      stage.does('boss', 'publish/release/', { topic: daily, version: Number(stage.note('rollback')), accept: true }),
    shows: ['versions of the bot', 'publishing report', 'publishing report of boss'],
  },
  {
    name: 'a snapshot is taken',
    does: (stage) =>
      stage.does('boss', 'admin/capturesnapshot/', { topic: daily, location: 'Reykjavik', backdate: false }),
    shows: ['snapshot', 'report of vic', 'versions of vic'],
  },
  {
    name: 'settings of snapshots are saved',
    does: asBoss('admin/snapshotsettings/', {
      ...{ captureSnapshot: true, gropic: own, rollTime: '23:59', rollTimeLocation: 'Chicago', backdate: true },
    }),
    shows: ['admin page of the group', 'recovery of snapshots'],
  },
  {
    name: 'versions are kept for less',
    does: asBoss('admin/retention/', { topic: daily, kept: { versionHours: 12, minuteDays: 3, hourDays: 9 } }),
    shows: ['retention', 'versions of vic', 'publishing report'],
  },
];

const guarded: readonly Deed[] = [
  { name: 'rules are set', does: asBoss('admin/guard/', { topic: daily, rules: [moved] }), shows: ['guard', 'audit'] },
  {
    name: 'a publish is held',
    does: publish(daily, ['200', 'b']),
    shows: ['report of vic', 'versions of vic', 'publishing of pub', 'publishing report', 'guard'],
  },
  { name: 'cells are held with it', does: publish(daily, ['210', 'c']), shows: ['publishing report', 'guard'] },
  {
    name: 'a held publish is released',
    does: (stage) => decide(stage, true),
    shows: ['report of vic', 'versions of vic', 'publishing of pub', 'publishing report', 'guard', 'guard test'],
  },
  { name: 'another is held', does: publish(daily, ['400', 'c']), shows: ['report of vic', 'guard'] },
  {
    name: 'a held publish is refused',
    does: (stage) => decide(stage, false),
    shows: ['report of vic', 'versions of vic', 'publishing of pub', 'publishing report', 'guard'],
  },
  {
    name: 'rules refuse',
    does: asBoss('admin/guard/', { topic: daily, rules: [{ ...moved, action: 'refuse' }] }),
    shows: ['guard', 'audit'],
  },
  {
    name: 'a publish is refused by a rule',
    does: (stage) =>
      stage.ask(stage.here, {
        by: 'bot',
        path: 'publish/report/',
        body: { topic: daily, pages: [{ name: 'P', html: sheet('900') }] },
      }),
    shows: ['publishing report', 'publishing report of boss'],
  },
  {
    name: 'rules warn',
    does: asBoss('admin/guard/', { topic: daily, rules: [{ ...moved, action: 'warn' }] }),
    shows: ['guard'],
  },
  {
    name: 'a publish is marked',
    does: publish(daily, ['901', 'c']),
    shows: ['report of vic', 'guard', 'publishing report'],
  },
  {
    name: 'rules are taken away',
    does: asBoss('admin/guard/', { topic: daily, rules: [] }),
    shows: ['guard', 'audit'],
  },
];

async function decide(stage: Stage, accept: boolean): Promise<unknown> {
  const { held } = await stage.does('boss', 'admin/guard/', { topic: daily });
  const { version } = held as { version: number };
  return stage.does('boss', 'publish/release/', { topic: daily, version, accept, reason: 'looked at' });
}

const book = buildXlsx({ sheets: [{ name: 'Prices', body: cellsXml([[['Bid', 0]], [[1, 0]]]) }] });

const note = '<textarea data-control="Comment"></textarea>';

async function waiting(stage: Stage): Promise<readonly { readonly id: string }[]> {
  const asked = { session: stage.note('session'), cursor: '', waitMs: 0 };
  const { updates } = await stage.does('bot', 'publish/controls/', asked);
  return updates as { id: string }[];
}

const controls: readonly Deed[] = [
  {
    name: 'a report with a control is published',
    does: publish(desk, [note]),
    shows: ['desk of ann', 'publishing of pub'],
  },
  {
    name: 'a publisher connects',
    async does(stage) {
      const { session } = await stage.does('bot', 'publish/open/', { topics: [desk], instanceId: 'book' });
      stage.notes.set('session', String(session));
    },
    shows: ['desk of ann', 'controls', 'publishing of pub'],
  },
  {
    name: 'a control is used',
    async does(stage) {
      const body = { topic: desk, attributeVal: 'Comment', controlVal: 'seen', id: 'm1-1' };
      stage.open = stage.ask(stage.here, { by: 'ann', path: 'reports/oncontrolaction/', body });
      await expect.poll(() => waiting(stage), { timeout: 10_000 }).toHaveLength(1);
    },
    shows: ['controls'],
  },
  {
    name: 'a control is acknowledged',
    async does(stage) {
      const acks = (await waiting(stage)).map(({ id }) => ({ id, status: 'updated' }));
      await stage.does('bot', 'publish/ack/', { session: stage.note('session'), acks });
      expect(await stage.open).toMatchObject({ body: { updated: true } });
    },
    shows: ['controls'],
  },
  {
    name: 'controls are held',
    does: publish(desk, [note, '1'], { holdControls: true }),
    shows: ['desk of ann'],
  },
];

const accounts: readonly Deed[] = [
  {
    name: 'a user is made',
    does: asRoot('admin/users/createuser/', { user: 'ACME/new', email: 'new@acme.example', associatedAdUser: '' }),
    shows: ['users', 'user new', 'user groups', 'admin page of root', 'users of everyone', 'audit'],
  },
  {
    name: 'a user gets another address',
    does: asRoot('admin/users/updateuser/', { user: 'ACME/new', email: 'newer@acme.example', associatedAdUser: '' }),
    shows: ['user new', 'audit'],
  },
  {
    name: 'a user may change the address',
    does: asRoot('admin/users/setswitches/', { user: 'ACME/lee', canChangeEmail: true, deepLog: true }),
    shows: ['user lee', 'audit'],
  },
  {
    name: 'a user is disabled',
    does: command({ command: 'set', user: 'ACME/new', disabled: true }),
    shows: ['users', 'user new', 'users of everyone'],
  },
  {
    name: 'a user is removed',
    does: asRoot('admin/users/removeuser/', { user: 'ACME/new' }),
    shows: ['users', 'user new', 'user groups', 'admin page of root'],
  },
  {
    name: 'recent reports are noted',
    does: (stage) => stage.does('lee', 'accounts/usersettings/', { recentReports: [daily, free] }),
    shows: ['account of lee'],
  },
  {
    name: 'a user logs in elsewhere',
    does: (stage) => stage.login('ACME/lee'),
    shows: ['sessions of lee', 'user lee'],
  },
  {
    name: 'another session is ended',
    async does(stage) {
      const { sessions } = await stage.does('lee', 'accounts/sessions/');
      const other = (sessions as { id: string; isThis: boolean }[]).find(({ isThis }) => !isThis);
      await stage.does('lee', 'accounts/endsession/', { id: other?.id });
    },
    shows: ['sessions of lee', 'user lee'],
  },
  {
    name: 'a key is made',
    async does(stage) {
      const { id } = await stage.does('lee', 'tokens/apikeys/', { name: 'tests' });
      stage.notes.set('key', String(id));
    },
    shows: ['keys of lee', 'audit'],
  },
  {
    name: 'a key is revoked',
    does: (stage) => stage.does('lee', 'tokens/apikeys/revoke/', { id: stage.note('key') }),
    shows: ['keys of lee', 'audit'],
  },
  {
    name: 'a new password is asked for',
    async does(stage) {
      await stage.does('nobody', 'accounts/resetpassword/', { email: 'ACME.lee@example.com' });
      await expect.poll(() => stage.mailed(), { timeout: 10_000 }).toMatch(/./);
      stage.notes.set('emailkey', await stage.mailed());
    },
    shows: ['an emailed key'],
  },
  {
    name: 'a password is changed',
    does: command({ command: 'set-password', user: 'ACME/lee', password: 'violet kettle under bridge 47' }),
    shows: ['account of lee', 'list of lee', 'email of lee', 'sessions of lee', 'user lee', 'an emailed key'],
  },
  {
    name: 'a user logs out',
    does: (stage) => stage.does('ann', 'accounts/logout/', {}),
    shows: ['report of ann', 'desk of ann'],
  },
  {
    name: 'all sessions of a user are ended',
    does: asRoot('admin/users/endsessions/', { user: 'ACME/plain' }),
    shows: ['account of plain', 'list of plain', 'notes of plain', 'publishing of plain', 'audit'],
  },
  {
    name: 'rights are recovered',
    does: (stage) =>
      stage.does('root', 'admin/recoversettings/recover/', {
        settings: 'permissions',
        settingsDate: stage.note('isoDay'),
      }),
    shows: [
      'report of boss',
      'admin page of the group',
      'settings dates',
      'recovery of rights',
      'explain plain',
      'audit',
    ],
  },
];

/** In this order: each leaves what the next needs. */
export const deeds: readonly Deed[] = [...publishing, ...givenRights, ...history, ...guarded, ...controls, ...accounts];

/** What is there before the first of them: a group of reports with its admin, and a copy of the settings. */
export async function prepare(stage: Stage): Promise<void> {
  await stage.does('boss', 'admin/assumeadmin/', { gropic: own });
  await rights(own, usual)(stage);
  await stage.here.stores.settingsBackups.keepDay();
  const day = new Date(stage.here.clock.now()).toISOString().slice(0, 10);
  stage.notes.set('isoDay', day);
  stage.notes.set('day', day.replaceAll('-', ''));
}
