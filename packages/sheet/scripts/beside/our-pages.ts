import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellRoot } from '@sheetwire/page/shell';
import type { Browser } from 'playwright';
import { readWorkbook, renderPages } from '../../src/publish-pages.ts';

const tokens = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'web', 'src', 'ui', 'tokens.css');
const topic = 'A/B/C';
const least = 40;
const most = 16_000;

/** A picture of a page, and what its workbook has that pages do not show. */
export interface OurPage {
  readonly name: string;
  readonly png: Uint8Array;
}

export interface OurBook {
  readonly pages: readonly OurPage[];
  readonly notShown: readonly string[];
}

/** Draws each page of a workbook as the viewer does, at 100 %, in its light colours; throws for a page that the shell does not carry. */
export async function drawBook(browser: Browser, bytes: Uint8Array): Promise<OurBook> {
  const { pages, pictures = [], notShown = [] } = renderPages(await readWorkbook(bytes), {}, { topic });
  const drawn: OurPage[] = [];
  for (const [number, { name, html, styles }] of pages.entries()) {
    let whole = html;
    for (const picture of pictures) {
      const address = `data:${typeOf(picture.name)};base64,${Buffer.from(picture.bytes).toString('base64')}`;
      whole = whole.replaceAll(`/linkedfiles/${topic}/${picture.name}`, address);
    }
    drawn.push({
      name,
      png: await shot(browser, { html: whole, styles, label: name, topic, version: 1, number, nonce: '' }),
    });
  }
  return {
    pages: drawn,
    notShown: notShown.map(({ sheet, what, count, why }) => `${sheet}: ${count} ${what}: ${why}`),
  };
}

function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`;
}

async function shot(browser: Browser, page: Parameters<typeof shellRoot>[0]): Promise<Uint8Array> {
  const root = shellRoot(page);
  if (root === '') throw new Error(`The page ${page.label} is too large for a picture.`);
  const tab = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  try {
    // A root that is declared is made by the parser of a document that was navigated to.
    const body = `<!doctype html><meta charset="utf-8"><style>${readFileSync(tokens, 'utf8')}${around}</style><div id="report" data-whole>${root}</div>`;
    await tab.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
    await tab.goto('http://sheetwire.invalid/');
    const [width = 0, height = 0] = String(await tab.evaluate(extent))
      .split(' ')
      .map(clamped);
    await tab.setViewportSize({ width, height });
    await tab.addStyleTag({ content: `#report { width: ${width}px !important; height: ${height}px !important }` });
    return await tab.screenshot();
  } finally {
    await tab.close();
  }
}

const around = ':root { color-scheme: only light } body { margin: 0 } #report { width: 1400px; height: 900px }';

function clamped(size: string): number {
  return Math.min(most, Math.max(least, Math.ceil(Number(size))));
}

/** Runs in the page: how far the table and what lies over it reach. */
const extent = `(async () => {
  const { shadowRoot } = document.getElementById('report');
  await Promise.all([...shadowRoot.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined)));
  const boxes = [...shadowRoot.querySelectorAll('.t, [data-drawing]')].map((one) => one.getBoundingClientRect());
  return [boxes.map(({ right }) => right), boxes.map(({ bottom }) => bottom)].map((ends) => Math.max(...ends) + 8).join(' ');
})()`;
