import { type Browser, chromium } from 'playwright-core';
import { endsWithFile } from './left-over.ts';
import { witnessed } from './witness.ts';

/**
 * What Playwright switches off (a later list takes the place of its own), two popups of the address bar, which cost each
 * window of ours, that has none, a process and a third of the time until it is open, and the process that stands by for a
 * second site: nobody goes to one, and it took a fifth of the work of opening a page.
 */
const OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  'SpareRendererForSitePerProcess',
];

const FLAGS = [
  `--disable-features=${OFF.join(',')}`,
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface ChromiumOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A browser of the test's own; the program is named by the setting CHROMIUM. */
export async function openChromium({ flags = [], env = {} }: ChromiumOptions = {}): Promise<Browser> {
  const launching = chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...FLAGS, ...flags],
    env: { ...process.env, ...env },
  });
  const forget = endsWithFile(async () => (await launching).close());
  const browser = await launching;
  browser.once('disconnected', forget);
  return witnessed(browser);
}
