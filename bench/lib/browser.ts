import { existsSync } from 'node:fs';
import { env } from 'node:process';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const CHROMIUM = env.CHROMIUM ?? '/usr/bin/chromium';
const ARGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );
/** Frames follow one another as fast as they are made, so that a wait for the screen hides nothing. */
const UNPACED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** Why Chromium cannot be run here; undefined when it can. */
export function chromiumIsMissing(): string | undefined {
  return existsSync(CHROMIUM) ? undefined : 'Chromium is not installed';
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGS, ...UNPACED] });
}

/** Frames come as on a screen, sixty a second: what they cost is what a reader's machine spends. */
export function openPacedBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ARGS });
}

/** A profile that is signed in to the portal. */
export async function signedIn(browser: Browser, url: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  // A `__Host-` cookie can be put down for https only; Chromium sends it to its own machine over http too.
  const { hostname } = new URL(url);
  await context.addCookies([
    { name, value, url: `https://${hostname}/`, secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  return context;
}
