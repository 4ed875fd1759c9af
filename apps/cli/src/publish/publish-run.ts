import { setTimeout as wait } from 'node:timers/promises';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { Stop } from '#exit.ts';
import type { Terminal } from '#terminal.ts';
import { faultOf } from './call-fault.ts';
import { patiently } from './patiently.ts';
import type { RenderedReport, ReportPublisher, Sent } from './report-publisher.ts';
import { jittered } from './retry-pause.ts';
import { UnreadableSource } from './unreadable-source.ts';
import { viewersWords } from './viewers-words.ts';
import type { FileWatch } from './watch-file.ts';

interface RunParts {
  readonly publisher: ReportPublisher;
  readonly server: URL;
  readonly terminal: Terminal;
  readonly read: () => Promise<RenderedReport>;
  /** Where the report is seen, and by whom; told once. */
  readonly place: () => Promise<string>;
}

/** How an attempt went; `wait` ms before the next when the server named a time. */
type Attempt = { readonly done: true } | { readonly done: false; readonly wait: number | undefined };

/** One run of `sheetwire publish`. */
export class PublishRun {
  readonly #parts: RunParts;
  /** The fault of the line that was said last; it is said once, however long it lasts. */
  #away: string | undefined;
  /** The hold that was said last. */
  #held: string | undefined;
  #isPlaced = false;
  #hasRead = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  /** Publishes the file as it stands. It goes whole, so that what was taken already stays one version. */
  async once(): Promise<Exit> {
    const { publisher, server, terminal, read } = this.#parts;
    const report = await read();
    const publishing = () => publisher.publish(report, terminal.signal);
    const sent = await patiently({ server, terminal, mayRepeat: ['no', 'perhaps'] }, publishing);
    await this.#tell(sent);
    return exits.done;
  }

  /** Publishes each saved content until the signal comes; a broken line is tried again for as long as it takes. */
  async follow(watch: FileWatch): Promise<Exit> {
    const { signal } = this.#parts.terminal;
    try {
      await watch.settle(signal);
      let report = await this.#readPatiently(watch);
      this.#parts.terminal.warn('Watching for changes; press Ctrl-C to stop');
      for (;;) {
        report = await this.#deliver(report, watch);
        await watch.changed(signal);
        report = await this.#readPatiently(watch);
      }
    } catch (fault) {
      if (!signal.aborted) throw fault;
      this.#parts.terminal.warn('Stopped watching');
      return exits.done;
    }
  }

  /** Tries until the report, or a newer content of the file, has arrived; answers the one that did. */
  async #deliver(first: RenderedReport, watch: FileWatch): Promise<RenderedReport> {
    const { first: shortest, most } = limits.publishRetry;
    let report = first;
    for (let pause: number = shortest; ; pause = Math.min(most, pause * 2)) {
      const attempt = await this.#attempt(report);
      if (attempt.done) return report;
      const isNew = await this.#pause(Math.max(attempt.wait ?? 0, jittered(pause)), watch);
      if (isNew) report = await this.#readPatiently(watch);
    }
  }

  async #attempt(report: RenderedReport): Promise<Attempt> {
    const { publisher, server, terminal } = this.#parts;
    try {
      const sent = await publisher.publish(report, terminal.signal);
      if (this.#held !== undefined) terminal.warn('The report was released');
      else if (this.#away !== undefined) terminal.warn(`${server.origin} is responding again`);
      this.#away = undefined;
      this.#held = undefined;
      await this.#tell(sent);
      return { done: true };
    } catch (thrown) {
      terminal.signal.throwIfAborted();
      const fault = faultOf(thrown, server);
      if (fault.kind === 'final') return fault.isHeld ? this.#onHold(fault.stop) : this.#refused(fault.stop);
      if (this.#away === undefined) terminal.warn(`${fault.message}; retrying`);
      this.#away = fault.message;
      return { done: false, wait: fault.wait };
    }
  }

  /** After a rollback the file goes once somebody released the report. */
  #onHold({ message }: Stop): Attempt {
    if (this.#held !== message) this.#parts.terminal.warn(`${message}. Waiting for the report to be released`);
    this.#held = message;
    return { done: false, wait: undefined };
  }

  /** A content that the server refuses is said, and the next save may be better; lost rights end the run. */
  #refused(stop: Stop): Attempt {
    if (stop.exit !== exits.file) throw stop;
    this.#parts.terminal.warn(`${stop.message}; waiting for the next save`);
    return { done: true };
  }

  /** Waits, but no longer than until the file changes; true when it did. */
  async #pause(time: number, watch: FileWatch): Promise<boolean> {
    const { signal } = this.#parts.terminal;
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const changed = watch.changed(either).then(
      () => true,
      () => false,
    );
    const timer = wait(time, false, { signal: either }).catch(() => false);
    const isNew = await Promise.race([changed, timer]);
    over.abort();
    signal.throwIfAborted();
    return isNew || (await changed);
  }

  /** A file caught half-written is read again a few times, then at its next change. */
  async #readPatiently(watch: FileWatch): Promise<RenderedReport> {
    const { terminal, read } = this.#parts;
    for (let tries = 1; ; tries++) {
      try {
        const report = await read();
        this.#hasRead = true;
        return report;
      } catch (fault) {
        terminal.signal.throwIfAborted();
        if (!this.#mayMend(fault)) throw fault;
        if (tries < limits.fileRetry.tries) {
          await wait(limits.fileRetry.wait, undefined, { signal: terminal.signal });
          continue;
        }
        terminal.warn(`${fault.message}; waiting for the next save`);
        await watch.changed(terminal.signal);
        tries = 0;
      }
    }
  }

  /** What a file is refused for at the start ends the run; once it was read, the next save may be better. */
  #mayMend(fault: unknown): fault is Stop {
    if (fault instanceof UnreadableSource) return true;
    return this.#hasRead && fault instanceof Stop && fault.exit === exits.file;
  }

  async #tell({ topic, version, changed, how, cells, held, warnings = [] }: Sent): Promise<void> {
    const { terminal, place } = this.#parts;
    if (held) terminal.warn(`${topic}: publish ${held.version} is waiting for approval; ${viewersWords(version)}`);
    for (const { words } of held?.rules ?? warnings) terminal.warn(`  ${words}`);
    if (held) return;
    if (!changed) terminal.say(`${topic} is up to date at version ${version}`);
    else if (how === 'cells') terminal.say(`${topic} version ${version}: ${cells} ${cells === 1 ? 'cell' : 'cells'}`);
    else terminal.say(`${topic} version ${version}: whole report`);
    if (this.#isPlaced) return;
    this.#isPlaced = true;
    terminal.say(await place());
  }
}
