import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
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
    const sizes = new Map<'script' | 'stylesheet', number>([]);
    const reading: Promise<void>[] = [];
    context.on('response', (answer) => {
      const type = answer.request().resourceType();
      if (type !== 'script' && type !== 'stylesheet') return;
      reading.push(
        answer.body().then((body) => {
          sizes.set(type, (sizes.get(type) ?? 0) + gzipSync(body, { level: 9 }).length);
        }),
      );
    });
    await page.addInitScript({ content: noteFirstCell });
    await page.goto(`${product.url}/${TOPIC}`);
    await page.getByTestId('report').locator('td').first().waitFor();
    await page.waitForTimeout(SETTLED);
    await Promise.all(reading);
    const { files, shown } = await filesBefore(page);
    const [js, css, before] = ids;
    return [
      { id: js, unit: 'bytes', values: [sizes.get('script') ?? 0], note: 'gzip -9, everything loaded in 1.5 s' },
      { id: css, unit: 'bytes', values: [sizes.get('stylesheet') ?? 0] },
      { id: before, unit: 'files', values: [files.length], note: `${Math.round(shown)} ms; ${files.join(' ')}` },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

interface Timings {
  readonly shown: number;
  readonly resources: readonly { readonly name: string; readonly at: number; readonly kind: string }[];
}

async function filesBefore(page: Page): Promise<{ files: string[]; shown: number }> {
  const { resources, shown }: Timings = JSON.parse(String(await page.evaluate(timings)));
  const files = resources.filter(({ at, kind }) => at < shown && kind !== 'fetch' && kind !== 'xmlhttprequest');
  return { files: files.map(({ name }) => new URL(name).pathname.replace(/^.*\//, '')), shown };
}
