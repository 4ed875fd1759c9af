import { setTimeout as wait } from 'node:timers/promises';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { Stop } from '#exit.ts';
import type { Terminal } from '#terminal.ts';
import type { Fault } from '../call-fault.ts';
import { asksTooMuch } from '../patiently.ts';
import { jittered } from '../retry-pause.ts';

interface LineParts {
  readonly server: URL;
  readonly terminal: Pick<Terminal, 'signal' | 'warn' | 'now'>;
  /** How long it is tried while nothing succeeds; without it, for as long as it takes. */
  readonly patience?: number;
}

const second = 1000;

/** The line to the portal that all files share: while it is down they wait together, and it is said once. */
export class PortalLine {
  readonly #parts: LineParts;
  #lost: { readonly since: number; pause: number } | undefined;
  #gate: Promise<void> | undefined;

  constructor(parts: LineParts) {
    this.#parts = parts;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Resolves when it may be tried. */
  async clear(): Promise<void> {
    await this.#gate;
    this.#parts.terminal.signal.throwIfAborted();
  }

  /** Something came through. */
  answers(): void {
    if (!this.#lost) return;
    const { server, terminal } = this.#parts;
    terminal.warn(`${server.origin} is responding again`);
    this.#lost = undefined;
  }

  /** Nothing came through: the next try is later. Throws Stop when there is no patience left for one. */
  lost({ message, wait: asked }: Extract<Fault, { kind: 'away' }>): void {
    const { terminal, patience } = this.#parts;
    const { first, most } = limits.publishRetry;
    if (!this.#lost) terminal.warn(`${message}; retrying`);
    this.#lost ??= { since: terminal.now(), pause: first };
    const left = patience === undefined ? Number.POSITIVE_INFINITY : this.#lost.since + patience - terminal.now();
    if (asked !== undefined && asked > left) throw asksTooMuch(message, asked);
    if (left <= 0) {
      throw new Stop(exits.network, `${message}; gave up after ${(patience ?? 0) / second} s`);
    }
    if (this.#gate) return;
    const pause = Math.max(asked ?? 0, Math.min(jittered(this.#lost.pause), left));
    this.#lost.pause = Math.min(most, this.#lost.pause * 2);
    this.#gate = wait(pause, undefined, { signal: terminal.signal })
      .catch(() => undefined)
      .then(() => {
        this.#gate = undefined;
      });
  }
}
