import { login } from '@sheetwire/contract/accounts';
import { publishReport } from '@sheetwire/contract/publish';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { type Portal, startPortal } from '../support/portal.ts';
import { goThisWay, openEntrance, way } from '../support/ways.ts';

const viewer = 'DEMO/vera';

/** A portal with one desk's reports and a browser beside it. */
export interface Desk {
  readonly portal: Portal;
  /** Where visitors come in this way, with its prefix; calls go to the portal's own address, `portal.url`. */
  readonly url: string;
  /** As above, without the prefix. */
  readonly origin: string;
  readonly password: string;
  /** Publishes DEMO/DESK/DAILY with this price. */
  publishPrice(price: string): Promise<void>;
  /** Publishes a report of the desk whose one page is `Only`. */
  publishPage(report: string, html: string): Promise<void>;
  /** A fresh browser profile; faults of the page and of its policy are collected. */
  open(options?: BrowserContextOptions): Promise<Visit>;
  stop(): Promise<void>;
}

/** One visitor. */
export interface Visit {
  readonly page: Page;
  readonly faults: string[];
  /** On the Login page, at the portal's own address or through what stands before it; the visit is at home then. */
  signIn(through?: string): Promise<void>;
  /** Signs in by the call that Login makes, and goes nowhere: two pages less than by hand. */
  enter(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the portal, makes a viewer and publishes two reports. */
export async function startDesk(environment: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const [portal, browser] = await Promise.all([startPortal(environment), openChromium()]);
  const entrance = await openEntrance(portal.url);
  const password = await portal.addUser(viewer);
  const { call } = await portal.publisher('DEMO/desk.publisher');
  const publishPrice = async (price: string) => {
    await call(publishReport, { topic: 'DEMO/DESK/DAILY', pages: dailyPages(price), metadata: { Desk: 'Rates' } });
  };
  await publishPrice('3.5915');
  const publishPage = async (report: string, html: string) => {
    await call(publishReport, { topic: `DEMO/DESK/${report}`, pages: [{ name: 'Only', html }] });
  };
  await publishPage('WEEK+END', '<p>Closed</p>');
  return {
    portal,
    url: entrance.url,
    origin: entrance.origin,
    password,
    publishPrice,
    publishPage,
    open: (options) => visit(browser, { url: entrance.url, password }, options),
    async stop() {
      await browser.close();
      await entrance.close();
      await portal.stop();
    },
  };
}

async function visit(
  browser: Browser,
  { url, password }: { readonly url: string; readonly password: string },
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ ...way.options, ...options });
  await goThisWay(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return {
    page,
    faults,
    async signIn(through = url) {
      await page.goto(`${through}/login`);
      await page.getByLabel('Username or email').fill(viewer);
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Report' }).or(page.getByTestId('report')).first().waitFor();
    },
    async enter() {
      const answer = await context.request.post(`${new URL(url).origin}${login.path}`, {
        data: { user: viewer, password },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      if (!answer.ok()) throw new Error(`${viewer} cannot sign in: ${await answer.text()}`);
    },
    close: () => context.close(),
  };
}

function dailyPages(price: string) {
  const rows = [
    '<tr><th data-cell="A1">Instrument</th><th data-cell="B1" data-num="">Mid</th></tr>',
    `<tr><td data-cell="A2">USD SOFR 5Y</td><td data-cell="B2" data-num="">${price}</td></tr>`,
    '<tr><td data-cell="A3"><a href="/?entity=DEMO&amp;group=DESK&amp;report=WEEK%2BEND">Week end</a></td><td data-cell="B3"></td></tr>',
  ];
  const page = (name: string, html: string) => ({ name, html });
  return [
    page('Positions', `<table data-freeze="1,1">${rows.join('')}</table>`),
    page('Month to Date', '<p>Month</p>'),
    page('P&L', '<p>Profit</p>'),
  ];
}
