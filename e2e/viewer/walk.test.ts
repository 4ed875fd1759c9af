import { login, username, usernameRemote, userSettings } from '@sheetwire/contract/accounts';
import { publishReport } from '@sheetwire/contract/publish';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { upToDate } from '../support/up-to-date.ts';
import { phone, way } from '../support/ways.ts';
import { type Desk, startDesk, type Visit } from './desk.ts';

let desk: Desk;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  desk = await startDesk();
  visit = await desk.open();
  page = visit.page;
  await visit.signIn();
});
afterAll(() => desk.stop());
// A publisher who was heard often and then not for a minute is named in place of Live.
beforeEach(() => desk.publishPrice('3.5915'));

const daily = 'DEMO/DESK/DAILY';

/** Goes on without a load, as a link does. */
async function goTo(address: string, prefix: string = way.prefix, on: Page = page): Promise<void> {
  await on.evaluate((to) => history.pushState(null, '', to), `${prefix}${address}`);
}

async function publish(topic: string, pages: readonly { readonly name: string; readonly html: string }[]) {
  const { call } = await desk.portal.publisher('DEMO/desk.publisher');
  await call(publishReport, { topic, pages: [...pages] });
}

const addressIs = (address: string, prefix: string = way.prefix) =>
  expect.poll(() => page.url().slice(desk.origin.length), { message: address }).toBe(`${prefix}${address}`);

const routes = [
  ['/admin', 'Admin', 'Admin'],
  ['/admin/users', 'Users', 'Super administrator rights are required to manage users'],
  ['/admin/usergroups', 'User Groups', 'Super administrator rights are required to manage user groups'],
  ['/admin/recoversettings', 'Recover Settings', 'Super administrator rights are required to recover settings'],
  ['/help', '', 'Manual add-in authentication'],
  ['/account', 'Account', 'Account'],
  ['/login', 'Login', 'Already logged in as DEMO/vera'],
  ['/setpassword', 'Set Pwd', 'Set password'],
  ['/resetpassword', 'Reset Pwd', 'To receive an email containing link to reset password'],
] as const;

test('every route has its page and title, with and without /remote', async () => {
  for (const prefix of ['', '/remote']) {
    await page.goto(`${desk.origin}${prefix}/`);
    await page.getByRole('combobox', { name: 'Report' }).or(page.getByTestId('report')).first().waitFor();
    for (const [route, title, words] of routes) {
      await goTo(route, prefix);
      await page.getByRole('main').getByText(words).first().waitFor();
      await expect.poll(() => page.title(), { message: route }).toBe(title ? `Sheetwire | ${title}` : 'Sheetwire');
    }
    await goTo(`/${daily}`, prefix);
    await page.getByText(upToDate).waitFor();
    await addressIs(`/${daily}`, prefix);
  }
});

test('the bar has the logo, the four icons and the user, who leads to Account', async () => {
  await page.goto(`${desk.url}/${daily}`);
  const links = page.getByRole('banner').first().getByRole('link');
  await page.getByRole('link', { name: 'vera' }).waitFor();
  const seen = await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  expect(seen).toEqual([
    // A phone's bar has no room for the logo.
    ...(way.isMobile ? [] : [['Sheetwire', way.prefix || '/']]),
    ['Home', way.prefix || '/'],
    ['Admin', `${way.prefix}/admin`],
    ['Help', `${way.prefix}/help`],
    ['Account', `${way.prefix}/account`],
    ['vera', `${way.prefix}/account`],
  ]);
});

test('the icons take the colours of the four states', async () => {
  const nav = page.getByTestId('connection');
  const colours: Record<string, string> = {};
  for (const state of ['connected', 'connected-unsaved', 'disconnected', 'disconnected-unsaved']) {
    colours[state] = hueOf(await nav.evaluate(colourIn, state));
  }
  expect(colours).toEqual({
    connected: 'gray',
    'connected-unsaved': 'yellow',
    disconnected: 'red',
    'disconnected-unsaved': 'orange',
  });
});

/** The colour of the icons in a state, which the page may change back at any moment. */
function colourIn(bar: Element, state: string): string {
  const before = bar.getAttribute('data-state') ?? '';
  bar.setAttribute('data-state', state);
  const { color } = getComputedStyle(bar.querySelector('a[title=Home]') ?? bar);
  bar.setAttribute('data-state', before);
  return color;
}

/** The word for a colour. */
function hueOf(color: string): string {
  const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g)?.map(Number) ?? [];
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < most / 5) return 'gray';
  const hue = (60 * (green - blue)) / (red - Math.min(green, blue));
  return hue < 20 ? 'red' : hue < 40 ? 'orange' : 'yellow';
}

test('until the user is known every page says so, and until there is a license', async () => {
  const answer = Promise.withResolvers<void>();
  await page.route(`**${way.prefix === '' ? username.path : usernameRemote.path}`, async (route) => {
    await answer.promise;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), hasLicense: false } });
  });
  await page.goto(`${desk.url}/${daily}`);
  await page.getByText('Authenticating User...').waitFor();
  for (const route of ['/admin', '/admin/users', '/help', '/account', '/']) {
    await goTo(route);
    await page.getByText('Authenticating User...').waitFor();
  }
  answer.resolve();
  for (const route of ['/help', `/${daily}`]) {
    await goTo(route);
    await page.getByText('Acquiring license for DEMO/vera...').waitFor();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByText(upToDate).waitFor();
});

test('dates in every form, and names in any case, come to one address; what is no date is ignored', async () => {
  await page.goto(`${desk.url}/demo/desk/daily/20201231`);
  await addressIs(`/${daily}/2020-12-31`);
  for (const [written, read] of [
    [`/${daily}.20201230`, `/${daily}/2020-12-30`],
    ['/?entity=demo&group=desk&report=daily&date=2020-12-29', `/${daily}/2020-12-29`],
    [`/${daily}/28%20Dec%202020?paused=true`, `/${daily}/2020-12-28?paused=true`],
    [`/${daily}/19000131`, `/${daily}`],
    // Remote mode begins with a load; without one its addresses are those of the page.
    [`${way.prefix === '' ? '/remote' : ''}/${daily}/2020-13-01`, `/${daily}`],
    ['/demo/desk/week%20end?settings=true#Only', '/DEMO/DESK/WEEK%2BEND?settings=true#only'],
  ] as const) {
    await goTo(written);
    await addressIs(read);
  }
});

test('the settings explain historical dates, hiding, pausing and metadata', async () => {
  await page.goto(`${desk.url}/${daily}?settings=true`);
  const settings = page.getByRole('region', { name: 'Settings' });
  for (const words of [/snapshot/, /show the settings again/, /pause/, /Show Metadata adds/]) {
    await settings.getByRole('listitem').filter({ hasText: words }).first().waitFor();
  }
});

test('a report shows within six files, while the code of its settings is still on the way', async () => {
  // What the page before still fetches is none of its files.
  await page.goto('about:blank');
  const files = new Set<string>();
  // An old browser needs the library that cleans, too.
  const most = way.isOldBrowser ? 7 : 6;
  const isShown = Promise.withResolvers<void>();
  onTestFinished(() => isShown.resolve());
  await page.route('**/assets/*', async (route) => {
    files.add(route.request().url());
    if (files.size > most) await isShown.promise;
    await route.continue();
  });
  // A file that is held may hold the page's load, too: what counts is that the report shows.
  await page.goto(`${desk.url}/${daily}?settings=true#month-to-date`, { waitUntil: 'commit' });
  await page.getByText('Month', { exact: true }).waitFor();
  expect(await page.getByRole('region', { name: 'Settings' }).count()).toBe(0);
  isShown.resolve();
  await page.getByRole('region', { name: 'Settings' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await goTo(`/${daily}?settings=true`);
});

test('a part whose script does not come leaves the report on the screen', async () => {
  await page.route(/compare-view/, (route) => route.abort());
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('alert').getByText('This part of the page could not be loaded.').waitFor();
  await page.getByText(upToDate).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('an open calendar holds updates, says so, and lets them go on when it closes', async () => {
  await page.getByText(upToDate).waitFor();
  await page.getByRole('button', { name: 'Choose a date' }).click();
  await page.getByRole('grid').waitFor();
  await desk.publishPrice('3.8001');
  await page.getByText('Waiting for a date').waitFor();
  expect(await page.getByRole('grid').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: '3.8001' }).waitFor();
  await page.getByText(upToDate).waitFor();
});

test('a paused report jumps to now and stays paused', async () => {
  await page.goto(`${desk.url}/${daily}?paused=true`);
  await page.getByText('Paused', { exact: true }).waitFor();
  await desk.publishPrice('3.8002');
  await page.getByText('1 version behind').waitFor();
  await page.getByRole('button', { name: 'Jump to now' }).press('Enter');
  await page.getByRole('cell', { name: '3.8002' }).waitFor();
  await page.getByText('Paused', { exact: true }).waitFor();
  await addressIs(`/${daily}?paused=true`);
  await desk.publishPrice('3.5915');
  await page.getByText('1 version behind').waitFor();
  expect(await page.getByRole('cell', { name: '3.8002' }).count()).toBe(1);
});

test('links of a report open in the app, in both forms, and others in the browser', async () => {
  const links = [
    `<p><a href="/${daily}/1999-12-31">Path</a></p>`,
    '<p><a href="/?entity=demo&amp;group=desk&amp;report=week+end">Query</a></p>',
    `<p><a href="/${daily}" target="_blank">Window</a></p>`,
  ];
  const topic = 'DEMO/DESK/LINKS';
  await publish(topic, [{ name: 'Links', html: links.join('') }]);
  await page.goto(`${desk.url}/${topic}`);
  // Before the script has them, links of the report are the browser's own, and load.
  await page.getByText(upToDate).waitFor();
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  await page.getByRole('link', { name: 'Path' }).click();
  await addressIs(`/${daily}/1999-12-31`);
  await page.goBack();
  await page.getByRole('link', { name: 'Query' }).click();
  await addressIs('/DEMO/DESK/WEEK%2BEND');
  await page.goBack();
  for (const [name, modifiers] of [
    ['Window', []],
    ['Path', ['Control']],
  ] as const) {
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name }).click({ modifiers: [...modifiers] });
    await (await opening).close();
  }
  await addressIs(`/${topic}`);
  expect(await page.locator('body[data-same]').count()).toBe(1);
});

test('a report whose pages have new names has new tabs', async () => {
  const topic = 'DEMO/DESK/TABS';
  const named = (...names: string[]) =>
    publish(
      topic,
      names.map((name) => ({ name, html: `<p>Page ${name}</p>` })),
    );
  await named('One', 'Two');
  await page.goto(`${desk.url}/${topic}#two`);
  await page.getByText('Page Two').waitFor();
  await named('Three', 'Four');
  await page.getByText('Page Three').waitFor();
  await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['Three', 'Four']);
});

test('recent reports are kept by the server: ten rows, on a phone a select of four', async () => {
  // Of a user whose pages save nothing of their own meanwhile.
  const headers = { 'sec-fetch-site': 'same-origin' };
  const data = { user: 'DEMO/rita', password: await desk.portal.addUser('DEMO/rita') };
  const visits = [await desk.open(), await desk.open(phone)] as const;
  for (const { page } of visits) await page.request.post(`${desk.portal.url}${login.path}`, { data, headers });
  const [one, other] = visits;
  const old = Array.from({ length: 11 }, (_, n) => `DEMO/OLD/REPORT ${n}${' OF A LONG NAME'.repeat(5)}`);
  const recentReports = ['DEMO/DESK/WEEK+END', ...old];
  await one.page.request.post(`${desk.portal.url}${userSettings.path}`, { data: { recentReports }, headers });
  await one.page.goto(`${desk.url}/?settings=true`);
  await one.page.getByText('Closed').waitFor();
  const saved = one.page.waitForResponse((answer) => answer.url().endsWith(userSettings.path));
  await goTo(`/${daily}?settings=true`, way.prefix, one.page);
  await one.page.getByText(upToDate).waitFor();
  const recents = one.page.getByRole('listbox', { name: 'Recent' }).getByRole('option');
  await expect.poll(() => recents.first().innerText()).toContain('DAILY');
  expect(await recents.count()).toBe(way.isMobile ? recentReports.length + 1 : 10);
  await saved;
  if (!way.isMobile) {
    expect(await recents.evaluateAll((rows) => rows.every((row) => row.scrollHeight <= row.clientHeight))).toBe(true);
    await recents.first().click();
    await one.page.getByRole('button', { name: 'HIDE SETTINGS' }).waitFor({ state: 'detached' });
  }

  await other.page.goto(`${desk.url}/?settings=true`);
  await other.page.getByRole('cell', { name: '3.5915' }).waitFor();
  await other.page.getByRole('button', { name: 'DESK/DAILY' }).click();
  const select = other.page.getByRole('listbox', { name: 'Recent' });
  expect(await select.getAttribute('size')).toBe('4');
  expect(await select.locator('option').count()).toBe(recentReports.length + 1);
  await select.selectOption('DEMO/DESK/WEEK+END');
  await other.page.getByText('Closed').waitFor();
  for (const { close } of visits) await close();
  expect([visit, ...visits].flatMap(({ faults }) => faults)).toEqual([]);
});
