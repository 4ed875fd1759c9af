import { publishCells, publishReport } from '@sheetwire/contract/publish';
import type { Browser, Page } from 'playwright-core';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { chromiumIsMissing, openBrowser, signedIn } from '../lib/browser.ts';
import { type Figure, median } from '../lib/figures.ts';
import { untilShown } from '../lib/in-page.ts';
import { short, shuffled } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { realTime } from '../lib/real-time.ts';
import { type Product, type ProductPlace, page as pageOf, startProduct, TOPIC } from '../servers/product.ts';
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

/** A portal whose screen is timed: this tree's or another's, on one of the stores. */
interface Portal {
  readonly name: string;
  readonly place: ProductPlace;
}

const OWN = 'SQLite';
const BEFORE = ' before';

/**
 * Time from a publish of ten changed cells of 10,000 to the frame that shows them, in Chromium. With BENCH_BASE, the folder
 * of another checkout, the same of its portal in the same rounds; on both stores where PostgreSQL is there.
 */
export async function latency({ isQuick, rounds }: Plan): Promise<Figure[]> {
  const missing = chromiumIsMissing();
  if (missing !== undefined) return [PUSHED, POLLED].map((id) => ({ id, unit: 'ratio', values: [], notRun: missing }));
  await using opened = new AsyncDisposableStack();
  const postgres = findProgram('psql') === undefined ? undefined : await withPostgres();
  opened.defer(async () => postgres?.stop());
  const peers = await startSocketIo();
  opened.defer(() => peers.stop());
  const browser = await openBrowser();
  opened.defer(() => browser.close());
  const ways: Way[] = [];
  const portals = await portalsOn(postgres, process.env.BENCH_BASE);
  for (const portal of portals) {
    const product = await startProduct(1, pageOf(ROWS), portal.place);
    opened.defer(() => product.stop());
    ways.push(await wayOf(browser, product, portal.name));
  }
  const other = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const open = async (path: string) => {
    const page = await other.newPage();
    await page.goto(`http://127.0.0.1:${peers.port}${path}`);
    return page;
  };
  const whole = (text: string) => peers.publish(withTexts(text));
  ways.push({ name: 'socket.io', page: await open('/'), publish: whole });
  ways.push({ name: 'polling', page: await open('/poll'), publish: whole });
  const seen = await times(ways, isQuick ? 5 : 10, isQuick ? 2 : rounds);
  const before = portals.filter(({ name }) => portals.some((base) => base.name === name + BEFORE));
  return [
    against(seen, { id: PUSHED, of: OWN, peer: 'socket.io' }),
    against(seen, { id: POLLED, of: OWN, peer: 'polling' }),
    ...before.map(({ name }) =>
      against(seen, { id: `publish to pixels / before, ${name}`, of: name, peer: name + BEFORE }),
    ),
  ];
}

async function portalsOn(postgres: PostgresServer | undefined, base: string | undefined): Promise<Portal[]> {
  const portals: Portal[] = [{ name: OWN, place: {} }];
  if (base === undefined) return portals;
  portals.push({ name: OWN + BEFORE, place: { tree: base } });
  if (!postgres) return portals;
  portals.push({ name: 'PostgreSQL', place: { databaseUrl: await postgres.newDatabase() } });
  portals.push({ name: `PostgreSQL${BEFORE}`, place: { tree: base, databaseUrl: await postgres.newDatabase() } });
  return portals;
}

/** A portal's viewer, and what publishes to it. */
async function wayOf(browser: Browser, product: Product, name: string): Promise<Way> {
  const context = await signedIn(browser, product.url, product.cookies[0] ?? '');
  const page = await context.newPage();
  await page.goto(`${product.url}/${TOPIC}`);
  await page.getByTestId('report').locator('td').first().waitFor();
  const pages = [{ name: 'Positions', html: pageOf(ROWS) }];
  let { version } = await product.call(publishReport, { topic: TOPIC, pages });
  return {
    name,
    page,
    async publish(text) {
      const cells = names.map((cell, n) => ({ page: 'Positions', cell, html: n === 0 ? text : `${text}.${n}` }));
      ({ version } = await product.call(publishCells, { topic: TOPIC, baseVersion: version, cells }));
    },
  };
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

type Times = Readonly<Record<string, readonly number[]>>;

async function times(ways: readonly Way[], count: number, rounds: number): Promise<Times> {
  for (const way of ways) await timed(way, 3);
  const seen: Record<string, number[]> = Object.fromEntries(ways.map(({ name }) => [name, []]));
  for (let n = 0; n < rounds; n++) {
    for (const way of shuffled(ways)) seen[way.name]?.push(await timed(way, count));
  }
  return seen;
}

function against(
  seen: Times,
  { id, of, peer }: { readonly id: string; readonly of: string; readonly peer: string },
): Figure {
  const [own = [], theirs = []] = [seen[of], seen[peer]];
  const values = own.map((value, n) => value / (theirs[n] ?? Number.NaN));
  return { id, unit: 'ratio', values, note: `${short(median(own))} ms, ${short(median(theirs))} ms` };
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
