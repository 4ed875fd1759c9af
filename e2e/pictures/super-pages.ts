import { createUserGroup, updateUserGroup } from '@sheetwire/contract/usergroups';
import type { Page } from 'playwright-core';
import { boss, startAdminSite } from '../admin/admin-site.ts';
import { answerOf, answerWith, button, field, silence, words } from './answers.ts';
import { audit } from './audit.ts';
import { type Album, type State, takePictures } from './camera.ts';
import { groups } from './groups.ts';
import { users } from './users.ts';

const dates = {
  permissions: ['2026-10-30', '2026-11-02', '2026-11-03', '2026-11-04'],
  users: [],
  usergroups: ['2026-11-03'],
  snapshots: ['2026-11-04'],
};
const time = '2026-11-03T09:12:44.120Z';
const undoPoints = [
  { settings: 'usergroups', time },
  { settings: 'permissions', time },
  { settings: 'snapshots', time: '2026-10-12T16:01:09.003Z' },
];
const preview = {
  message: '',
  added: { count: 2, names: ['DEMO/RATES', 'DEMO/RATES/DAILY PNL'] },
  removed: { count: 0, names: [] },
  changed: { count: 1200, names: ['DEMO/FX', 'DEMO/FX/SPOT'] },
  leftOut: { count: 1, names: ['DEMO/left.long.ago'] },
  signedOut: { count: 3, names: ['DEMO/ida', 'DEMO/jo', 'DEMO/vic'] },
};

const takesRights = {
  ...preview,
  removed: { count: 1, names: ['DEMO/DESK'] },
  signedOut: { count: 0, names: [] },
  lost: {
    count: 42,
    rights: [
      { of: 'DEMO/FX/SPOT', principal: 'DEMO/DESK', rights: ['viewers', 'interactors', 'publishers'] },
      { of: 'DEMO/RATES/DAILY PNL', principal: 'DEMO/DESK', rights: ['viewers'] },
      { of: 'DEMO/ALL DESKS', principal: 'DEMO/DESK', rights: ['member'] },
    ],
  },
  also: [],
  offered: ['permissions'],
};

const withDates = (page: Page) => answerOf(page, 'settingsdates', { ...dates, undoPoints });

async function choose(page: Page, kind = 'Report Permissions'): Promise<void> {
  await page.getByRole('radio', { name: kind }).check();
  await field(page, 'Date').fill('2026-11-03');
  await page.keyboard.press('Enter');
}

async function recover(page: Page): Promise<void> {
  await choose(page);
  await words(page, /^Added/);
  await button(page, 'Recover').click();
}

/** The preview and what the recovery comes to. */
function recovering(answer: object, shown: object = preview): Pick<State, 'prepare'> {
  return {
    async prepare(page) {
      await withDates(page);
      await answerOf(page, 'preview', shown);
      await answerOf(page, 'recover', answer);
    },
  };
}

const recovery: readonly State[] = [
  {
    name: 'loading',
    isWaiting: true,
    prepare: (page) => silence(page, 'settingsdates'),
    go: (page) => words(page, /^Loading/),
  },
  {
    name: 'nothing-to-recover',
    prepare: (page) => answerOf(page, 'settingsdates', {}),
    go: (page) => words(page, 'no dates'),
  },
  { name: 'kinds', prepare: withDates, go: (page) => words(page, 'Undo a recovery') },
  { name: 'dates', prepare: withDates, go: (page) => page.getByRole('radio', { name: 'Report Permissions' }).check() },
  {
    name: 'no-such-date',
    prepare: withDates,
    async go(page) {
      await choose(page);
      await field(page, 'Date').fill('2026-11-01');
      await page.keyboard.press('Enter');
      await words(page, 'No backup');
    },
  },
  {
    name: 'preview',
    ...recovering({}),
    darkPhone: true,
    async go(page) {
      await choose(page);
      await page.getByText(/^Logged out/).click();
    },
  },
  {
    name: 'takes-rights',
    ...recovering({}, takesRights),
    darkPhone: true,
    async go(page) {
      await choose(page, 'User Groups');
      await words(page, 'Rights and memberships lost: 42');
    },
  },
  {
    name: 'no-change',
    ...recovering({}, { message: '' }),
    go: (page) => choose(page).then(() => words(page, 'Nothing would change')),
  },
  {
    name: 'preview-refused',
    ...recovering({}, { message: 'The backup of 2026-11-03 cannot be read' }),
    go: (page) => choose(page).then(() => words(page, 'cannot be read')),
  },
  { name: 'asks', ...recovering({}), go: recover },
  {
    name: 'done',
    ...recovering({
      success: true,
      message: 'Recovered 1,202 report permissions from 2026-11-03: 2 added, 0 removed, 1,200 changed',
    }),
    go: (page) =>
      recover(page)
        .then(() => button(page, 'YES-Recover').click())
        .then(() => words(page, /^Recovered 1/)),
  },
  {
    name: 'done-list-old',
    complaint: /settingsdates|Failed to load|not recovered/i,
    ...recovering({ success: true, message: 'Recovered 2 users from 2026-11-03: 1 added, 0 removed, 1 changed' }),
    async go(page) {
      await recover(page);
      await page.route('**/settingsdates/**', (route) => route.abort());
      await button(page, 'YES-Recover').click();
      await words(page, 'This may be out of date');
      await button(page, /^Choose /)
        .first()
        .hover();
    },
  },
  {
    name: 'failed',
    complaint: /were not recovered/,
    ...recovering({ success: false, message: 'The backup of 2026-11-03 cannot be read' }),
    go: (page) =>
      recover(page)
        .then(() => button(page, 'YES-Recover').click())
        .then(() => words(page, 'cannot be read')),
  },
  { name: 'refused', user: 'DEMO/vic', go: (page) => words(page, 'Super administrator rights are required') },
];

const figure = (name: string, value: number, labels = {}) => ({ name: `sheetwire_${name}`, labels, value });
const concerned = {
  host: 'reports-1',
  timeUtc: '2026-11-04T10:00:00.000Z',
  status: 'degraded',
  store: true,
  bus: false,
  streams: true,
  figures: [
    figure('build_info', 1, { version: '1.0.0', node: '26.0.0', store: 'postgresql', bus: 'nats' }),
    figure('live_streams', 1204),
    figure('stalled_viewers', 12),
    figure('deltas_delivered_total', 4_801_122),
    figure('viewers_told_to_fetch_total', 31, { reason: 'slow' }),
    figure('viewers_told_to_fetch_total', 8, { reason: 'returning' }),
    figure('versions_total', 40_211, { source: 'own', form: 'delta' }),
    figure('versions_total', 12_004, { source: 'other', form: 'delta' }),
    figure('publishers_connected', 41),
    figure('publishers_silent', 2),
    figure('store_up', 1),
    figure('bus_breaks_total', 3),
    figure('bus_gaps_total', 5),
    figure('history_bytes', 48_110_000_000),
    figure('data_free_bytes', 720_000_000),
    figure('license_seats', 1000),
    figure('license_seats_taken', 1000),
    figure('mails_waiting', 212),
    figure('process_resident_memory_bytes', 611_000_000),
    figure('process_start_time_seconds', 1_793_500_000),
    figure('event_loop_delay_max_seconds', 0.41),
  ],
  durations: [
    {
      ...{
        name: 'sheetwire_store_commit_duration_seconds',
        labels: {},
        count: 40_211,
        seconds: 9000,
        half: 0.1,
        most: 0.5,
      },
      recent: { count: 310, half: 0.1, most: 0.5 },
    },
  ],
};

const calm = ({ figures }: Readonly<Record<string, unknown>>) => ({
  figures: [
    figure('event_loop_delay_max_seconds', 0.012),
    ...(Array.isArray(figures) ? figures : []).filter(({ name }) => !String(name).includes('event_loop_delay')),
  ],
});

const server: readonly State[] = [
  {
    name: 'loading',
    isWaiting: true,
    prepare: (page) => silence(page, 'server/figures'),
    go: (page) => words(page, /^Loading/),
  },
  {
    name: 'working',
    darkPhone: true,
    // A machine that takes pictures may well be held up.
    prepare: (page) => answerWith(page, 'server/figures', calm),
    go: (page) => words(page, 'Everything is working.'),
  },
  {
    name: 'concerns',
    darkPhone: true,
    prepare: (page) => answerOf(page, 'server/figures', concerned),
    go: (page) => words(page, /All license seats are in use/),
  },
  {
    name: 'not-loaded',
    prepare: (page) => answerOf(page, 'server/figures', {}, 500),
    go: (page) => words(page, 'Try again'),
  },
  { name: 'refused', user: 'DEMO/vic', go: (page) => words(page, 'Super administrator rights are required') },
];

const under = (page: string, path: string, states: readonly State[]): readonly State[] =>
  states.map((state) => ({ path, user: boss, ...state, name: `${page}-${state.name}` }));

const states = [
  ...under('users', '/admin/users', users),
  ...under('groups', '/admin/usergroups', groups),
  ...under('recover', '/admin/recoversettings', recovery),
  ...under('audit', '/admin/audit', audit),
  ...under('server', '/admin/server', server),
];

/** What only super admins manage: users, user groups, recovery, the audit log. */
export async function superPages(album: Album): Promise<string[]> {
  const site = await startAdminSite(['ida', 'jo', 'kim', 'lou', 'mia', 'vic'].map((name) => `DEMO/${name}`));
  try {
    for (const [group, names] of [
      ['DEMO/DESK', ['DEMO/ida', 'DEMO/jo', 'DEMO/kim', 'DEMO/vic']],
      ['DEMO/ALL DESKS', ['DEMO/DESK', 'DEMO/lou', 'DEMO/mia']],
      ['DEMO/NEW', []],
    ] as const) {
      await site.call(boss, createUserGroup, { group });
      if (names.length > 0) await site.call(boss, updateUserGroup, { group, members: [...names] });
    }
    return await takePictures({ ...album, area: 'super', url: site.portal.url, states, open: site.profile });
  } finally {
    await site.stop();
  }
}
