import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import type { CDPSession, Page } from 'playwright-core';
import { chromiumIsMissing, openPacedBrowser, signedIn } from '../lib/browser.ts';
import type { Figure } from '../lib/figures.ts';
import { watchPainted } from '../lib/in-page.ts';
import { short } from '../lib/interleave.ts';
import { startProduct, TOPIC } from '../servers/product.ts';

const TICK = 33;
const TIME = 15_000;
/** A page that comes whole is drawn by then. */
const SETTLED = 3000;
/** How far the pointer goes in that time, in widths of the strip: it reads on, and it crosses the day. */
const ways = { slow: 0.12, fast: 0.8 } as const;

/**
 * Drags over the past of a report that is stored in a folder, in Chromium against the portal: what the page's main thread
 * works of the time, how long one position stands, and what was fetched whole (time 3).
 */
export async function scrubbing(dataDir: string): Promise<Figure[]> {
  const missing = chromiumIsMissing();
  if (missing !== undefined) return [{ id: idOf('slow').busy, unit: 'ratio', values: [], notRun: missing }];
  await using opened = new AsyncDisposableStack();
  // The day is to be there whole, however long it took to write.
  const product = await startProduct(1, '', { dataDir, env: { SHEETWIRE_VERSION_HOURS: '72' } });
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
  const figures: Figure[] = [];
  // The first look at the past, and the first steps, are not those of a drag that goes on.
  await dragged(page, cdp, { from: 0.9, to: 0.85, time: TIME / 5 });
  for (const way of ['slow', 'fast'] as const) {
    figures.push(...figuresOf(way, await dragged(page, cdp, { from: 0.9, to: 0.9 - ways[way], time: TIME })));
    await sameAsFetched(page);
  }
  return figures;
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
  const counting: Promise<void>[] = [];
  const onResponse = (response: { url(): string; json(): Promise<unknown> }) => {
    if (!response.url().endsWith(report.path)) return;
    counting.push(
      response.json().then((answer) => {
        if (typeof answer === 'object' && answer !== null && 'pages' in answer) wholes++;
      }),
    );
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
    await page.mouse.move(x(from + ((to - from) * n * TICK) / time), y);
  }
  const after = await metricsOf(cdp);
  const painted = Number(await page.evaluate('window.benchPainted'));
  await page.mouse.up();
  page.off('response', onResponse);
  page.off('load', onLoad);
  await Promise.all(counting);
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

function idOf(way: keyof typeof ways) {
  const how = way === 'slow' ? 'an hour of a day in 5 s' : 'a day in 19 s';
  return {
    busy: `scrubbing, ${how}: main thread of the page`,
    stands: `scrubbing, ${how}: from position to position`,
    wholes: `scrubbing, ${how}: pages fetched whole, and loads`,
  };
}

function figuresOf(way: keyof typeof ways, drag: Dragged): Figure[] {
  const { wall, tasks, script, layout, style, painted, wholes, loads } = drag;
  const id = idOf(way);
  const share = (seconds: number) => `${short((100 * seconds) / wall)} %`;
  const note = `script ${share(script)}, layout ${share(layout)}, style ${share(style)}; ${painted} positions in ${short(wall)} s`;
  return [
    { id: id.busy, unit: 'ratio', values: [tasks / wall], note },
    { id: id.stands, unit: 'ms', values: [(1000 * wall) / painted], note },
    { id: id.wholes, unit: 'count', values: [wholes + loads] },
  ];
}

/** What stands there once the drag rests is what the portal tells of that moment. */
async function sameAsFetched(page: Page): Promise<void> {
  // The address follows what is shown.
  await delay(3 * limits.past.address);
  const told: { readonly html: string; readonly texts: readonly string[] } = JSON.parse(
    await page.evaluate(shownAndFetched),
  );
  const then = [...told.html.matchAll(/<td[^>]*>([^<]*)</g)].map(([, text]) => text);
  const wrong = then.filter((text, n) => text !== told.texts[n]).length;
  if (then.length === 0 || then.length !== told.texts.length || wrong > 0)
    throw new Error(`The screen is not that moment: ${wrong} of ${then.length} cells, ${told.texts.length} are there`);
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
