import type { Caller } from '@sheetwire/client/caller';
import { publishReport } from '@sheetwire/contract/publish';

const BEAT = 1000;
/** Longer than a slow line takes: a tick that was given up and comes all the same would show an older count again. */
const PATIENCE = 5 * BEAT;

/** A report that changes every second, whatever becomes of its server: its cell A1 counts. */
export class TickingReport {
  readonly topic: string;
  readonly #call: Caller;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;

  constructor(call: Caller, topic: string) {
    this.#call = call;
    this.topic = topic;
  }

  /** The first versions at once, so that the report has a beat when it is opened. */
  async start(): Promise<void> {
    for (let n = 0; n < 4; n++) await this.#tick();
    this.#timer = setInterval(() => this.#beat(), BEAT);
  }

  /** Ends with the tick that is on its way; answers what was counted last. */
  async stop(): Promise<string> {
    clearInterval(this.#timer);
    await this.#ticking;
    return String(this.#count);
  }

  /** One after the other. A server that is stopped or gone takes no tick: the next one comes in a second. */
  #beat(): void {
    this.#ticking ??= this.#tick()
      .catch(() => undefined)
      .finally(() => {
        this.#ticking = undefined;
      });
  }

  async #tick(): Promise<void> {
    const html = `<table><tbody><tr><td data-cell="A1" data-num="">${++this.#count}</td></tr></tbody></table>`;
    const pages = [{ name: 'Prices', html }];
    await this.#call(publishReport, { topic: this.topic, pages }, { signal: AbortSignal.timeout(PATIENCE) });
  }
}
