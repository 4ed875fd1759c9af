import { factsOf } from '../cluster/check/history.ts';
import type { Played } from './play.ts';
import type { SceneName } from './scenes.ts';

/** What many seeds were made of. */
export class Totals {
  #seeds = 0;
  #broken = 0;
  #happenings = 0;
  #faults = 0;
  #publishes = 0;
  #kept = 0;
  #shown = 0;

  add({ history: { facts }, faults, broken, count }: Played): void {
    const published = factsOf(facts, 'published');
    this.#seeds++;
    if (broken.length > 0) this.#broken++;
    this.#happenings += count;
    this.#faults += faults.length;
    this.#publishes += published.length;
    this.#kept += published.filter(({ end }) => end === 'kept').length;
    this.#shown += factsOf(facts, 'shown').length;
  }

  /** In one line. */
  get words(): string {
    const publishes = `${this.#publishes} publishes, ${this.#kept} of them acknowledged`;
    const rest = `${this.#faults} faults, ${publishes}, ${this.#shown} changes of screens, ${this.#happenings} happenings`;
    return `${this.#seeds} seeds, ${this.#broken} of them with a broken promise: ${rest}`;
  }
}

/** How a seed is played again. */
export function againWith(seed: number, scene: SceneName): string {
  return `SIM_SEED=${seed} SIM_SCENE='${scene}' npx vitest run --project unit e2e/simulation/simulation.test.ts`;
}
