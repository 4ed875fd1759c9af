import type { Machine } from '../world/machine.ts';
import type { World } from '../world/world.ts';

interface Carried {
  readonly what: string;
  readonly machine: Machine | undefined;
  readonly run: () => unknown;
}

/** The network between a client and the balancer: late, or silent, which holds every byte back. */
export class Road {
  readonly #world: World;
  late = 0;
  #isSilent = false;
  #held: (() => void)[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  become({ isSilent, late = 0 }: { readonly isSilent: boolean; readonly late?: number }): void {
    this.late = late;
    this.#isSilent = isSilent;
    if (isSilent) return;
    const held = this.#held;
    this.#held = [];
    for (const carry of held) carry();
  }

  carry(carried: Carried): void {
    const { scheduler, between } = this.#world;
    scheduler.plan({ ...carried, after: between(0.2, 5) + this.late, run: () => this.#arrive(carried) });
  }

  /** As `carry`, never before a moment: what was sent later comes later. Answers the moment. */
  carryAfter(moment: number, carried: Carried): number {
    const { scheduler, between } = this.#world;
    const at = Math.max(moment, scheduler.now + between(0.2, 5) + this.late);
    scheduler.plan({ ...carried, after: at - scheduler.now, run: () => this.#arrive(carried) });
    return at;
  }

  #arrive({ what, machine, run }: Carried): unknown {
    if (!this.#isSilent) return run();
    this.#held.push(() => this.#world.scheduler.plan({ after: 0, what, machine, run }));
    return undefined;
  }
}
