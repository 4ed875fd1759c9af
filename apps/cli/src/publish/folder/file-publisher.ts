import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { Stop } from '#exit.ts';
import type { Terminal } from '#terminal.ts';
import { type Fault, faultOf } from '../call-fault.ts';
import type { RenderedReport, Sent } from '../report-publisher.ts';
import { jittered } from '../retry-pause.ts';
import { UnreadableSource } from '../unreadable-source.ts';
import { viewersWords } from '../viewers-words.ts';
import { type FileStates, nextOf, type StateWord, stateOf } from './file-states.ts';
import type { PortalLine } from './portal-line.ts';
import type { Publishers } from './publishers.ts';
import type { TrackedFile } from './tracked-files.ts';

/** Reads a file into the pages of its report; throws Stop with what is wrong with it. */
export type FileReader = (file: string, topic: Topic) => Promise<RenderedReport>;

interface PublisherParts {
  readonly server: URL;
  readonly terminal: Terminal;
  readonly line: PortalLine;
  readonly read: FileReader;
  readonly publishers: Publishers;
  readonly states: FileStates;
  readonly isWatching: boolean;
  readonly times: { readonly retry: number; readonly askAgain: number };
  readonly fileOf: (rel: string) => TrackedFile | undefined;
  /** The file is to be published once more. */
  readonly again: (rel: string) => void;
}

/** How a call for a file went: `over` when the same again would give the same. */
type Outcome = 'done' | 'over' | 'again';

/** Publishes the files of a folder, one after the other or side by side, and says a line for each. */
export class FilePublisher {
  readonly #parts: PublisherParts;
  /** How often a content was found broken: a save may be under way. */
  readonly #tries = new Map<string, { readonly mark: string; count: number }>();
  readonly #asked = new Set<string>();
  /** How long it was waited last before a report on hold was asked about again (ms). */
  readonly #pauses = new Map<string, number>();

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Publishes a file as it stands, however long the portal is away; throws only what ends the run. */
  async publish(rel: string): Promise<void> {
    const { fileOf, line, terminal } = this.#parts;
    for (;;) {
      await line.clear();
      const file = fileOf(rel);
      if (!file) {
        this.#tries.delete(rel);
        this.#pauses.delete(rel);
        return;
      }
      const passed = await this.#pass(file);
      if (passed === 'over') return;
      if (passed === 'again') continue;
      const report = await this.#read(file);
      terminal.signal.throwIfAborted();
      if (!report || (await this.#send(file, report))) return;
    }
  }

  /** A report that a rollback holds is asked about before its file is read. */
  async #pass(file: TrackedFile): Promise<Outcome> {
    const { publishers, terminal } = this.#parts;
    if (!publishers.isHeld(file.topic)) return 'done';
    return this.#attempt(file, () => publishers.passHold(file.topic, terminal.signal));
  }

  async #read(file: TrackedFile): Promise<RenderedReport | undefined> {
    const { read, terminal } = this.#parts;
    try {
      const report = await read(file.rel, file.topic);
      this.#tries.delete(file.rel);
      return report;
    } catch (fault) {
      terminal.signal.throwIfAborted();
      if (!(fault instanceof Stop)) throw fault;
      if (!(fault instanceof UnreadableSource && this.#mayMend(file))) this.#say(file, 'broken', fault.message);
      return undefined;
    }
  }

  /** A content that is broken is read again a few times, as the program that saves it may not be done. */
  #mayMend({ rel, found }: TrackedFile): boolean {
    const { isWatching, times } = this.#parts;
    const before = this.#tries.get(rel);
    const count = before?.mark === found.mark ? before.count + 1 : 1;
    this.#tries.set(rel, { mark: found.mark, count });
    if (!isWatching || count >= limits.fileRetry.tries) return false;
    this.#later(rel, times.retry);
    return true;
  }

  /** True when that is all for this content; false when the line was lost, or a newer one is there. */
  async #send(file: TrackedFile, report: RenderedReport): Promise<boolean> {
    const { publishers, terminal, fileOf } = this.#parts;
    const publish = async () => this.#tellSent(file, await publishers.publish(file.topic, report, terminal.signal));
    while (fileOf(file.rel)?.found.mark === file.found.mark) {
      if ((await this.#attempt(file, publish)) !== 'again') return true;
    }
    return false;
  }

  async #attempt(file: TrackedFile, call: () => Promise<void>): Promise<Outcome> {
    const { server, terminal, line } = this.#parts;
    await line.clear();
    try {
      await call();
      line.answers();
      return 'done';
    } catch (thrown) {
      terminal.signal.throwIfAborted();
      return this.#isOver(file, faultOf(thrown, server)) ? 'over' : 'again';
    }
  }

  /** Lost rights are the file's, a lost key is everyone's; what failed on the server may fail for this file alone. */
  #isOver(file: TrackedFile, fault: Fault): boolean {
    const { line, states } = this.#parts;
    if (fault.kind === 'away' && fault.taken !== 'failed') {
      line.lost(fault);
      states.set({ file: file.rel, topic: file.topic, state: 'unsent', words: fault.message });
      return false;
    }
    line.answers();
    if (fault.kind === 'away') this.#refused(file, 'unsent', fault.message);
    else if (fault.isForAll) throw fault.stop;
    else if (fault.isHeld) this.#onHold(file, fault.stop.message);
    else this.#refused(file, stateOf(fault.stop), fault.stop.message);
    return true;
  }

  #refused(file: TrackedFile, state: StateWord, message: string): void {
    this.#say(file, state, message);
    if (state !== 'broken') this.#later(file.rel, this.#parts.times.askAgain);
  }

  /** After a rollback the portal is asked, less and less often, whether the report was released (time 4). */
  #onHold(file: TrackedFile, message: string): void {
    const { retry, askAgain } = this.#parts.times;
    this.#say(file, 'held', message);
    if (this.#asked.has(file.rel)) return;
    const pause = Math.min(askAgain, 2 * (this.#pauses.get(file.rel) ?? retry));
    this.#pauses.set(file.rel, pause);
    this.#later(file.rel, jittered(pause));
  }

  #later(rel: string, time: number): void {
    const { isWatching, again, terminal } = this.#parts;
    if (!isWatching || this.#asked.has(rel)) return;
    this.#asked.add(rel);
    const waited = wait(time, undefined, { signal: terminal.signal, ref: false });
    waited.then(
      () => {
        this.#asked.delete(rel);
        again(rel);
      },
      // The run ends: nothing is tried again.
      () => this.#asked.delete(rel),
    );
  }

  #tellSent({ rel, topic }: TrackedFile, { version, changed, how, cells, held, warnings = [] }: Sent): void {
    const { terminal, states } = this.#parts;
    const before = states.get(rel);
    this.#pauses.delete(rel);
    if (how !== 'nothing') for (const { words } of held?.rules ?? warnings) terminal.warn(`${rel}: ${words}`);
    if (held) {
      const words = `publish ${held.version} is waiting for approval`;
      if (before?.words !== words) terminal.warn(`${rel}: ${topic}: ${words}; ${viewersWords(version)}`);
      states.set({ file: rel, topic, state: 'published', version, words });
      return;
    }
    states.set({ file: rel, topic, state: 'published', version });
    const what = how === 'cells' ? `${cells} ${cells === 1 ? 'cell' : 'cells'}` : 'whole report';
    if (changed) terminal.say(`${rel}: ${topic} version ${version}: ${what}`);
    else if (before?.state !== 'published' || before.version !== version) {
      terminal.say(`${rel}: ${topic} is up to date at version ${version}`);
    }
  }

  /** Said once for as long as it stays so. */
  #say({ rel, topic }: TrackedFile, state: StateWord, message: string): void {
    const { terminal, states, isWatching } = this.#parts;
    const before = states.get(rel);
    if (before?.state === state && before.words === message) return;
    states.set({ file: rel, topic, state, words: message });
    const kept = before?.version === undefined ? '' : `; viewers of ${topic} keep version ${before.version}`;
    terminal.warn(`${message.includes(rel) ? '' : `${rel}: `}${message}${kept}${isWatching ? nextOf(state) : ''}`);
  }
}
