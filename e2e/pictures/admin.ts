import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import { createUserGroup, updateUserGroup } from '@sheetwire/contract/usergroups';
import { setSwitches } from '@sheetwire/contract/users';
import type { Page } from 'playwright-core';
import { type AdminSite, boss, report, select, startAdminSite } from '../admin/admin-site.ts';
import { adminForms, claimRefusal } from './admin-forms.ts';
import { answerOf, answerWith, button, cut, option, silence, words } from './answers.ts';
import { type Album, type State, takePictures } from './camera.ts';

const [gina, rhea, ben, idle] = ['DEMO/gina', 'DEMO/rhea', 'DEMO/ben', 'DEMO/idle'];
const others = ['bot', 'hugo', 'ida', 'jo', 'kim', 'lou', 'mia', 'noa', 'vic'].map((name) => `DEMO/${name}`);
const many = Array.from({ length: 5000 }, (_, n) => `DEMO/user.${String(n).padStart(4, '0')}`);

const daily = 'RATES/DAILY PNL';
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const listed = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list, exact: true }).getByText(name, { exact: true });

/** The report that has a bit of everything, opened. */
async function open(page: Page, name = daily): Promise<void> {
  await select(page, name);
  await page.getByRole('list', { name: /^All / }).or(page.getByText('No users')).first().waitFor();
}

/** What is known of the selected rights, changed before the page hears it. */
function rightsWith(page: Page, perms: object, more: object = {}): Promise<unknown> {
  return answerWith(page, 'admindetails', ({ gropicPerms: known }) =>
    typeof known === 'object' && known !== null ? { gropicPerms: { ...known, ...perms }, ...more } : more,
  );
}

async function remove(page: Page, name: string): Promise<void> {
  await open(page);
  await button(page, `Remove ${name}`).click();
}

const rights: readonly State[] = [
  { name: 'nothing-selected', go: (page) => words(page, 'Select a group or report') },
  { name: 'viewers', darkPhone: true, go: (page) => open(page) },
  {
    name: 'publishers',
    async go(page) {
      await open(page);
      await tab(page, 'PUBLISHERS').click();
      await listed(page, 'Publishers', 'bot').waitFor();
    },
  },
  {
    name: 'admins',
    async go(page) {
      await open(page);
      await tab(page, 'ADMINS').click();
      await listed(page, 'Admins', 'gina').waitFor();
    },
  },
  { name: 'none-of-a-report', go: (page) => open(page, 'FX/NEW') },
  { name: 'group', user: gina, go: (page) => open(page, 'FX group') },
  {
    name: 'many',
    prepare: (page) =>
      rightsWith(
        page,
        { viewers: many, interactors: many.slice(3, 9) },
        { viewersAllUsers: many, interactorsAllUsers: many.slice(3, 9) },
      ),
    go: (page) => open(page),
  },
  {
    name: 'many-to-choose-from',
    prepare: (page) =>
      answerWith(page, 'admindetails', { principalsChanged: true, principals: many, principalsId: 'all' }),
    async go(page) {
      await open(page);
      await page.getByRole('combobox', { name: 'Add a viewer' }).click();
      await option(page, 'user.0000').waitFor();
    },
  },
  {
    name: 'no-principal-matches',
    async go(page) {
      await open(page);
      await page.getByRole('combobox', { name: 'Add a viewer' }).fill('nobody of that name');
    },
  },
  {
    name: 'principal-chosen',
    async go(page) {
      await open(page);
      await page.getByRole('combobox', { name: 'Add a viewer' }).fill('DESK');
      await option(page, 'DESK').click();
      await words(page, 'Members of DESK');
    },
  },
  {
    name: 'principal-selected',
    async go(page) {
      await open(page);
      await listed(page, 'Viewers', 'ALL DESKS').click();
      await page.getByLabel('Can Interact').focus();
      await words(page, 'Members of ALL DESKS');
    },
  },
  {
    name: 'no-admins-left',
    prepare: (page) => rightsWith(page, { admins: [] }, { adminsAllUsers: [] }),
    async go(page) {
      await open(page);
      await tab(page, 'ADMINS').click();
    },
  },
  {
    name: 'last-admin',
    user: gina,
    async go(page) {
      await open(page, 'FX group');
      await tab(page, 'ADMINS').click();
      await button(page, 'Remove gina').click();
      await words(page, 'All Viewers and Publishers must be removed');
    },
  },
  {
    name: 'stale-save',
    prepare: (page) => answerOf(page, 'gropicperms', { stale: true }),
    async go(page) {
      await remove(page, 'hugo');
      await words(page, 'Someone else changed these rights');
    },
  },
  {
    name: 'refused-save',
    prepare: (page) =>
      answerOf(page, 'gropicperms', { message: 'Unknown user, group or entity DEMO/hugo; nothing was saved' }),
    async go(page) {
      await remove(page, 'hugo');
      await words(page, 'nothing was saved');
    },
  },
  {
    name: 'unauthorized',
    prepare: (page) => answerOf(page, 'gropicperms', { unauthorized: true }),
    async go(page) {
      await remove(page, 'hugo');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'unsaved',
    prepare: (page) => page.route('**/gropicperms/', () => undefined),
    async go(page) {
      await remove(page, 'hugo');
      await page.locator('[data-testid=connection]:not([data-state=connected])').waitFor();
    },
  },
  {
    name: 'disconnected',
    async go(page) {
      await open(page);
      await cut(page);
    },
  },
  {
    name: 'list-filtered',
    user: boss,
    async go(page) {
      await page.getByLabel('SuperAdmin').check();
      await page.getByRole('searchbox', { name: 'Filter' }).fill('dail');
      await words(page, /\d of \d/);
    },
  },
  {
    name: 'list-none-found',
    user: boss,
    async go(page) {
      await page.getByLabel('SuperAdmin').check();
      await page.getByRole('searchbox', { name: 'Filter' }).fill('no such report');
      await words(page, 'No group or report matches');
    },
  },
  {
    name: 'taken-away',
    user: boss,
    async go(page) {
      await page.getByLabel('SuperAdmin').check();
      await open(page, 'FX group');
      await page.getByLabel('SuperAdmin').uncheck();
      await words(page, 'You no longer administer');
    },
  },
  {
    name: 'loading',
    isWaiting: true,
    prepare: (page) => silence(page, 'admindetails'),
    go: (page) => words(page, /^Loading/),
  },
  {
    name: 'not-loaded',
    prepare: (page) => answerOf(page, 'admindetails', {}, 500),
    go: (page) => words(page, 'Try again'),
  },
  { name: 'empty', user: idle, go: (page) => words(page, 'You don’t administer any groups or reports yet.') },
  {
    name: 'may-not-claim',
    user: idle,
    prepare: (page) => answerWith(page, 'admindetails', { claimRefusal }),
    go: (page) => words(page, 'Ask one to make you an admin'),
  },
  {
    name: 'foreign-viewer',
    prepare: (page) => rightsWith(page, { viewers: ['DEMO/hugo', 'GLOBEX/gus'] }),
    async go(page) {
      await open(page);
      await listed(page, 'Viewers', 'GLOBEX/gus').click();
      await page.getByLabel('Can Interact').waitFor();
      await words(page, 'are not shown');
    },
  },
  {
    name: 'foreign-chosen',
    prepare: (page) => rightsWith(page, { viewers: ['DEMO/hugo', 'GLOBEX/gus'] }),
    async go(page) {
      await open(page);
      await tab(page, 'PUBLISHERS').click();
      await page.getByRole('combobox', { name: 'Add a publisher' }).fill('gus');
      await option(page, 'GLOBEX/gus').click();
      await words(page, 'can make it a publisher');
    },
  },
  { name: 'blocked', user: ben, go: (page) => words(page, 'does not have permission') },
  {
    name: 'super-admin',
    user: boss,
    async go(page) {
      await page.getByLabel('SuperAdmin').check();
      await open(page);
    },
  },
];

async function furnish(site: AdminSite): Promise<void> {
  const { call: publish } = await site.portal.publisher(boss);
  await publish(publishReport, { topic: 'DEMO/FX/NEW', pages: [{ name: 'Page', html: '<p>Day one</p>' }] });
  await site.call(boss, setSwitches, { user: ben, blockAdminPage: true });
  for (const [group, members] of [
    ['DEMO/DESK', ['DEMO/ida', 'DEMO/jo', 'DEMO/kim', 'DEMO/vic']],
    ['DEMO/ALL DESKS', ['DEMO/DESK', 'DEMO/lou', 'DEMO/mia', 'DEMO/noa']],
  ] as const) {
    await site.call(boss, createUserGroup, { group });
    await site.call(boss, updateUserGroup, { group, members: [...members] });
  }
  const none = { viewers: [], publishers: [], interactors: [] };
  const viewers = ['DEMO/ALL DESKS', 'DEMO/bot', 'DEMO/hugo', 'DEMO/vic'];
  const whole = { viewers, publishers: ['DEMO/bot'], interactors: ['DEMO/vic', 'DEMO/hugo'] };
  for (const rights of [
    { ...none, gropic: 'DEMO/FX', viewers: ['DEMO/vic'], admins: [gina] },
    { ...none, gropic: 'DEMO/FX/NEW', admins: [gina, rhea] },
    { ...whole, gropic: report, admins: [gina, rhea] },
  ]) {
    await site.call(gina, assumeAdmin, { gropic: rights.gropic });
    await site.call(gina, gropicPerms, rights);
  }
}

/** Admin of reports and groups. */
export async function admin(album: Album): Promise<string[]> {
  const site = await startAdminSite([gina, rhea, ben, idle, ...others]);
  const states = [...rights, ...adminForms].map((state) => ({ path: '/admin', user: rhea, ...state }));
  try {
    await furnish(site);
    return await takePictures({ ...album, area: 'admin', url: site.portal.url, states, open: site.profile });
  } finally {
    await site.stop();
  }
}
