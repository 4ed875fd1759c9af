import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
/** Only reports, blocks nothing: each try to run a script or load from elsewhere is told, and is not stopped by it. */
const WATCH =
  "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; report-uri /reported";
const FIRST_PORT = 21_000;
const LAST_PORT = 31_000;

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
  const port = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: FLAGS.split(' '),
  });
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

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  for (let port = FIRST_PORT + (process.pid % 1000); port < LAST_PORT; port++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    server.removeAllListeners('error');
    if (isOpen) return port;
  }
  throw new Error('no port is free');
}
