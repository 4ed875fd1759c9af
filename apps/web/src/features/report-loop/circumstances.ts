import type { StreamState } from '@sheetwire/client/live-stream';
import type { LineState } from '#features/connection/connection.ts';
import type { LineSense } from '#features/connection/line-sense.ts';
import type { LiveLine } from '#features/live/live-line.ts';
import type { LoopInput } from '#features/viewer-ports.ts';
import type { Readable } from '#lib/observable.ts';

/** What the loop needs to know of the session. */
export interface SessionFacts {
  readonly hasLicense: boolean;
  readonly isCookieLogin: boolean;
}

export interface CircumstancesDeps {
  readonly live: LiveLine;
  readonly line: LineSense;
  /** Undefined while there is no user. */
  session(): SessionFacts | undefined;
  /** A hidden tab rests and catches up at once when it shows again. */
  readonly isHidden: Readable<boolean>;
}

/** What decides whether the loop may act now: the user's input, the session, the tab and the stream. */
export class Circumstances {
  readonly #deps: CircumstancesDeps;
  input: LoopInput | undefined;

  constructor(deps: CircumstancesDeps) {
    this.#deps = deps;
  }

  get hasLicense(): boolean {
    return this.#deps.session()?.hasLicense === true;
  }

  get isCookieLogin(): boolean {
    return this.#deps.session()?.isCookieLogin === true;
  }

  /** The user is typing in a control or choosing a date: the loop waits (spec 4), as it does while a control is pressed. */
  get isEntering(): boolean {
    return this.heldBy !== undefined || this.input?.isPressed === true;
  }

  get heldBy(): 'picker' | 'entry' | undefined {
    if (this.input?.isDatePickerOpen === true) return 'picker';
    return this.input?.isMidEntry === true ? 'entry' : undefined;
  }

  get isPaused(): boolean {
    return this.input?.live !== true;
  }

  get isHidden(): boolean {
    return this.#deps.isHidden.getSnapshot();
  }

  /** Updates are not taken now, unless something urgent happens. */
  get isResting(): boolean {
    return this.isPaused || this.isHidden;
  }

  get stream(): StreamState {
    return this.#deps.live.state;
  }

  get line(): LineState {
    return this.#deps.line.state;
  }

  /** How often the line was lost. */
  get losses(): number {
    return this.#deps.line.losses;
  }

  get hasStream(): boolean {
    return this.stream === 'open';
  }

  /** Polling is for when no stream can be had; just after a cut the stream has its seconds to come back. */
  get polls(): boolean {
    return !this.hasStream && this.stream !== 'reconnecting';
  }

  /** Answers come in the rhythm of polls: a silence is one of the line. A cookie login is asked after while paused too. */
  get awaitsPolls(): boolean {
    const isPolled = !this.isPaused || this.isCookieLogin;
    return this.polls && isPolled && !this.isHidden && !this.isEntering;
  }
}
