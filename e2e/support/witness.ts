import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const LINES_KEPT = 30;
const TEXT_SHOWN = 600;
const LOG_SHOWN = 15;
/** What a page may take to say what it shows. */
const PATIENCE = 5000;
/** What the browser may take to close a context: a third of what a hook has. */
const CLOSING = 20_000;
const folder = join(import.meta.dirname, '../../test-results');

/** A test, as far as it has come. */
interface Running {
  readonly name: string;
  readonly result?: { readonly state: string } | undefined;
}

let running: Running | undefined;
const contexts = new Map<BrowserContext, string[]>();
/** What a failing test left open is told once, unless it goes on. */
const told = new Set<BrowserContext>();
const logs = new Set<() => string>();
let pictures = 0;

/** From here on what is seen belongs to this test. */
export function nowRunning(test: Running): void {
  running = test;
}

/** The log of a program beside the browser, for a failing test; the answer forgets it. */
export function witnessLog(log: () => string): () => void {
  logs.add(log);
  return () => logs.delete(log);
}

/** Notes what the pages of this browser say and ask; a failing test tells it before they are closed. */
export function witnessed(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    contexts.set(context, notesOf(context));
    const close = context.close.bind(context);
    context.close = async (why) => {
      await tellIfFailed(context);
      contexts.delete(context);
      // An answer that a test still passes on has nobody to go to any more.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (!(await inTime(close(why)))) say('browser', [`It did not close a context within ${CLOSING / 1000} s.`]);
    };
    return context;
  };
  return browser;
}

/**
 * Whether the browser has closed the context in time. One that has not says nothing of the portal, whose test is over:
 * it is told, and the end of the browser takes the context.
 */
async function inTime(closing: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, CLOSING, false);
  });
  try {
    return await Promise.race([closing.then(() => true as const), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** After a test: what the failing one left open. */
export async function tellWhatIsOpen(): Promise<void> {
  for (const context of contexts.keys()) await tellIfFailed(context);
  if (hasFailed()) for (const log of logs) say('portal', log().trim().split('\n').slice(-LOG_SHOWN));
}

/** The next file of this worker fails for itself: what a browser that was closed as a whole had open is told there no more. */
export function forgetTheFile(): void {
  contexts.clear();
  told.clear();
  logs.clear();
}

function hasFailed(): boolean {
  return running?.result?.state === 'fail';
}

async function tellIfFailed(context: BrowserContext): Promise<void> {
  const notes = contexts.get(context);
  if (!hasFailed() || notes === undefined || (told.has(context) && notes.length === 0)) return;
  told.add(context);
  for (const page of context.pages()) say(`page ${page.url()}`, await shownBy(page));
  say('console and requests', notes);
  notes.length = 0;
}

function notesOf(context: BrowserContext): string[] {
  const notes: string[] = [];
  const from = performance.now();
  const note = (text: string) => {
    notes.push(`${((performance.now() - from) / 1000).toFixed(1)} s ${text.slice(0, 300)}`);
    if (notes.length > LINES_KEPT) notes.shift();
  };
  context.on('console', (message) => note(`${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => note(`error: ${error.error().message}`));
  context.on('requestfailed', (request) => note(`${request.failure()?.errorText}: ${asked(request)}`));
  context.on('response', (answer) => {
    if (answer.status() >= 400) note(`${answer.status()}: ${asked(answer.request())}`);
  });
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => frame === page.mainFrame() && note(`at ${withoutQuery(page.url())}`)),
  );
  return notes;
}

/** The query may hold a mailed key. */
function withoutQuery(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

function asked(request: { method(): string; url(): string }): string {
  return `${request.method()} ${withoutQuery(request.url())}`;
}

/** The text that the page shows, and where its picture lies. */
async function shownBy(page: Page): Promise<string[]> {
  const file = join(folder, `${process.pid}-${++pictures}.png`);
  await mkdir(folder, { recursive: true });
  const [text, picture] = await Promise.all([
    page
      .locator('body')
      .innerText({ timeout: PATIENCE })
      .catch(() => 'it does not answer'),
    page.screenshot({ path: file, timeout: PATIENCE }).then(
      () => file,
      () => 'no picture',
    ),
  ]);
  return [text.replace(/\s+/g, ' ').slice(0, TEXT_SHOWN), picture];
}

function say(what: string, lines: readonly string[]): void {
  process.stdout.write(`[${running?.name}] ${what}\n${lines.map((line) => `    ${line}\n`).join('')}`);
}
