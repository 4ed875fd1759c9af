import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import type { CDPSession, Page } from 'playwright-core';
import { chromiumIsMissing, openPacedBrowser, signedIn } from '../lib/browser.ts';
import type { Figure } from '../lib/figures.ts';
import { watchPainted } from '../lib/in-page.ts';
import { interleave, type Round, ratio, type Sample, type Side, short } from '../lib/interleave.ts';
import { fillDay, noteOf } from '../lib/made-day.ts';
import type { Plan } from '../lib/plan.ts';
import { withStoredDay } from '../lib/stored-day.ts';
import { startProduct, TOPIC } from '../servers/product.ts';

const TICK = 33;
/** Sent as it is: before and after each move of a held button Playwright runs scripts of its own in the page. */
const moved = { type: 'mouseMoved', button: 'left', buttons: 1 } as const;
const TIME = 15_000;
/** A page that comes whole is drawn by then. */
const SETTLED = 3000;
/** Until all of a moment stands there after the hand rests, ms at most. */
const WHOLE = 15_000;
/** How far the pointer goes in that time, in widths of the strip: it reads on, and it crosses the day. */
const ways = { slow: 0.12, fast: 0.8 } as const;

type Way = keyof typeof ways;
const NOW = 'now';
const BEFORE = 'before';

/**
 * Drags over the past of a day as `past` has it, in Chromium against the portal: what the page's main thread works of the
 * time, how long one position stands, and what was fetched whole (time 3). With BENCH_BASE, the folder of another checkout,
 * its portal and its pages in the same rounds, each on a copy of the store.
 */
export async function scrubbing({ isQuick, rounds }: Plan): Promise<Figure[]> {
  const missing = chromiumIsMissing();
  if (missing !== undefined) return [{ id: idOf('slow').busy, unit: 'ratio', values: [], notRun: missing }];
  return withStoredDay(isQuick, async ({ folder, day, opened }) => {
    await opened((stores) => fillDay(stores, day));
    const base = process.env.BENCH_BASE;
    const side = (name: string, tree?: string): Side => ({
      name,
      runs: 1,
      run: async () => sampleOf(await scrubbed(folder, tree)),
    });
    const all = await interleave(base === undefined ? [side(NOW)] : [side(NOW), side(BEFORE, base)], rounds);
    const figures = (['slow', 'fast'] as const).flatMap((way) => figuresOf(way, all, base !== undefined));
    return figures.map((figure) => ({ note: noteOf(day), ...figure }));
  });
}

function sampleOf({ slow, fast }: Readonly<Record<Way, Dragged>>): Sample {
  const of = (way: Way, { wall, tasks, script, layout, style, painted, wholes, loads }: Dragged) => ({
    [`busy ${way}`]: tasks / wall,
    [`script ${way}`]: script / wall,
    [`layout ${way}`]: layout / wall,
    [`style ${way}`]: style / wall,
    [`ms ${way}`]: (1000 * wall) / painted,
    [`wholes ${way}`]: wholes + loads,
  });
  return { ...of('slow', slow), ...of('fast', fast) };
}

function figuresOf(way: Way, rounds: readonly Round[], hasBase: boolean): Figure[] {
  const { busy, stands, wholes } = idOf(way);
  const own = (metric: string) => rounds.map((round) => round.get(NOW)?.[0]?.[`${metric} ${way}`] ?? Number.NaN);
  const share = (metric: string) => {
    const shares = own(metric);
    return `${metric} ${short((100 * shares.reduce((sum, one) => sum + one, 0)) / shares.length)} %`;
  };
  const compared = (id: string, metric: string) =>
    ratio(rounds, { id: `${id}: now / before`, metric, of: NOW, against: BEFORE });
  return [
    { id: busy, unit: 'ratio', values: own('busy'), note: ['script', 'layout', 'style'].map(share).join(', ') },
    { id: stands, unit: 'ms', values: own('ms') },
    { id: wholes, unit: 'count', values: own('wholes') },
    ...(hasBase ? [compared(busy, `busy ${way}`), compared(stands, `ms ${way}`)] : []),
  ];
}

async function scrubbed(folder: string, tree?: string): Promise<Readonly<Record<Way, Dragged>>> {
  await using opened = new AsyncDisposableStack();
  // A copy for each run: a portal adds its users to the store, and can do so once.
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-bench-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  await cp(folder, dataDir, { recursive: true });
  // The day is to be there whole, however long it took to write.
  const product = await startProduct(1, '', { dataDir, tree, env: { SHEETWIRE_VERSION_HOURS: '72' } });
  opened.defer(() => product.stop());
  const browser = await openPacedBrowser();
  opened.defer(() => browser.close());
  const context = await signedIn(browser, product.url, product.cookies[0] ?? '');
  const page = await context.newPage();
  await page.goto(`${product.url}/${TOPIC}`);
  await page.getByTestId('report').locator('td').first().waitFor();
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await page.getByTestId('time').locator('path.usual[d^="M"]').waitFor({ state: 'attached' });
  const cdp = await context.newCDPSession(page);
  // Of the thread's own clock: what else the machine does counts for nothing.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  // The first look at the past, and the first steps, are not those of a drag that goes on.
  await dragged(page, cdp, { from: 0.9, to: 0.85, time: TIME / 5 });
  const drag = async (way: Way) => {
    const measured = await dragged(page, cdp, { from: 0.9, to: 0.9 - ways[way], time: TIME });
    await sameAsFetched(page);
    return measured;
  };
  const slow = await drag('slow');
  return { slow, fast: await drag('fast') };
}

interface Drag {
  /** In widths of the strip. */
  readonly from: number;
  readonly to: number;
  /** ms */
  readonly time: number;
}

interface Dragged {
  /** Seconds. */
  readonly wall: number;
  readonly tasks: number;
  readonly script: number;
  readonly layout: number;
  readonly style: number;
  readonly painted: number;
  readonly wholes: number;
  readonly loads: number;
}

async function dragged(page: Page, cdp: CDPSession, { from, to, time }: Drag): Promise<Dragged> {
  const box = await page.getByRole('slider', { name: 'Time' }).boundingBox();
  if (!box) throw new Error('The strip is not on the screen');
  const y = box.y + box.height / 2;
  const x = (share: number) => box.x + share * box.width;
  let [wholes, loads] = [0, 0];
  const answers: { json(): Promise<unknown> }[] = [];
  const onResponse = (response: { url(): string; json(): Promise<unknown> }) => {
    if (response.url().endsWith(report.path)) answers.push(response);
  };
  const onLoad = () => {
    loads++;
  };
  await page.mouse.move(x(from), y);
  // The way to where the drag begins is none of its own.
  const landed = page.waitForResponse((response) => response.url().endsWith(report.path));
  await page.mouse.down();
  await (await landed).finished();
  await page.getByTestId('time').locator('.on-paper').waitFor({ state: 'attached' });
  await delay(SETTLED);
  await page.evaluate(watchPainted);
  page.on('response', onResponse);
  page.on('load', onLoad);
  const before = await metricsOf(cdp);
  const started = performance.now();
  for (let n = 1; n * TICK <= time; n++) {
    await delay(Math.max(0, started + n * TICK - performance.now()));
    await cdp.send('Input.dispatchMouseEvent', { ...moved, x: x(from + ((to - from) * n * TICK) / time), y });
  }
  const after = await metricsOf(cdp);
  const painted = Number(await page.evaluate('window.benchPainted'));
  if (painted === 0) throw new Error('The drag moved nothing');
  // Playwright does not know of the moves: it lets go where it believes the pointer to be.
  await page.mouse.move(x(to), y);
  await page.mouse.up();
  page.off('response', onResponse);
  page.off('load', onLoad);
  // To hand them over is work of the page's main thread: none that a reader has, so not before the drag is over.
  for (const response of answers) {
    const answer = await response.json();
    if (typeof answer === 'object' && answer !== null && 'pages' in answer) wholes++;
  }
  const spent = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN);
  return {
    ...{ wall: spent('Timestamp'), tasks: spent('TaskDuration'), script: spent('ScriptDuration') },
    ...{ layout: spent('LayoutDuration'), style: spent('RecalcStyleDuration'), painted, wholes, loads },
  };
}

async function metricsOf(cdp: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

function idOf(way: Way) {
  const how = way === 'slow' ? 'an hour of a day in 5 s' : 'a day in 19 s';
  return {
    busy: `scrubbing, ${how}: main thread of the page`,
    stands: `scrubbing, ${how}: from position to position`,
    wholes: `scrubbing, ${how}: pages fetched whole, and loads`,
  };
}

/** What stands there once the drag rests is what the portal tells of that moment, all of it soon. */
async function sameAsFetched(page: Page): Promise<void> {
  const from = performance.now();
  // The address follows what is shown.
  await delay(3 * limits.past.address);
  for (let fault = await differs(page); fault !== undefined; fault = await differs(page)) {
    if (performance.now() - from > WHOLE) throw new Error(`The screen is not that moment: ${fault}`);
    await delay(limits.past.address);
  }
}

async function differs(page: Page): Promise<string | undefined> {
  const told: { readonly html: string; readonly texts: readonly string[] } = JSON.parse(
    await page.evaluate(shownAndFetched),
  );
  const then = [...told.html.matchAll(/<td[^>]*>([^<]*)</g)].map(([, text]) => text);
  const wrong = then.filter((text, n) => text !== told.texts[n]).length;
  if (then.length > 0 && then.length === told.texts.length && wrong === 0) return undefined;
  return `${wrong} of ${then.length} cells, ${told.texts.length} are there`;
}

const shownAndFetched = `(async () => {
  const at = new URL(location.href).searchParams.get('at');
  const body = JSON.stringify({ topic: '${TOPIC}', at });
  const headers = { 'content-type': 'application/json' };
  const answer = await (await fetch('${report.path}', { method: 'POST', headers, body })).json();
  let html = answer.pages[0];
  if (html.startsWith('H4')) {
    const bytes = Uint8Array.from(atob(html), (one) => one.charCodeAt(0));
    html = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  }
  const cells = document.querySelector('[data-testid=report]').shadowRoot.querySelectorAll('td');
  return JSON.stringify({ html, texts: [...cells].map((cell) => cell.textContent) });
})()`;
