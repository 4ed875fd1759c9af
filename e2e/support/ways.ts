import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { LineProxy } from './line-proxy.ts';
import { forgetNewFeatures, forgetSharedWorkers } from './old-browser.ts';

/** How a visitor comes to the portal. The same tests pass in each; where a fact is another one, the test says which. */
export type WayName = 'stream' | 'polling' | 'remote' | 'mobile' | 'old-browser';

/** One way, and what is other in it. */
export interface Way {
  readonly name: WayName;
  /** Before every path. */
  readonly prefix: '' | '/remote';
  /** No stream comes through: the page lives on polls. */
  readonly isPolling: boolean;
  readonly isMobile: boolean;
  readonly isOldBrowser: boolean;
  /** The window, and what the browser says that it is. */
  readonly options: BrowserContextOptions;
}

/** What the site is opened through; where nothing stands before it, the portal's own address. */
export interface Entrance {
  readonly origin: string;
  /** With the prefix, without a last slash. */
  readonly url: string;
  close(): Promise<void>;
}

const agent = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
/** A telephone: its window, its touch, and its user agent, which alone makes a page mobile (spec 9). */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: agent,
};

const stream: Way = {
  name: 'stream',
  prefix: '',
  isPolling: false,
  isMobile: false,
  isOldBrowser: false,
  options: { viewport: { width: 1440, height: 900 } },
};

const ways: Readonly<Record<WayName, Way>> = {
  stream,
  polling: { ...stream, name: 'polling', isPolling: true },
  remote: { ...stream, name: 'remote', prefix: '/remote' },
  mobile: { ...stream, name: 'mobile', isMobile: true, options: phone },
  'old-browser': { ...stream, name: 'old-browser', isOldBrowser: true },
};

/** The way of this run: the project of Vitest names it, and the stream's is everybody's. */
export const way: Way = wayNamed(process.env.TEST_WAY ?? 'stream');

function wayNamed(name: string): Way {
  const found = Object.values(ways).find((one) => one.name === name);
  if (!found) throw new Error(`There is no way ${name}: ${Object.keys(ways).join(', ')}`);
  return found;
}

/** Opens what stands before the portal in this way. */
export async function openEntrance(portal: string): Promise<Entrance> {
  const proxy = way.isPolling ? await LineProxy.open(portal) : undefined;
  proxy?.become('blocking');
  const origin = proxy?.url ?? portal;
  return { origin, url: `${origin}${way.prefix}`, close: async () => proxy?.close() };
}

/** From here on the pages of this profile find the browser of this way. */
export async function goThisWay(context: BrowserContext): Promise<void> {
  if (way.isOldBrowser) await forgetNewFeatures(context);
  else if (way.isMobile) await forgetSharedWorkers(context);
}
