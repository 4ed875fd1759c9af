import { limits } from '@sheetwire/contract/limits';
import type { CellAsk, CellValue, CellValues, KeptVersion } from '#ports/past/report-past.ts';
import type { HeldContent } from './held-content.ts';

/** What a cell held from a version on; nothing where it was not in the report. */
export interface HeldValue extends KeptVersion {
  readonly held: HeldContent | undefined;
  readonly cell: string;
}

/** The values of a cell as they are read, newest first, until they are as many or as long as an answer takes (time 2). */
export class HeldValues {
  readonly #values: HeldValue[] = [];
  readonly #ask: Pick<CellAsk, 'since' | 'most'>;
  #text = 0;
  #isFull = false;

  constructor(ask: Pick<CellAsk, 'since' | 'most'>) {
    this.#ask = ask;
  }

  /** Characters that still fit. */
  get room(): number {
    return limits.log.cellTexts - this.#text;
  }

  /** Whether nothing older is told. Whether the last value is older than it seems is told by what was before it. */
  get isEnough(): boolean {
    const { since, most } = this.#ask;
    return this.#isFull || this.#values.length > most || (this.#values.at(-1)?.time ?? since) < since;
  }

  /** Of versions in which the cell held the same the oldest stays: with it the value came. `isCut`: there are older ones. */
  add(older: readonly HeldValue[], isCut: boolean): void {
    for (const value of older) {
      if (this.room <= 0) {
        this.#isFull = true;
        return;
      }
      const last = this.#values.at(-1);
      if (last && last.held?.mark === value.held?.mark) this.#values.pop();
      else this.#text += value.held?.text.length ?? 0;
      this.#values.push(value);
    }
    this.#isFull = isCut;
  }

  /** What is told once all of it was read; `more`: older ones are kept. */
  told(more: boolean): CellValues {
    const { since, most } = this.#ask;
    const old = this.#values.findIndex(({ time }) => time < since);
    const known = this.#values.length - (this.#isFull ? 1 : 0);
    const count = Math.min(most, known, old < 0 ? known : old);
    return { values: this.#values.slice(0, count).map(toldOf), more: more || count < known };
  }
}

function toldOf({ held, ...value }: HeldValue): CellValue {
  return { ...value, text: held?.text };
}
