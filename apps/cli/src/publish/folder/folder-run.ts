import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { Stop } from '#exit.ts';
import type { Terminal } from '#terminal.ts';
import { needsOffice } from '../read-source.ts';
import { FilePublisher, type FileReader } from './file-publisher.ts';
import { countOf, countWords, exitOfState, type FileStates } from './file-states.ts';
import { Lanes } from './lanes.ts';
import { PortalLine } from './portal-line.ts';
import type { Publishers } from './publishers.ts';
import type { ReportNames } from './report-names.ts';
import { type Scan, scanFolder, staysIn } from './scan-folder.ts';
import { type Steps, TrackedFiles } from './tracked-files.ts';
import { TreeWatch } from './tree-watch.ts';

/** The waits of a watched folder, so that tests need not live by the clock of the product. */
export interface FolderTimes {
  /** Between the two looks that must find the same. */
  readonly stable: number;
  readonly poll: number;
  readonly retry: number;
  readonly askAgain: number;
}

const productTimes: FolderTimes = {
  stable: limits.fileStable,
  poll: limits.filePoll,
  retry: limits.fileRetry.wait,
  askAgain: limits.folder.askAgain,
};

export interface FolderParts {
  readonly root: string;
  readonly names: ReportNames;
  readonly server: URL;
  readonly terminal: Terminal;
  readonly read: FileReader;
  readonly publishers: Publishers;
  readonly states: FileStates;
  readonly isWatching: boolean;
  readonly times?: FolderTimes;
}

/** One run of `sheetwire publish` on a folder: each workbook in it is a report (fidelity 1). */
export class FolderRun {
  readonly #parts: FolderParts;
  readonly #times: FolderTimes;
  readonly #files: TrackedFiles;
  readonly #publisher: FilePublisher;
  readonly #lanes: Lanes;
  /** Files that LibreOffice converts take so long that they would hold the others. */
  readonly #officeLanes: Lanes;
  /** What is said once: what is left out, a folder that cannot be read. */
  readonly #said = new Set<string>();

  constructor(parts: FolderParts) {
    const { terminal, server, isWatching } = parts;
    this.#parts = parts;
    this.#times = parts.times ?? productTimes;
    this.#files = new TrackedFiles(parts.names);
    const line = new PortalLine({ server, terminal, ...(!isWatching && { patience: limits.publishPatience }) });
    this.#publisher = new FilePublisher({
      ...parts,
      line,
      times: this.#times,
      fileOf: (rel) => this.#files.get(rel),
      read: (file, topic) => this.#readInside(file, topic),
      again: (rel) => this.#enqueue(rel),
    });
    const work = (rel: string) => this.#publisher.publish(rel);
    this.#lanes = new Lanes(limits.folder.lanes, work);
    this.#officeLanes = new Lanes(limits.folder.officeLanes, work);
  }

  /** Publishes every file as it stands; ends with the code of the first that could not be published. */
  async once(): Promise<Exit> {
    const { terminal, states, root } = this.#parts;
    const scan = await this.#look();
    if (scan.files.size === 0) throw new Stop(exits.file, `${root} has no file that can be published`);
    this.#tell(this.#files.take(scan, true));
    await Promise.all([this.#lanes.idle(), this.#officeLanes.idle()]);
    terminal.signal.throwIfAborted();
    const list = states.list();
    terminal.say(countWords(list));
    const failed = list.map(({ state }) => exitOfState[state]).find((name) => name !== undefined);
    return exits[failed ?? 'done'];
  }

  /** Publishes each saved content of each file until the signal comes. */
  async follow(): Promise<Exit> {
    const { terminal } = this.#parts;
    const watch = new TreeWatch();
    try {
      await Promise.race([this.#watch(watch), this.#lanes.failed(), this.#officeLanes.failed()]);
    } catch (fault) {
      if (!terminal.signal.aborted) throw fault;
    } finally {
      watch.close();
    }
    terminal.warn('Stopped watching');
    return exits.done;
  }

  async #watch(watch: TreeWatch): Promise<void> {
    const { terminal, root } = this.#parts;
    for (let isFirst = true; ; isFirst = false) {
      const from = performance.now();
      const scan = isFirst ? await this.#look() : await this.#lookAgain();
      const took = performance.now() - from;
      const steps = scan && this.#files.take(scan);
      if (scan) watch.follow(scan.folders);
      if (steps) this.#tell(steps);
      if (isFirst) terminal.warn(`Watching ${root} (${countOf(this.#files.size)}); press Ctrl-C to stop`);
      const pause = this.#times.stable + took * limits.folder.busyShare;
      if (!steps?.isSettling) {
        await watch.woken(Math.max(this.#times.poll, took * limits.folder.pollShare), terminal.signal);
      }
      await wait(pause, undefined, { signal: terminal.signal });
    }
  }

  async #look(): Promise<Scan> {
    const { root } = this.#parts;
    const scan = await scanFolder(root);
    if (scan.isCut) {
      throw new Stop(
        exits.file,
        `${root} has more than ${countOf(limits.folder.files)}: publish its subfolders one by one`,
      );
    }
    this.#tellLeftOut(scan);
    return scan;
  }

  /** A folder that went away (a share, for one) takes no file with it; it is waited for. */
  async #lookAgain(): Promise<Scan | undefined> {
    const { root, terminal } = this.#parts;
    const away = `${root} cannot be read; waiting for it to come back`;
    try {
      const scan = await scanFolder(root);
      if (this.#said.delete(away)) terminal.warn(`${root} can be read again`);
      if (scan.isCut) this.#once(`${root} has more than ${countOf(limits.folder.files)}; the rest is not published`);
      this.#tellLeftOut(scan);
      return scan;
    } catch {
      this.#once(away);
      return undefined;
    }
  }

  #tellLeftOut({ leftOut, unread }: Scan): void {
    for (const words of leftOut) this.#once(`Left out: ${words}`);
    for (const folder of unread) this.#once(`${folder} cannot be read; its files stay as they were published`);
  }

  #tell({ added, due, gone, clashing }: Steps): void {
    const { terminal, states, publishers } = this.#parts;
    for (const { rel, topic, isMapped } of added) {
      if (isMapped) terminal.say(`${rel} is published as ${topic}`);
      states.set({ file: rel, topic, state: 'waiting' });
    }
    for (const { file, now } of gone) {
      const { rel, topic } = file;
      const next = now === undefined ? undefined : this.#files.get(now)?.topic;
      if (next !== topic) publishers.forget(topic);
      const words = now === undefined ? 'the file was deleted' : `renamed to ${now}`;
      states.set({ file: rel, topic, state: 'gone', words });
      terminal.say(next === topic ? `${rel}: ${words}` : `${rel}: ${words}; ${topic} stays published`);
    }
    for (const { file, owner } of clashing) {
      const words = `${file.topic} is published from ${owner}; rename one of them`;
      terminal.warn(`${file.rel} is not published: ${words}`);
      states.set({ file: file.rel, topic: file.topic, state: 'taken', words });
    }
    for (const rel of due) this.#enqueue(rel);
  }

  #enqueue(rel: string): void {
    (needsOffice(rel) ? this.#officeLanes : this.#lanes).add(rel);
  }

  /** A link may have been turned since it was looked at. */
  async #readInside(rel: string, topic: Topic) {
    const { root, read } = this.#parts;
    const path = join(root, rel);
    if (!(await staysIn(path, await realpath(root)))) throw new Stop(exits.file, `${rel} is no longer in ${root}`);
    return read(path, topic);
  }

  #once(words: string): void {
    if (this.#said.has(words)) return;
    this.#said.add(words);
    this.#parts.terminal.warn(words);
  }
}
