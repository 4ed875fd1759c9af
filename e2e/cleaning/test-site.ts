import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { freePort } from '../../scripts/test/free-port.ts';
import { openChromium } from '../support/chromium.ts';

/** Only reports, blocks nothing: each try to run a script or load from elsewhere is told, and is not stopped by it. */
const WATCH =
  "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; report-uri /reported";

/** An empty page without a policy of its own in a real browser, with every request that it makes. */
export interface TestSite {
  readonly page: Page;
  /** Addresses asked for at another host and dialogs opened, since the last call. */
  incidents(): string[];
  /** A fresh page: what was done to the last one is gone. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export async function openTestSite(): Promise<TestSite> {
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy-report-only': WATCH })
      .end('<!doctype html><title>x</title><body style="margin:0;height:600px"></body>');
  });
  const port = await freePort();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${port}`;
  const browser = await openChromium();
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  let incidents: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:data|about):/.test(request.url()) && new URL(request.url()).origin !== origin)
      incidents.push(request.url());
  });
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    // A dialog whose page has gone meanwhile has nothing left to dismiss.
    dialog.dismiss().catch(() => incidents.push('dialog: gone'));
  });
  await page.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  await page.goto(origin);
  return {
    page,
    incidents: () => incidents.splice(0),
    renew: async () => {
      await page.goto(origin);
      incidents = [];
    },
    close: async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
