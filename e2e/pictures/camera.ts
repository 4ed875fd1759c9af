import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { forms, onPhone, sizes } from './forms.ts';
import { makeSheets } from './sheets.ts';

/** One state of one page. */
export interface State {
  /** Also its file's name: kebab-case. */
  readonly name: string;
  /** Where it begins; / when not named. */
  readonly path?: string;
  /** Who looks at it; what that means is up to the area that opens the page. */
  readonly user?: string;
  /** Of the browser's profile beside size, colours and agent. */
  readonly options?: BrowserContextOptions;
  /** A spinner is what it shows. */
  readonly isWaiting?: boolean;
  /** What the console may call an error. */
  readonly complaint?: RegExp;
  /** Taken as it moves; else what moves is taken at its end. */
  readonly isMoving?: boolean;
  /** The window scrolls it: paper has no frame. */
  readonly scrollsWindow?: boolean;
  /** As wide as its sheet, whatever the window is. */
  readonly isOnPaper?: boolean;
  /** Also taken on a phone in the dark. */
  readonly darkPhone?: boolean;
  /** Before the page is gone to: answers that are made up, a clock that stands. */
  prepare?(page: Page): Promise<unknown>;
  /** Brings the page there and waits until it shows it; once on a desk and once on a phone. */
  go?(page: Page): Promise<unknown>;
}

/** What is taken and where to. */
export interface Album {
  readonly folder: string;
  /** Of the states' names; all when not given. */
  readonly only?: RegExp | undefined;
}

interface Shooting extends Album {
  /** The folder of its own within the album's. */
  readonly area: string;
  readonly url: string;
  readonly states: readonly State[];
  /** A profile of its own with this user signed in, gone nowhere yet. */
  open(user: string, options: BrowserContextOptions): Promise<Page>;
}

/** Takes each state in each form, <area>/<state>.<form>.png, and sheets of them; answers what was wrong. */
export async function takePictures({ area, url, folder, only, states, open }: Shooting): Promise<string[]> {
  const place = join(folder, area);
  const faults: string[] = [];
  await mkdir(place, { recursive: true });
  for (const state of states.filter(({ name }) => only?.test(name) ?? true)) {
    for (const [device, size] of Object.entries(sizes)) {
      const page = await open(state.user ?? '', { ...size, ...state.options });
      const blame = (fault: string) => faults.push(`${area}/${state.name} ${device}: ${fault.split('\n', 1)[0]}`);
      hear(page, state, blame);
      await show(page, url, state).catch((error) => blame(String(error)));
      const taking = takeForms(page, device, { ...state, place });
      for (const fault of await taking.catch((error) => [String(error)])) blame(fault);
      // What was held back from the portal is dropped, not passed on.
      await page.goto('about:blank');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().close();
    }
  }
  await makeSheets(place);
  return faults;
}

async function show(page: Page, url: string, { path = '/', prepare, go }: State): Promise<void> {
  await prepare?.(page);
  await page.goto(`${url}${path}`);
  await go?.(page);
}

interface Sitting extends State {
  readonly place: string;
}

/** Shows the page as it goes on paper, fitted to the sheet, which is no wider in another window. */
export async function putOnPaper(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) <= PHONE) return;
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
}

const PHONE = 720;
/** Chromium draws no higher picture in one piece, at two pixels for each of these; such a page is looked at by its parts. */
const MOST_WHOLE = 8000;

/** Of a page that is longer than a phone also the whole, last, since that scrolls it; answers what is too wide. */
async function takeForms(page: Page, device: string, sitting: Sitting): Promise<string[]> {
  const faults: string[] = [];
  for (const form of forms.filter((each) => each.device === device && (!each.isExtra || sitting.darkPhone))) {
    await page.emulateMedia({ colorScheme: form.scheme });
    if (form.window && sitting.isOnPaper) continue;
    if (form.window) await page.setViewportSize(form.window);
    await take(page, form.name, sitting);
    const tooWide = await page.evaluate(widerThanWindow);
    if (tooWide !== undefined) faults.push(`${form.name} is wider than its window: ${tooWide}`);
    const isFramed = await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight);
    if (!isFramed && !sitting.scrollsWindow) faults.push(`${form.name} scrolls the window, not the page in it`);
  }
  const height = await page.evaluate(wholeHeight);
  if (device === 'desk' || height <= onPhone.viewport.height || height > MOST_WHOLE) return faults;
  await page.setViewportSize({ ...onPhone.viewport, height });
  await page.emulateMedia({ colorScheme: 'light' });
  await take(page, 'phone-whole', sitting);
  return faults;
}

async function take(page: Page, form: string, { name, place, isWaiting, isMoving }: Sitting): Promise<void> {
  if (!isWaiting) await settle(page);
  if (isMoving) await page.evaluate(endTransitions);
  await page.screenshot({ path: join(place, `${name}.${form}.png`), animations: isMoving ? 'allow' : 'disabled' });
}

/** Fonts are there and nothing spins. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() => ![...document.querySelectorAll('.spinner')].some((each) => each.checkVisibility()));
}

/** Another color scheme fades in where a color has a transition; what moves by itself goes on. */
async function endTransitions(): Promise<void> {
  const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(fading.map((each) => each.finished));
}

/** Refused and broken calls are states to show; what else the console calls an error is a fault. */
function hear(page: Page, { complaint }: State, blame: (fault: string) => void): void {
  page.on('pageerror', ({ message }) => blame(message));
  page.on('console', (message) => {
    const text = message.text();
    const isKnown = text.startsWith('Failed to load resource') || complaint?.test(text);
    if (message.type() === 'error' && !isKnown) blame(text);
  });
}

/** The first box that makes the page scroll sideways. */
function widerThanWindow(): string | undefined {
  const frames = [document.documentElement, document.body, ...document.querySelectorAll('main')];
  const isWide = frames.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  if (!isWide) return undefined;
  const edge = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll('body *')].find((box) => box.getBoundingClientRect().right > edge + 1);
  return out === undefined ? 'no box stands out' : out.outerHTML.slice(0, 120);
}

/** How high a window must be to show the page without scrolling. */
function wholeHeight(): number {
  const hidden = [document.documentElement, ...document.querySelectorAll('main')].map(
    ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
  );
  return window.innerHeight + Math.max(...hidden);
}
