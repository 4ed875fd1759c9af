import type { PageDrawing } from '@sheetwire/page/page-drawing';
import type { Clock } from '#lib/clock.ts';
import { toFragment } from './insert-html.ts';
import type { PageView } from './page-view.ts';
import type { ReportDocumentOptions } from './shown-document.ts';

const HEIGHT = /contain-intrinsic-block-size:auto (\d+(?:\.\d+)?)px/;

interface Run {
  readonly place: HTMLElement;
  readonly blocks: readonly string[];
  done: number;
  height: number;
}

/** How long it may go on before the browser has its turn, in ms; a block is begun until then. */
const TURN = 16;

interface LaterEvents {
  /** A block was drawn: how many of all are there by now, of 1. */
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

  constructor(
    page: Element,
    runs: PageDrawing['later'],
    { clock, ...events }: LaterEvents & { readonly clock: Clock },
  ) {
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
    while (this.#runs.length > 0 && !isEnough()) this.#drawBlock();
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

  #drawBlock(): void {
    const [run] = this.#runs;
    if (!run) return;
    const block = run.blocks[run.done] ?? '';
    const parsed = toFragment(`<table>${block}</table>`, 'div');
    const part = document.createDocumentFragment();
    part.append(...(parsed.querySelector('table')?.children ?? []));
    run.done++;
    run.height -= heightOf(block);
    this.#done++;
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

/** The drawing of what a page left for later; undefined where it left nothing, or nobody draws in parts. */
export function laterBlocks(
  { element, later }: PageView,
  { clock, inParts }: Pick<ReportDocumentOptions, 'clock' | 'inParts'>,
  onDone: () => void,
): LaterBlocks | undefined {
  if (later.length === 0 || !inParts) return undefined;
  return new LaterBlocks(element, later, { clock, onDrawn: (part, share) => inParts.onPart(part, share), onDone });
}

function heightOf(block: string): number {
  return Number(HEIGHT.exec(block.slice(0, block.indexOf('>')))?.[1] ?? 0);
}
