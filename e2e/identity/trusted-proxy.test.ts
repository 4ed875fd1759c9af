import { createServer, request, type Server } from 'node:http';
import { publishReport } from '@sheetwire/contract/publish';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/test/free-port.ts';
import { openChromium } from '../support/chromium.ts';
import { endSession } from '../support/end-session.ts';
import { type Portal, startPortal } from '../support/portal.ts';

const secret = 'a-long-random-text';
const report = '/ACME/DESK/DAILY?paused=true#only';
let portal: Portal;
let proxy: Server;
let browser: Browser;
let site = '';
/** Whom the proxy names now; nobody without one. */
let named: string | undefined = 'jane@ACME.TEST';

beforeAll(async () => {
  portal = await startPortal({
    SHEETWIRE_TRUSTED_PROXIES: '127.0.0.1',
    SHEETWIRE_PROXY_USER_HEADER: 'X-Remote-User',
    SHEETWIRE_PROXY_SECRET: secret,
    SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST=ACME',
  });
  const { call } = await portal.publisher('ACME/robot');
  await call(publishReport, { topic: 'ACME/DESK/DAILY', pages: [{ name: 'Only', html: '<p>Price 3.59</p>' }] });
  const port = await freePort();
  proxy = await openProxy(portal.url, port);
  site = `http://127.0.0.1:${port}`;
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  proxy?.closeAllConnections();
  await portal?.stop();
});

/** A proxy that has signed its visitor in and tells the portal who it is. */
async function openProxy(target: string, port: number): Promise<Server> {
  const { hostname, port: targetPort } = new URL(target);
  const server = createServer((incoming, answer) => {
    const { method, url: path } = incoming;
    const vouched = named === undefined ? {} : { 'x-remote-user': named, 'x-sheetwire-proxy-secret': secret };
    const headers = { ...incoming.headers, ...vouched };
    const onward = request({ hostname, port: targetPort, path, method, headers }, (reply) => {
      reply.pipe(answer.writeHead(reply.statusCode ?? 502, reply.headers));
      answer.flushHeaders();
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

/** Runs with a page of a fresh visit. */
async function visiting(run: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  try {
    await run(await context.newPage());
  } finally {
    await context.close();
  }
}

const placeOf = (page: Page) => page.url().slice(site.length);

test('whom the proxy names sees the page of the link, and is there again when the session ended meanwhile', async () => {
  await visiting(async (page) => {
    await page.goto(`${site}${report}`);
    await page.getByText('Price 3.59').waitFor();
    expect(placeOf(page)).toBe(report);
    const gone = page.waitForURL('**/login', { waitUntil: 'commit' });
    await endSession(page, site);
    await gone;
    await page.getByText('Price 3.59').waitFor();
    expect(placeOf(page)).toBe(report);
  });
});

test('whom the proxy does not name logs in and is led to the page of the link', async () => {
  named = undefined;
  try {
    await visiting(async (page) => {
      await page.goto(`${site}${report}`);
      await page.waitForURL('**/login');
      await page.getByLabel('Username or email').fill('ACME/robot');
      await page.getByLabel('Password').fill(portal.password);
      await page.keyboard.press('Enter');
      await page.getByText('Price 3.59').waitFor();
      expect(placeOf(page)).toBe(report);
    });
  } finally {
    named = 'jane@ACME.TEST';
  }
});
