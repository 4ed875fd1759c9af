import type { Machine } from '../world/machine.ts';
import type { World } from '../world/world.ts';

interface Carried {
  readonly what: string;
  readonly machine: Machine | undefined;
  readonly run: () => unknown;
}

/** What a network is like: all that it carries is so many ms late, one in four up to so many more, behind what came after it. */
interface RoadState {
  readonly isSilent?: boolean;
  readonly late?: number;
  readonly uneven?: number;
}

/** The network between a client and the balancer: late, uneven, or silent, which holds every byte back. */
export class Road {
  readonly #world: World;
  #late = 0;
  #uneven = 0;
  #isSilent = false;
  #held: (() => void)[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  become({ isSilent = false, late = 0, uneven = 0 }: RoadState): void {
    this.#late = late;
    this.#uneven = uneven;
    this.#isSilent = isSilent;
    if (isSilent) return;
    const held = this.#held;
    this.#held = [];
    for (const carry of held) carry();
  }

  carry(carried: Carried): void {
    this.#world.scheduler.plan({ ...carried, after: this.#takes(), run: () => this.#arrive(carried) });
  }

  /** As `carry`, never before a moment: what was sent later comes later. Answers the moment. */
  carryAfter(moment: number, carried: Carried): number {
    const { scheduler } = this.#world;
    const at = Math.max(moment, scheduler.now + this.#takes());
    scheduler.plan({ ...carried, after: at - scheduler.now, run: () => this.#arrive(carried) });
    return at;
  }

  #takes(): number {
    const { between, isSo } = this.#world;
    return between(0.2, 5) + this.#late + (this.#uneven > 0 && isSo(1 / 4) ? between(0, this.#uneven) : 0);
  }

  #arrive({ what, machine, run }: Carried): unknown {
    if (!this.#isSilent) return run();
    this.#held.push(() => this.#world.scheduler.plan({ after: 0, what, machine, run }));
    return undefined;
  }
}
