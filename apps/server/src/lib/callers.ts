import type { User } from '@sheetwire/rules/principal';
import type { UserEnd } from '#ports/sessions.ts';
import type { Actor } from './actor.ts';
import { signedOut } from './signed-out.ts';

/** The sessions and bearers that callers come with. */
interface CallerLines {
  again(caller: Actor): Promise<Actor | undefined>;
  onEnded(
    listener: (ended: { readonly lineHash: string } | { readonly user: User; readonly what: UserEnd }) => void,
  ): void;
}

/** The callers of calls that wait for long: what they are let do ends with their session or bearer (safety 2). */
export class Callers {
  readonly #lines: CallerLines;
  readonly #present = new Set<Actor>();
  readonly #gone = new WeakSet<Actor>();

  constructor(lines: CallerLines) {
    this.#lines = lines;
    lines.onEnded((ended) => {
      for (const caller of this.#present) if (isOf(caller, ended)) this.#gone.add(caller);
    });
  }

  /** Notes the end of a caller's line while the work goes on; one that ended before the body was read is refused too. */
  async during<T>(caller: Actor, work: () => Promise<T>): Promise<T> {
    this.#present.add(caller);
    try {
      if ((await this.#lines.again(caller)) === undefined) throw signedOut(caller);
      return await work();
    } finally {
      this.#present.delete(caller);
    }
  }

  isGone(caller: Actor): boolean {
    return this.#gone.has(caller);
  }
}

function isOf(caller: Actor, ended: Parameters<Parameters<CallerLines['onEnded']>[0]>[0]): boolean {
  if ('lineHash' in ended) return caller.lineHash === ended.lineHash;
  return caller.user === ended.user && (ended.what === 'everything' || caller.kind !== 'apikey');
}
