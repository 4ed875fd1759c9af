import type { Call, Input, Output } from '@sheetwire/contract/call';
import { publishReport } from '@sheetwire/contract/publish';
import { createUser } from '@sheetwire/contract/users';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { type Portal, signIn, startPortal } from '../support/portal.ts';
import { goThisWay, openEntrance, way } from '../support/ways.ts';

const WAIT = 20_000;

/** A portal with users and a published report, and a browser beside it. */
export interface AdminSite {
  readonly portal: Portal;
  /** Where visitors come in this way: the portal's own address is `portal.url`. */
  readonly url: string;
  /** A fresh profile in which this user (nobody when empty) is signed in, on the Admin page unless a path is named. */
  open(user: string, options?: BrowserContextOptions, path?: string): Promise<Page>;
  /** The same, gone nowhere yet. */
  profile(user: string, options: BrowserContextOptions): Promise<Page>;
  /** One call as this user. */
  call<C extends Call>(user: string, call: C, input: Input<C>): Promise<Output<C>>;
  /** Kills the portal and starts it again on its store; whoever was signed in signs in anew. */
  restart(): Promise<void>;
  /** What went wrong in any page: errors, and violations of the page's policy. */
  readonly faults: string[];
  stop(): Promise<void>;
}

/** The super admin. */
export const boss = 'DEMO/super';

export const report = 'DEMO/RATES/DAILY PNL';

/** Starts the portal and makes the users, all with the portal's password. */
export async function startAdminSite(
  users: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<AdminSite> {
  const portal = await startPortal({ SHEETWIRE_SUPER_ADMINS: boss, ...environment });
  const browser = await furnish(portal).catch(async (error: unknown) => {
    await portal.stop();
    throw error;
  });
  const entrance = await openEntrance(portal.url);
  const cookies = new Map<string, string>();
  const cookieOf = async (user: string) => {
    const cookie = cookies.get(user) ?? (await signIn(portal, user));
    cookies.set(user, cookie);
    return cookie;
  };
  const faults: string[] = [];
  const site: AdminSite = {
    portal,
    url: entrance.url,
    faults,
    profile: async (user, options) => {
      const cookie = user === '' ? undefined : await cookieOf(user);
      return openPage(browser, { url: portal.url, cookie, faults }, options);
    },
    open: async (user, options = {}, path = '/admin') => {
      const page = await site.profile(user, options);
      await page.goto(`${entrance.url}${path}`);
      return page;
    },
    async call(user, definition, input) {
      const answer = await fetch(`${portal.url}${definition.path}`, {
        method: definition.method,
        headers: {
          cookie: await cookieOf(user),
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
        },
        ...(definition.method === 'GET' ? {} : { body: JSON.stringify(input) }),
      });
      if (!answer.ok) throw new Error(`${definition.path} answered ${answer.status}`);
      return definition.output.parse(await answer.json()) as Output<typeof definition>;
    },
    async restart() {
      await portal.kill();
      cookies.clear();
      await portal.restart();
    },
    async stop() {
      await browser.close();
      await entrance.close();
      await portal.stop();
    },
  };
  const password = `${portal.password}@is.password`;
  for (const user of users) await site.call(boss, createUser, { user, email: password, associatedAdUser: '' });
  return site;
}

/** Publishes the report and opens the browser. */
async function furnish(portal: Portal): Promise<Browser> {
  const { call: publish } = await portal.publisher(boss);
  await publish(publishReport, { topic: report, pages: [{ name: 'Page', html: '<p>Day one</p>' }] });
  return openChromium();
}

interface Visitor {
  readonly url: string;
  readonly cookie: string | undefined;
  readonly faults: string[];
}

async function openPage(
  browser: Browser,
  { url, cookie, faults }: Visitor,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ ...way.options, ...options });
  await goThisWay(context);
  if (cookie !== undefined) {
    const [name = '', ...value] = cookie.split('=');
    // A __Host- cookie is secure, as this browser treats a loopback address.
    const secure = { url: url.replace('http:', 'https:'), secure: true, httpOnly: true };
    await context.addCookies([{ name, value: value.join('='), ...secure }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return page;
}

/** Opens one group or report of the list. */
export async function select(page: Page, name: string): Promise<void> {
  await page.getByRole('option', { name, exact: true }).click();
  await page.getByRole('tablist', { name: 'Rights' }).waitFor();
}

/** Chooses a principal in the dropdown of the open tab and adds it. */
export async function add(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

/** Fills the form that is open and submits it. */
export async function submit(page: Page, entries: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(entries)) {
    await page.getByRole('textbox', { name, exact: true }).fill(text);
  }
  await page.getByRole('button', { name: 'SUBMIT' }).click();
}
