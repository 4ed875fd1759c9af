import { existsSync } from 'node:fs';
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

/** The browser as people have it. */
const WHOLE = '/usr/bin/chromium';
/** The same without what is around a page, of which most tests need nothing: a quarter less work (decision 95). */
const SHELL = '/usr/bin/chromium-headless-shell';

interface ChromiumOptions {
  /** What the shell does otherwise or not at all is tested in the browser as people have it. */
  readonly isWhole?: boolean;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A browser of the test's own; the program is named by the setting CHROMIUM. */
export async function openChromium({ isWhole = false, flags = [], env = {} }: ChromiumOptions = {}): Promise<Browser> {
  const launching = chromium.launch({
    executablePath: process.env.CHROMIUM ?? (isWhole || !existsSync(SHELL) ? WHOLE : SHELL),
    args: [...FLAGS, ...flags],
    env: { ...process.env, ...env },
  });
  const forget = endsWithFile(async () => (await launching).close());
  const browser = await launching;
  browser.once('disconnected', forget);
  return witnessed(browser);
}
