import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWeb } from '../../scripts/build.ts';
import { openChromium } from '../support/chromium.ts';
import { type Portal, startPortal } from '../support/portal.ts';
import { soakTest } from '../support/soak-test.ts';
import { TcpLine, type TcpMode } from '../support/tcp-line.ts';
import { openEntrance, way } from '../support/ways.ts';
import { chipAfter, chipsOf, contradictions, framesOf, olderAgain, recordFrames, ticked } from './shown-words.ts';
import { TickingReport } from './ticking-report.ts';
import { openReport, signedIn } from './viewer-page.ts';

const second = 1000;
/** The words on the screen are true again after so long (quality, Reliability). */
const TRUE_WITHIN = 6 * second;
const user = 'DEMO/viewer';

let portal: Portal;
let browser: Browser;
let password: string;
let ticking: TickingReport;
let entrance: Awaited<ReturnType<typeof openEntrance>>;

beforeAll(async () => {
  expect(await buildWeb({ ifMissing: true })).toBe(true);
  portal = await startPortal();
  password = await portal.addUser(user);
  const { call } = await portal.publisher('DEMO/publisher');
  ticking = new TickingReport(call, 'DEMO/DESK/TICKS');
  await ticking.start();
  entrance = await openEntrance(portal.url);
  browser = await openChromium();
});
afterAll(async () => {
  await ticking?.stop();
  await browser?.close();
  await entrance?.close();
  await portal?.stop();
});

interface Watched {
  readonly page: Page;
  readonly line: TcpLine;
  close(): Promise<void>;
}

/** A viewer with a wire of their own, who has seen the report tick. */
async function watch(): Promise<Watched> {
  const line = await TcpLine.open(entrance.origin);
  const context = await signedIn(browser, line.url, { user, password });
  await recordFrames(context);
  const page = await openReport(context, line.url, ticking.topic);
  await chipAfter(page, 0, ['Live']);
  await ticked(page, 3);
  return { page, line, close: () => closed(context, line) };
}

async function closed(context: BrowserContext, line: TcpLine): Promise<void> {
  await context.close();
  await line.close();
}

/** What happens to the line or the server, and how it is mended. */
interface Fault {
  readonly strike: () => unknown;
  readonly mend: () => unknown;
}

/** Strikes and mends; answers when, and what was on the screen meanwhile and for some figures more. */
async function suffer({ page }: Watched, { strike, mend }: Fault) {
  const struckAt = Date.now();
  await strike();
  await chipAfter(page, struckAt, ['Disconnected']);
  const mendedAt = Date.now();
  await mend();
  await chipAfter(page, mendedAt, ['Live']);
  await ticked(page, 2);
  return { struckAt, mendedAt, frames: await framesOf(page) };
}

type Suffered = Awaited<ReturnType<typeof suffer>>;

/** Told in time, in this order and no other, by chip and icons alike; no figure goes back. */
function expectTruth({ struckAt, mendedAt, frames }: Suffered): void {
  const at = (from: number, to: number) => frames.filter((frame) => frame.at >= from && frame.at < to);
  const during = at(struckAt, mendedAt);
  const told = during.find(({ chip }) => !known.has(chip));
  expect(told?.chip).toBe('Reconnecting…');
  expect((told?.at ?? Number.POSITIVE_INFINITY) - struckAt).toBeLessThanOrEqual(TRUE_WITHIN);
  const chips = chipsOf(during);
  const before = chips.slice(0, chips.indexOf('Reconnecting…'));
  expect([['Live'], ['Live', 'Catching up…'], ['Catching up…'], []]).toContainEqual(before);
  expect(chips.slice(before.length)).toEqual(['Reconnecting…', 'Disconnected']);
  expect(contradictions(frames)).toEqual([]);
  const last = Number(during.at(-1)?.cell);
  const back = frames.find((frame) => frame.at >= mendedAt && frame.chip === 'Live');
  expect(Number(back?.cell)).toBeGreaterThanOrEqual(last);
  expect(olderAgain(frames)).toEqual([]);
  const after = chipsOf(at(mendedAt, Number.POSITIVE_INFINITY));
  const live = after.indexOf('Live');
  expect(after.slice(0, live).filter((chip) => !between.has(chip))).toEqual([]);
  expect(after.slice(live)).toEqual(['Live']);
}

/** What may stand until a loss is told: the newest report, or one that is known to be older while the newest is fetched. */
const known = new Set(['Live', 'Catching up…']);
/** What may stand between a loss and live. */
const between = new Set(['Reconnecting…', 'Disconnected', 'Catching up…']);

test('a server that is stopped, and goes on, is never called live in between', async () => {
  const watched = await watch();
  const fault = { strike: () => signal('SIGSTOP'), mend: () => signal('SIGCONT') };
  try {
    expectTruth(await suffer(watched, fault));
  } finally {
    signal('SIGCONT');
    await watched.close();
  }
});

function signal(name: NodeJS.Signals): void {
  process.kill(portal.pid, name);
}

soakTest('a server that was killed is told at once, and live only once it is back', async () => {
  const watched = await watch();
  expectTruth(await suffer(watched, { strike: () => portal.kill(), mend: () => portal.restart() }));
  await watched.close();
});

const wires: readonly (readonly [string, TcpMode])[] = [
  ['a wire that takes everything and says no word', 'silent'],
  ['a wire that breaks', 'dead'],
  ['a wire on which everything arrives ten seconds late', { late: 10 * second }],
];

test('a line that is cut, broken or slow is told within six seconds, by chip and icons alike', async () => {
  const all = await Promise.all(
    wires.map(async ([name, mode]) => {
      const watched = await watch();
      const { line } = watched;
      const suffered = await suffer(watched, { strike: () => line.become(mode), mend: () => line.become('open') });
      await watched.close();
      return { name, suffered };
    }),
  );
  for (const { suffered } of all) expectTruth(suffered);
});

soakTest('a browser that goes offline says so, and is live again after a message', async () => {
  const watched = await watch();
  const { page, line } = watched;
  const context = page.context();
  const strike = async () => {
    line.become('silent');
    await context.setOffline(true);
  };
  const mend = async () => {
    line.become('open');
    await context.setOffline(false);
  };
  expectTruth(await suffer(watched, { strike, mend }));
  await watched.close();
});

soakTest('a tab that slept through the death of its server does not wake up live', async () => {
  const watched = await watch();
  const { page, line } = watched;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  line.become('silent');
  await pause(TRUE_WITHIN);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  const wokenAt = Date.now();
  await chipAfter(page, wokenAt, ['Reconnecting…', 'Disconnected']);
  line.become('open');
  const back = await chipAfter(page, Date.now(), ['Live']);
  const frames = (await framesOf(page)).filter(({ at }) => at >= wokenAt && at < back.at);
  expect(frames.filter(({ chip }) => chip === 'Live')).toEqual([]);
  await watched.close();
});

/** How long the tab sleeps. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

soakTest('a publisher that stops over a line that lives is asked for by nobody, and stays as it was told', async () => {
  const watched = await watch();
  const { page } = watched;
  // What it published last is fetched like all before it.
  const last = await ticking.stop();
  await expect.poll(async () => (await framesOf(page)).at(-1)).toMatchObject({ cell: last, chip: 'Live' });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const from = Date.now();
  await pause(2 * TRUE_WITHIN);
  const frames = (await framesOf(page)).filter(({ at }) => at >= from);
  expect(chipsOf(frames).filter((chip) => chip !== 'Live')).toEqual([]);
  if (!way.isPolling) expect(asked).toEqual([]);
  await ticking.start();
  await watched.close();
});
