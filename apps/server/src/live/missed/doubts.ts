import { limits } from '@sheetwire/contract/limits';
import type { Bus } from '#ports/bus.ts';
import type { MissedVersions } from './missed-versions.ts';

export interface DoubtsDeps {
  readonly bus: Pick<Bus, 'sendGap'>;
  readonly missed: Pick<MissedVersions, 'noteLoss'>;
}

/**
 * Versions of which the store did not say whether it kept them. One that it kept is told to nobody, however well the bus is:
 * to every server, this one included, it is as if a message had been lost (decision 90). The others are told at once, and
 * then once a second: a store that is away fails every publish.
 */
export class Doubts {
  readonly #deps: DoubtsDeps;
  #pause: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(deps: DoubtsDeps) {
    this.#deps = deps;
  }

  note(): void {
    this.#deps.missed.noteLoss();
    this.#isDue = true;
    if (this.#pause === undefined) this.#tell();
  }

  stop(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#isDue = false;
  }

  #tell(): void {
    this.#pause = undefined;
    if (!this.#isDue) return;
    this.#isDue = false;
    this.#deps.bus.sendGap();
    this.#pause = setTimeout(() => this.#tell(), limits.bus.beat).unref();
  }
}
