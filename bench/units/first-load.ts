import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { chromiumIsMissing, openBrowser, signedIn } from '../lib/browser.ts';
import type { Figure } from '../lib/figures.ts';
import { noteFirstCell, timings } from '../lib/in-page.ts';
import { page as pageOf, startProduct, TOPIC } from '../servers/product.ts';

const SETTLED = 1500;
const ids = ['first load, JavaScript', 'first load, CSS', 'first load, files before the report'] as const;

/** What a viewer's first visit fetches: scripts and styles packed, and the files asked for before the report shows. */
export async function firstLoad(): Promise<Figure[]> {
  const missing = chromiumIsMissing();
  if (missing !== undefined) return ids.map((id) => ({ id, unit: 'bytes', values: [], notRun: missing }));
  const product = await startProduct(1, pageOf(100));
  const browser = await openBrowser();
  try {
    const context = await signedIn(browser, product.url, product.cookies[0] ?? '');
    const page = await context.newPage();
    const sizes = sizesOf(context);
    await page.addInitScript({ content: noteFirstCell });
    await page.goto(`${product.url}/${TOPIC}`);
    await page.getByRole('tab').first().waitFor();
    await page.waitForTimeout(SETTLED);
    const { shown, atWork, resources }: Timings = JSON.parse(String(await page.evaluate(timings)));
    const began = new Map(resources.map(({ name, at }) => [name, at]));
    const all = (await sizes()).map((file) => ({ ...file, isAhead: (began.get(file.url) ?? 0) >= atWork }));
    const bytes = (type: string, isAhead: boolean) =>
      all.filter((file) => file.type === type && file.isAhead === isAhead).reduce((sum, { size }) => sum + size, 0);
    const files = resources.filter(({ at, kind }) => at < shown && kind !== 'fetch' && kind !== 'xmlhttprequest');
    const names = files.map(({ name }) => new URL(name).pathname.replace(/^.*\//, ''));
    const [js, css, before] = ids;
    const ahead = `gzip -9; ${bytes('script', true)} more are fetched ahead once the viewer is at work`;
    return [
      { id: js, unit: 'bytes', values: [bytes('script', false)], note: ahead },
      { id: css, unit: 'bytes', values: [bytes('stylesheet', false)] },
      { id: before, unit: 'files', values: [files.length], note: `${Math.round(shown)} ms; ${names.join(' ')}` },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

interface Timings {
  readonly shown: number;
  readonly atWork: number;
  readonly resources: readonly { readonly name: string; readonly at: number; readonly kind: string }[];
}

interface File {
  readonly url: string;
  readonly type: string;
  readonly size: number;
}

/** Collects every script and style that comes, packed; answers what has come. */
function sizesOf(context: BrowserContext): () => Promise<File[]> {
  const files: Promise<File>[] = [];
  context.on('response', (answer) => {
    const type = answer.request().resourceType();
    if (type !== 'script' && type !== 'stylesheet') return;
    const packed = answer.body().then((body) => gzipSync(body, { level: 9 }).length);
    files.push(packed.then((size) => ({ url: answer.url(), type, size })));
  });
  return () => Promise.all(files);
}
