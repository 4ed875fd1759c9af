import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { buildProduct } from '../../scripts/build.ts';
import { openChromium } from './chromium.ts';
import { type Portal, startPortal } from './portal.ts';

type Settings = Readonly<Record<string, string>>;

/** A portal of the test's own, there while the tests of a file run; `use` takes it before the first. */
export function portalRig(use: (portal: Portal) => unknown, settings: Settings = {}): void {
  let portal: Portal | undefined;
  beforeAll(async () => {
    portal = await startPortal(settings);
    await use(portal);
  });
  afterAll(() => portal?.stop());
}

interface BrowserRig {
  readonly portal: Portal;
  readonly browser: Browser;
}

/** As `portalRig`, with the built pages and a browser beside it. */
export function browserRig(use: (rig: BrowserRig) => unknown, settings: Settings = {}): void {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!(await buildProduct({ ifMissing: true }))) throw new Error('The pages cannot be built');
  });
  portalRig(async (portal) => {
    browser = await openChromium();
    await use({ portal, browser });
  }, settings);
  afterAll(() => browser?.close());
}
