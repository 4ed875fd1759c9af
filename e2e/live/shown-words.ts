import type { BrowserContext, Page } from 'playwright-core';

/** What a frame of the page said of the line, and the figure that it showed. */
export interface Frame {
  /** Epoch ms. */
  readonly at: number;
  /** The chips beside the time of publication. */
  readonly chip: string;
  /** The state of the icons in the bar (interfaces 8) and the words beside them. */
  readonly icons: string;
  readonly badge: string;
  readonly cell: string;
}

declare global {
  interface Window {
    shownFrames?: Frame[];
  }
}

/** From here on every page of the profile notes each frame whose words or figure differ from those of the one before. */
export async function recordFrames(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const frames: Frame[] = [];
    window.shownFrames = frames;
    const textOf = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '').join(' + ');
    const read = () => {
      const report = document.querySelector('[data-testid=report]')?.shadowRoot;
      return {
        chip: textOf('.published .chip'),
        icons: document.querySelector('[data-testid=connection]')?.getAttribute('data-state') ?? '',
        badge: textOf('[data-testid=connection] [role=status]'),
        cell: report?.querySelector('[data-cell=A1]')?.textContent ?? '',
      };
    };
    let before = '';
    const look = () => {
      const frame = read();
      const now = JSON.stringify(frame);
      if (now !== before) frames.push({ at: Date.now(), ...frame });
      before = now;
    };
    const each = () => {
      look();
      requestAnimationFrame(each);
    };
    requestAnimationFrame(each);
  });
}

export function framesOf(page: Page): Promise<Frame[]> {
  return page.evaluate(() => window.shownFrames ?? []);
}

/** Resolves once a frame after an instant shows one of these chips; answers that frame. */
export async function chipAfter(page: Page, from: number, chips: readonly string[]): Promise<Frame> {
  const found = await page.waitForFunction(
    ({ from, chips }) => window.shownFrames?.find(({ at, chip }) => at >= from && chips.includes(chip)),
    { from, chips },
    { timeout: 60_000, polling: 100 },
  );
  const frame = await found.jsonValue();
  if (!frame) throw new Error('No such frame');
  return frame;
}

const lost = new Set(['Reconnecting…', 'Disconnected']);
/** What no chip may say while the line is lost. */
const current = /^(?:Live|Catching up…|Published|Publisher)/;

/** Frames in which chip and icons say different things of the line. */
export function contradictions(frames: readonly Frame[]): Frame[] {
  return frames.filter(({ chip, icons, badge }) => {
    const isIconUp = icons.startsWith('connected');
    if (lost.has(chip)) return isIconUp || badge !== chip;
    return current.test(chip) && !isIconUp;
  });
}

/** Frames that show an older figure than one before them did. */
export function olderAgain(frames: readonly Frame[]): Frame[] {
  let newest = 0;
  return frames.filter(({ cell }) => {
    const isOlder = Number(cell) < newest && cell !== '';
    newest = Math.max(newest, Number(cell));
    return isOlder;
  });
}

/** Resolves once so many more figures were shown. */
export async function ticked(page: Page, figures: number): Promise<void> {
  const from = Number((await framesOf(page)).at(-1)?.cell);
  await page.waitForFunction((figure) => Number(window.shownFrames?.at(-1)?.cell) >= figure, from + figures);
}

/** The chips of frames, each change once. */
export function chipsOf(frames: readonly Frame[]): string[] {
  return frames.map(({ chip }) => chip).filter((chip, n, all) => chip !== all[n - 1]);
}
