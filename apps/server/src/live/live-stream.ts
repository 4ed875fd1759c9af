import { limits } from '@sheetwire/contract/limits';
import type { Addressee } from '@sheetwire/rules/addressee';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { Frame } from './frames.ts';

/** Where a stream's bytes go: a socket, or a list in a test. */
export interface Outlet {
  /** Bytes accepted but not sent yet. */
  readonly waiting: number;
  write(frame: Frame): void;
  /** Calls back once when nothing waits any more. */
  onceDrained(listener: () => void): void;
  /** Sends what waits and ends; a line that does not take it within so many ms is cut. */
  close(within: number): void;
  /** Cuts the line at once. */
  destroy(): void;
}

/** Who a stream belongs to. */
export interface StreamOwner {
  readonly user: User;
  /** Whose private pages they receive. */
  readonly addressee: Addressee;
  readonly kind: 'session' | 'credential' | 'apikey';
  readonly addinVersion: string | null;
  /** What an ended session or bearer is known by. */
  readonly lineHash: string;
  /** Of a browser's session; ending it ends the stream. */
  readonly sessionHash: string | null;
  /** Of a credential or API key. */
  readonly bearerId: string | null;
}

/** One topic on one stream; `version` is the last one that the viewer was sent, -1 when it must fetch. */
export interface Watch {
  readonly stream: LiveStream;
  readonly topic: Topic;
  readonly viewSecret: string | undefined;
  /** What its owner was last told that they may. */
  mayInteract: boolean;
  version: number;
  /** The stamp of the rights by which it was last found to be allowed. */
  checkedAt: number;
  /** The newest version that a slow viewer was not sent. */
  missed: number;
  /** What it lacks is being read: versions that are told meanwhile come with the rest. */
  isCatchingUp: boolean;
}

/** More than this unsent and the viewer is told to fetch instead of being queued for (quality, stalled viewer). */
const MAX_WAITING = 64 * 1024;

/** A viewer's stream: one a browser, carrying many topics. */
export class LiveStream {
  readonly id: string;
  readonly owner: StreamOwner;
  readonly #outlet: Outlet;
  watches: Watch[] = [];
  /** Its owner's Admin page is blocked, as it was last looked up. */
  isAdminBlocked = false;
  #isBehind = false;
  #isClosed = false;
  /** Bytes that were added though too much was unsent already. */
  #overdue = 0;
  /** Looks since bytes were last written. */
  #looks = 0;

  constructor(id: string, owner: StreamOwner, outlet: Outlet) {
    this.id = id;
    this.owner = owner;
    this.#outlet = outlet;
  }

  /** True while so much is unsent that nothing more is added. */
  get isStalled(): boolean {
    return this.#outlet.waiting > MAX_WAITING;
  }

  /** How often it was looked at, this time included, since something was last written to it. */
  look(): number {
    return ++this.#looks;
  }

  /** Sends, unless so much is unsent already that nothing more is added; false then. A closed stream wants nothing more. */
  offer(frame: Frame): boolean {
    if (this.#isClosed) return true;
    if (this.isStalled) return false;
    this.#overdue = 0;
    this.#looks = 0;
    this.#outlet.write(frame);
    return true;
  }

  /** News that cannot be left out go to a stalled viewer too, up to a bound; then the line is given up. */
  send(frame: Frame): void {
    if (this.offer(frame)) return;
    this.#overdue += frame.plain.length;
    if (this.#overdue > MAX_WAITING) this.#outlet.destroy();
    else this.#outlet.write(frame);
  }

  /** Calls back when a stalled viewer reads again: it is then told what changed meanwhile. */
  whenReading(catchUp: () => void): void {
    if (this.#isBehind) return;
    this.#isBehind = true;
    this.#outlet.onceDrained(() => {
      this.#isBehind = false;
      catchUp();
    });
  }

  /** Nothing goes to it any more; what waits may take so long. */
  close(within: number = limits.streamEnd): void {
    this.#isClosed = true;
    this.#outlet.close(within);
  }
}
