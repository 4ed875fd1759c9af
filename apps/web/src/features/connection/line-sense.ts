import { limits } from '@sheetwire/contract/limits';
import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';
import { type Facts, type LineState, noteArrival, noteLoss } from './connection.ts';

/** Whose news are awaited: the stream says something each beat, polls are answered in their rhythm. */
export type Expected = 'stream' | 'polls';

export interface LineSenseDeps {
  readonly clock: Clock;
  readonly facts: StoreApi<Facts>;
}

const nothingToCancel = () => undefined;

/**
 * Notices that nothing comes any more where something should, and how long a loss lasts. The line is up again with the
 * next thing that really arrives and with nothing else (quality, Reliability).
 */
export class LineSense {
  readonly #clock: Clock;
  readonly #facts: StoreApi<Facts>;
  readonly #expected = new Set<Expected>();
  /** Silence before this was nobody's concern. */
  #since = 0;
  #losses = 0;
  #cancelLook: () => void = nothingToCancel;
  #cancelFinding: () => void = nothingToCancel;

  constructor({ clock, facts }: LineSenseDeps) {
    this.#clock = clock;
    this.#facts = facts;
    facts.subscribe(({ line }, before) => line !== before.line && this.#changed(line, before.line));
  }

  get state(): LineState {
    return this.#facts.getState().line;
  }

  /** How often the line was lost: what was known before a loss says nothing of what came since. */
  get losses(): number {
    return this.#losses;
  }

  subscribe(listener: () => void): () => void {
    return this.#facts.subscribe(({ line }, before) => line !== before.line && listener());
  }

  /** From now on something should come now and then, or it need not any more. */
  expect(what: Expected, isExpected: boolean): void {
    if (this.#expected.has(what) === isExpected) return;
    if (isExpected) this.#expected.add(what);
    else this.#expected.delete(what);
    this.#cancelLook();
    if (this.#expected.size === 0) return;
    if (isExpected && this.#expected.size === 1) this.#since = this.#clock.now();
    this.#lookAgain();
  }

  /** Something arrived. */
  heard(): void {
    noteArrival(this.#clock.now(), this.#facts);
  }

  /** The line was cut, or the browser went offline. */
  lost(): void {
    noteLoss(this.#facts);
  }

  /** How long nothing has come that was expected; 0 while nothing is. */
  quietFor(): number {
    if (this.#expected.size === 0) return 0;
    const now = this.#clock.now();
    const { heardAt } = this.#facts.getState();
    // What a clock that was set back calls the future was heard before now.
    if (heardAt > now) this.#facts.setState({ heardAt: now });
    this.#since = Math.min(this.#since, now);
    return now - Math.max(Math.min(heardAt, now), this.#since);
  }

  /** Looks now: a tab that was asleep must not say what was true when it fell asleep. */
  look(): void {
    if (this.state === 'up' && this.quietFor() > limits.lineTruth) this.lost();
  }

  #lookAgain(): void {
    const left = limits.lineTruth - this.quietFor();
    this.#cancelLook = this.#clock.after(left > 0 ? left + 1 : limits.lineTruth, () => {
      this.look();
      this.#lookAgain();
    });
  }

  /** A loss is told as one that may be over in a moment, for as long as that is likely. */
  #changed(line: LineState, before: LineState): void {
    if (line === 'up') this.#cancelFinding();
    if (line !== 'down' || before !== 'up') return;
    this.#losses++;
    this.#cancelFinding();
    this.#cancelFinding = this.#clock.after(limits.lineFinding, () => this.#facts.setState({ line: 'down' }));
    this.#facts.setState({ line: 'finding' });
  }
}
