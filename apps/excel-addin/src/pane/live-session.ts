import type { Clock } from '@sheetwire/client/clock';
import { decodePage } from '@sheetwire/client/decode-page';
import { CallError } from '@sheetwire/client/failures';
import { secretHeaders } from '@sheetwire/contract/headers';
import { limits } from '@sheetwire/contract/limits';
import { publishWorkbook } from '@sheetwire/contract/publish';
import { previewWorkbook } from '@sheetwire/contract/publishing/calls';
import { report } from '@sheetwire/contract/reports';
import type { LiveBook } from '@sheetwire/live-book/live-book';
import { BookPublisher } from '@sheetwire/live-book/publish/book-publisher';
import type { LiveState } from '@sheetwire/live-book/publish/live-state';
import { bookPortal, sendBook } from '@sheetwire/live-book/publish/portal';
import type { DryRun } from './dry-run.ts';
import type { SignIn } from './sign-in.ts';

export interface PublishTarget {
  readonly topic: string;
  readonly pages: string;
  /** What viewers fill in: cells of these names, or with a list or a checkbox. */
  readonly takesEntries: boolean | readonly string[];
  /** '' for none. */
  readonly publishSecret: string;
}

/** As in LibreOffice: such a name makes its cell one that viewers fill in. Of one that no control can have the portal says why. */
const namedControl = /^CTL_./i;

export interface LiveParts {
  readonly signIn: SignIn;
  readonly openBook: () => Promise<LiveBook>;
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly chance: () => number;
  readonly pause: () => Promise<void>;
  readonly instanceId: string;
  readonly onState: (state: LiveState) => void;
}

/** The workbook of this pane on its way to the portal: once, as a dry run, or live. */
export class LiveSession {
  readonly #parts: LiveParts;
  #book: Promise<LiveBook> | undefined;
  #publisher: BookPublisher | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  /** The visible sheets, as the workbook has them now. */
  async visibleSheets(): Promise<string[]> {
    const book = await this.#open();
    return (await book.sheets()).filter(({ isHidden }) => !isHidden).map(({ name }) => name);
  }

  /** Names of cells that are meant to be filled in. */
  async namedControls(): Promise<string[]> {
    const book = await this.#open();
    const ofBook = (await book.names()).filter(({ sheet }) => sheet === undefined);
    return ofBook.map(({ name }) => name).filter((name) => namedControl.test(name));
  }

  /** Publishes each change from now on. */
  async start(target: PublishTarget, isStandby: boolean): Promise<void> {
    const book = await this.#open();
    const { clock, chance, pause, instanceId, onState } = this.#parts;
    await this.stop();
    const publisher = new BookPublisher({
      ...{ book, clock, chance, pause, instanceId, isStandby, topic: target.topic },
      portal: bookPortal(this.#sendingOf(target)),
      headers: secretOf(target),
      onState: (state) => {
        if (this.#publisher === publisher) onState(state);
      },
    });
    this.#publisher = publisher;
    onState(publisher.state);
    publisher.start();
  }

  async stop(): Promise<void> {
    const publisher = this.#publisher;
    if (!publisher) return;
    await publisher.stop();
    this.#publisher = undefined;
  }

  pause(): void {
    this.#publisher?.pause();
  }

  /** Also tries again at once what was refused. */
  resume(): void {
    this.#publisher?.resume();
  }

  /** The workbook as it is now, once; answers the version and what its pages do not show. */
  async publish(target: PublishTarget) {
    const bytes = await (await this.#open()).copy();
    return this.#inTime((signal) => sendBook(publishWorkbook, bytes, { ...this.#sendingOf(target), signal }));
  }

  /** What a publish would change; nothing is sent to viewers. */
  async dryRun(target: PublishTarget): Promise<DryRun> {
    const bytes = await (await this.#open()).copy();
    const preview = await this.#inTime((signal) =>
      sendBook(previewWorkbook, bytes, { ...this.#sendingOf(target), signal }),
    );
    const shown = preview.version === 0 ? undefined : await this.#shown(target.topic);
    const { dryRunOf } = await import('./dry-run.ts');
    return dryRunOf(preview, shown);
  }

  /** The live report; undefined for who may publish and not view it. */
  async #shown(topic: string) {
    try {
      const shown = await this.#parts.signIn.call(report, { topic, returnReport: true });
      return shown.pages && { ...shown, pages: await Promise.all(shown.pages.map(decodePage)) };
    } catch (fault) {
      if (fault instanceof CallError && fault.status < 500) return undefined;
      throw fault;
    }
  }

  #open(): Promise<LiveBook> {
    // A workbook that could not be opened now, as while a cell is edited, is opened the next time.
    this.#book ??= this.#parts.openBook().catch((fault: unknown) => {
      this.#book = undefined;
      throw fault;
    });
    return this.#book;
  }

  #sendingOf(target: PublishTarget) {
    const { baseUrl, fetch, signIn } = this.#parts;
    const { topic, pages, takesEntries } = target;
    return {
      baseUrl,
      fetch,
      topic,
      pages,
      takesEntries,
      headers: () => ({ ...signIn.headers(), ...secretOf(target) }),
    };
  }

  async #inTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const words = 'The portal did not answer in time. Try again';
    const cancel = this.#parts.clock.after(limits.publishCall, () => late.abort(new Error(words)));
    try {
      return await ask(late.signal);
    } finally {
      cancel();
    }
  }
}

function secretOf({ publishSecret }: PublishTarget): Readonly<Record<string, string>> {
  return publishSecret === '' ? {} : { [secretHeaders.publish]: publishSecret };
}
