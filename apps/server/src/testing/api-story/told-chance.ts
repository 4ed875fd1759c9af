import { createHash } from 'node:crypto';
import type { Chance } from '#ports/clock.ts';

/** Chance that repeats itself: under one label the same is drawn, whatever was drawn before. */
export class ToldChance implements Chance {
  #label = 'start';
  #drawn = new Map<number, number>();

  /** What is drawn from now on belongs to this. */
  tell(label: string): void {
    this.#label = label;
    this.#drawn = new Map();
  }

  bytes(count: number): Uint8Array {
    const number = (this.#drawn.get(count) ?? 0) + 1;
    this.#drawn.set(count, number);
    const draw = `${this.#label} ${count} ${number}`;
    return createHash('shake256', { outputLength: count }).update(draw).digest();
  }
}
