import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaller } from '@sheetwire/client/caller';
import { login, userSettings } from '@sheetwire/contract/accounts';
import { type PublishedPage, publishReport } from '@sheetwire/contract/publish';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type DemoName, demoNames, demoSecrets } from '../../scripts/demo/accounts.ts';
import { DeskFeed } from '../../scripts/demo/desk/desk-feed.ts';
import { rendered } from '../../scripts/demo/desk-publisher.ts';
import { demoTopic, demoUser, limitsTopic, seedDemo } from '../../scripts/demo/seed.ts';
import { PublisherProcess } from '../controls/controls-site.ts';
import { openChromium } from '../support/chromium.ts';
import { LineProxy } from '../support/line-proxy.ts';
import { startPortal } from '../support/portal.ts';
import { moreReports } from './viewer-reports.ts';

/** The demo's portal with more reports beside its own, of which a picture shows one moment. */
export interface ViewerSite {
  readonly url: string;
  readonly dataDir: string;
  /** The desk's workbook, one tick later than before. */
  tick(): Promise<void>;
  publish(topic: string, pages: readonly PublishedPage[]): Promise<void>;
  /** What answers on the sheet of limits. */
  startLimits(): Promise<PublisherProcess>;
  /** The newest profile's stream is open. */
  streams(): Promise<void>;
  /** Takes the server away until the next picture. */
  goAway(): void;
  /** A fresh profile in which this user of the demo is signed in; nobody when empty. */
  open(user: string, options: BrowserContextOptions): Promise<Page>;
  stop(): Promise<void>;
}

const WAIT = 20_000;
const headers = { 'sec-fetch-site': 'same-origin' };

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Starts the demo's portal, publishes its workbook and what else is pictured. */
export async function startViewerSite(): Promise<ViewerSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-pictures-'));
  const secrets = await demoSecrets(dataDir);
  await seedDemo(dataDir, secrets);
  const portal = await startPortal({
    SHEETWIRE_DATA_DIR: dataDir,
    SHEETWIRE_SUPER_ADMINS: demoUser('super'),
    SHEETWIRE_HELP_EMAIL: 'help@demo.example',
  });
  const line = await LineProxy.open(portal.url);
  const { url } = line;
  const call = createCaller({ baseUrl: portal.url, headers: { authorization: `Bearer ${secrets.publisherKey}` } });
  const feed = new DeskFeed(new Date());
  const publishers: PublisherProcess[] = [];
  const browser = await openChromium();
  let watchesBefore = 0;
  const signedIn = new Map<DemoName, Cookies>();
  const signIn = async (context: BrowserContext, name: DemoName) => {
    // What is pictured of the super admin ends its session.
    const kept = name === 'super' ? undefined : signedIn.get(name);
    if (kept) return context.addCookies(kept);
    const data = { user: demoUser(name), password: secrets.passwords[name] };
    const answer = await context.request.post(`${url}${login.path}`, { data, headers });
    if (!answer.ok()) throw new Error(`${name} cannot sign in: ${await answer.text()}`);
    signedIn.set(name, await context.cookies());
  };
  const site: ViewerSite = {
    url,
    dataDir,
    async tick() {
      const { pages, metadata } = await rendered(feed.next(new Date()));
      await call(publishReport, {
        ...{ topic: demoTopic, metadata },
        pages: pages.map((page) => ({ ...page, styles: [...page.styles] })),
      });
    },
    async publish(topic, pages) {
      await call(publishReport, { topic, pages: [...pages] });
    },
    async startLimits() {
      const publisher = new PublisherProcess({ url, key: secrets.publisherKey, hangs: true });
      publishers.push(publisher);
      await publisher.ready;
      return publisher;
    },
    async streams() {
      while (line.watches === watchesBefore) await line.nextWatch();
    },
    goAway: () => line.become('dead'),
    async open(user, options) {
      line.become('open');
      watchesBefore = line.watches;
      const context = await browser.newContext(options);
      const name = demoNames.find((each) => each === user);
      if (name) await signIn(context, name);
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT);
      return page;
    },
    async stop() {
      await browser.close();
      await Promise.all(publishers.map((publisher) => publisher.stop()));
      await line.close();
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await site.tick();
    for (const [topic, pages] of moreReports) await site.publish(topic, pages);
    await site.startLimits();
  } catch (fault) {
    await site.stop();
    throw fault;
  }
  return site;
}

/** The reader of these pages has opened all of these reports. */
export async function rememberReports(page: Page, { url }: ViewerSite, name: DemoName): Promise<void> {
  const recentReports = [demoTopic, limitsTopic, ...moreReports.map(([topic]) => topic)];
  await page.context().request.post(`${url}${userSettings.path}`, {
    data: { user: demoUser(name), recentReports },
    headers,
  });
}
