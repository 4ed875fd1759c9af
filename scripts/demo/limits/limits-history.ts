import { firstState, type LimitsState, logged, withValue } from './limits-book.ts';

/** A value that a viewer set. */
export interface Taken {
  readonly id: string;
  readonly name: string;
  readonly value: string | null;
  readonly user: string;
  readonly time: string;
}

/** What was taken longer ago stays. */
const KEPT = 100;

/** The sheet as its viewers set it; what failed for its viewer after all is taken out again. */
export class LimitsHistory {
  #before = firstState;
  #taken: Taken[] = [];

  get state(): LimitsState {
    return this.#taken.reduce(withTaken, this.#before);
  }

  /** Sets a value; a text says why it is refused. */
  take(update: Taken): string | undefined {
    const next = withValue(this.state, update.name, update.value);
    if (typeof next === 'string') return next;
    this.#taken.push(update);
    const eldest = this.#taken.length > KEPT ? this.#taken.shift() : undefined;
    if (eldest) this.#before = withTaken(this.#before, eldest);
    return undefined;
  }

  /** The sheet as if these had never come; false when it had none of them. */
  takeBack(ids: readonly string[]): boolean {
    const kept = this.#taken.filter(({ id }) => !ids.includes(id));
    const isChanged = kept.length < this.#taken.length;
    this.#taken = kept;
    return isChanged;
  }
}

/** What rested on a value that was taken back may be refused now: it goes with it. */
function withTaken(state: LimitsState, { name, value, user, time }: Taken): LimitsState {
  const next = withValue(state, name, value);
  return typeof next === 'string' ? state : logged(next, { time, user, what: `${name} ${value ?? 'cleared'}` });
}
