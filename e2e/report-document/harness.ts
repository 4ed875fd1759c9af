import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { shellRoot } from '@sheetwire/page/shell';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { freePort } from '../../scripts/test/free-port.ts';
import { openChromium } from '../support/chromium.ts';

const web = fileURLToPath(new URL('../../apps/web/', import.meta.url));
const entries = `${web}src/features/report-document/harness/`;
const tokens = `${web}src/ui/tokens.css`;

/** A browser with the report document's harness, under the portal's content security policy. */
export interface Harness {
  readonly browser: Browser;
  readonly url: string;
  open(context?: Parameters<Browser['newContext']>[0]): Promise<{ context: BrowserContext; page: Page }>;
  close(): Promise<void>;
}

export interface HarnessOptions {
  /** Which page of the harness: `main` for tests, `peers` for measurements. */
  readonly entry?: 'main' | 'peers';
  /** Peers insert raw HTML, which the portal's policy forbids. */
  readonly hasPolicy?: boolean;
}

/** Builds the harness, serves it on loopback and starts Chromium. */
export async function startHarness({ entry = 'main', hasPolicy = true }: HarnessOptions = {}): Promise<Harness> {
  const files = await bundle(entry);
  const server = await serve(files, hasPolicy);
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  const browser = await openChromium();
  return {
    browser,
    url,
    async open(options) {
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      page.on('pageerror', (error) => process.stderr.write(`page: ${error.stack ?? error.message}\n`));
      await page.goto(url);
      return { context, page };
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bundle(entry: string): Promise<Map<string, string | Uint8Array>> {
  const result = await build({
    root: web,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      rolldownOptions: { input: { main: `${entries}${entry}.ts`, tokens } },
    },
  });
  const files = new Map<string, string | Uint8Array>();
  for (const output of Array.isArray(result) ? result : [result]) {
    if (!('output' in output)) continue;
    for (const file of output.output) files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
  }
  return files;
}

function policyFor(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sheetwire',
  ].join('; ');
}

export const shellPage = {
  html: '<table data-freeze="1,0"><colgroup><col style="width:90px"><col style="width:90px"></colgroup><tbody><tr><th data-cell="A1">Name</th><th data-cell="B1">Value</th></tr><tr><td data-cell="A2" data-s="0">Swaps</td><td data-cell="B2" data-num="">1,008</td></tr></tbody></table>',
  styles: ['color:rgb(1, 2, 3);vertical-align:middle'],
};

/** The report as the server's shell carries it. */
function shellReport(nonce: string): string {
  const root = shellRoot({ ...shellPage, label: 'DESK/DAILY', topic: 'DEMO/DESK/DAILY', version: 7, number: 0, nonce });
  return `<div id="report" style="position:fixed;inset:0">${root}</div>`;
}

const types: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript', woff2: 'font/woff2' };

function typeOf(path: string): string {
  return types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

async function serve(files: ReadonlyMap<string, string | Uint8Array>, hasPolicy: boolean): Promise<Server> {
  const names = [...files.keys()];
  const script = names.find((name) => /main[^/]*\.js$/.test(name));
  const style = names.find((name) => name.endsWith('.css'));
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file !== undefined) {
      response.setHeader('content-type', typeOf(request.url ?? '')).end(file);
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    const report = request.url === '/shell' ? shellReport(nonce) : '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (hasPolicy) response.setHeader('content-security-policy', policyFor(nonce));
    response.end(
      `<!doctype html><html lang="en"><head><title>Report document</title><link rel="stylesheet" href="${style}"><style nonce="${nonce}">body { margin: 0 }</style><script type="module" nonce="${nonce}" src="${script}"></script></head><body>${report}</body></html>`,
    );
  });
  const port = await freePort();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return server;
}
