import { publishCells, publishReport } from '@sheetwire/contract/publish';
import type { Page } from 'playwright-core';
import { chromiumIsMissing, openBrowser, signedIn } from '../lib/browser.ts';
import { type Figure, median } from '../lib/figures.ts';
import { untilShown } from '../lib/in-page.ts';
import { short, shuffled } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { realTime } from '../lib/real-time.ts';
import { page as pageOf, startProduct, TOPIC } from '../servers/product.ts';
import { startSocketIo } from '../servers/socketio.ts';

const ROWS = 500;
const CHANGED = 10;
const PUSHED = 'publish to pixels / socket.io with the whole page';
const POLLED = 'publish to pixels / polling every 250 ms';

/** One way from a publisher to the screen. */
interface Way {
  readonly name: string;
  readonly page: Page;
  publish(text: string): Promise<void>;
}

/** Time from a publish of ten changed cells of 10,000 to the frame that shows them, in Chromium. */
export async function latency({ isQuick, rounds }: Plan): Promise<Figure[]> {
  const missing = chromiumIsMissing();
  if (missing !== undefined) return [PUSHED, POLLED].map((id) => ({ id, unit: 'ratio', values: [], notRun: missing }));
  const product = await startProduct(1, pageOf(ROWS));
  const peers = await startSocketIo();
  const browser = await openBrowser();
  try {
    const context = await signedIn(browser, product.url, product.cookies[0] ?? '');
    const shown = await context.newPage();
    await shown.goto(`${product.url}/${TOPIC}`);
    await shown.getByTestId('report').locator('td').first().waitFor();
    const other = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const open = async (path: string) => {
      const page = await other.newPage();
      await page.goto(`http://127.0.0.1:${peers.port}${path}`);
      return page;
    };
    const whole = (text: string) => peers.publish(withTexts(text));
    let { version } = await product.call(publishReport, {
      topic: TOPIC,
      pages: [{ name: 'Positions', html: pageOf(ROWS) }],
    });
    const ways: Way[] = [
      {
        name: 'sheetwire',
        page: shown,
        async publish(text) {
          const cells = names.map((cell, n) => ({ page: 'Positions', cell, html: n === 0 ? text : `${text}.${n}` }));
          ({ version } = await product.call(publishCells, { topic: TOPIC, baseVersion: version, cells }));
        },
      },
      { name: 'socket.io', page: await open('/'), publish: whole },
      { name: 'polling', page: await open('/poll'), publish: whole },
    ];
    return await compare(ways, isQuick ? 5 : 10, isQuick ? 2 : rounds);
  } finally {
    await browser.close();
    await peers.stop();
    await product.stop();
  }
}

/** Ten cells at the top of the page, on screen. */
const names = Array.from({ length: CHANGED }, (_, n) => `A${n + 1}`);

function withTexts(text: string): string {
  return pageOf(ROWS, (row, column) =>
    column === 0 && row < CHANGED
      ? row === 0
        ? text
        : `${text}.${row}`
      : `${(row * 31 + column * 7) % 1000}.${column}`,
  );
}

async function compare(ways: readonly Way[], times: number, rounds: number): Promise<Figure[]> {
  for (const way of ways) await timed(way, 3);
  const seen: Record<string, number[]> = { sheetwire: [], 'socket.io': [], polling: [] };
  for (let n = 0; n < rounds; n++) {
    for (const way of shuffled(ways)) seen[way.name]?.push(await timed(way, times));
  }
  const own = seen['sheetwire'] ?? [];
  const against = (id: string, peer: string): Figure => {
    const theirs = seen[peer] ?? [];
    const values = own.map((value, n) => value / (theirs[n] ?? Number.NaN));
    return { id, unit: 'ratio', values, note: `${short(median(own))} ms, ${short(median(theirs))} ms` };
  };
  return [against(PUSHED, 'socket.io'), against(POLLED, 'polling')];
}

const PAUSE = 120;

/** The median of so many publishes, ms. Only the page that is timed is in front. */
async function timed({ page, publish }: Way, times: number): Promise<number> {
  await page.bringToFront();
  const now = realTime();
  const all: number[] = [];
  for (let n = 0; n < times; n++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE + Math.random() * PAUSE));
    const sent = now();
    const seen = page.evaluate(untilShown(`T${sent}`));
    // The page is watching before anything is sent.
    await page.evaluate('0');
    const delay = now() - sent;
    await publish(`T${sent}`);
    all.push(Number(await seen) - (sent + delay) / 1000);
  }
  return median(all);
}
