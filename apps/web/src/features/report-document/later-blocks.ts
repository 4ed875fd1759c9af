import type { Clock } from '#lib/clock.ts';
import { toFragment } from './insert-html.ts';

/** A page as it is drawn at first, with a place for each run of blocks that comes later. */
export interface CutPage {
  readonly html: string;
  readonly runs: readonly (readonly string[])[];
}

const BLOCK = /<tbody[^>]* data-n="(\d+)" data-w="[^>]*>/g;
const END = '</tbody>';
const HEIGHT = /contain-intrinsic-block-size:auto (\d+(?:\.\d+)?)px/;

/** Leaves the blocks behind the first so many cells for later. No block holds another: a table within tables has none. */
export function cutPage(html: string, cells: number): CutPage {
  const runs: string[][] = [];
  let kept = '';
  let from = 0;
  for (const tag of html.matchAll(BLOCK)) {
    if (Number(tag[1]) < cells) continue;
    const end = html.indexOf(END, tag.index) + END.length;
    const block = html.slice(tag.index, end);
    if (tag.index > from || runs.length === 0) {
      kept += `${html.slice(from, tag.index)}<tbody data-later="${runs.length}"></tbody>`;
      runs.push([]);
    }
    runs.at(-1)?.push(block);
    from = end;
  }
  return { html: kept + html.slice(from), runs };
}

interface Run {
  readonly place: HTMLElement;
  readonly blocks: readonly string[];
  done: number;
  height: number;
}

/** Blocks that are parsed at once, and how long it may go on before the browser has its turn, in ms. */
const AT_ONCE = 4;
const TURN = 16;

interface LaterEvents {
  /** Blocks were drawn: how many of all are there by now, of 1. */
  onDrawn(part: DocumentFragment, share: number): void;
  /** All are there. */
  onDone(): void;
}

/** Draws the blocks that a large page left for later, some at a time: the browser answers and scrolls meanwhile. */
export class LaterBlocks {
  readonly #clock: Clock;
  readonly #events: LaterEvents;
  readonly #runs: Run[];
  readonly #count: number;
  #done = 0;
  #cancel: () => void = () => undefined;

  constructor(page: Element, runs: CutPage['runs'], { clock, ...events }: LaterEvents & { readonly clock: Clock }) {
    this.#clock = clock;
    this.#events = events;
    this.#runs = runs.flatMap((blocks, n) => {
      const place = page.querySelector<HTMLElement>(`[data-later="${n}"]`);
      if (!place) return [];
      const height = blocks.reduce((sum, block) => sum + heightOf(block), 0);
      place.style.blockSize = `${height}px`;
      return [{ place, blocks, done: 0, height }];
    });
    this.#count = runs.reduce((sum, blocks) => sum + blocks.length, 0);
    this.#wait();
  }

  /** Draws on at once until that is enough; for whoever wants a place that is not there yet. */
  drawUntil(isEnough: () => boolean): void {
    while (this.#runs.length > 0 && !isEnough()) this.#drawSome();
  }

  stop(): void {
    this.#cancel();
  }

  #wait(): void {
    this.#cancel = this.#clock.after(0, () => {
      const start = performance.now();
      this.drawUntil(() => performance.now() - start > TURN);
      if (this.#runs.length > 0) this.#wait();
    });
  }

  #drawSome(): void {
    const [run] = this.#runs;
    if (!run) return;
    const blocks = run.blocks.slice(run.done, run.done + AT_ONCE);
    const parsed = toFragment(`<table>${blocks.join('')}</table>`, 'div');
    const part = document.createDocumentFragment();
    part.append(...(parsed.querySelector('table')?.children ?? []));
    run.done += blocks.length;
    run.height -= blocks.reduce((sum, block) => sum + heightOf(block), 0);
    this.#done += blocks.length;
    this.#events.onDrawn(part, this.#done / this.#count);
    run.place.before(part);
    run.place.style.blockSize = `${run.height}px`;
    if (run.done < run.blocks.length) return;
    run.place.remove();
    this.#runs.shift();
    if (this.#runs.length > 0) return;
    this.#cancel();
    this.#events.onDone();
  }
}

function heightOf(block: string): number {
  return Number(HEIGHT.exec(block.slice(0, block.indexOf('>')))?.[1] ?? 0);
}
