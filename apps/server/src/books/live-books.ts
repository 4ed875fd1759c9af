import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import type { PageSelection } from '@sheetwire/sheet/page-selection';
import type { PublishHead } from '@sheetwire/sheet/render-file';
import { hashOf } from '#lib/bytes/file-parts.ts';
import { Refusal } from '#lib/refusal.ts';
import type { BookStep, BookStore, KeptBook } from '#ports/books/book-store.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { BookAnswer, SentValues, WholePages } from './book-job.ts';
import { BookThreads } from './book-threads.ts';
import { standingOf, stateName, type Waiting } from './waiting-book.ts';

/** A file as it was published. */
export interface PublishedFile {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly selection: PageSelection;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface LiveBooksDeps {
  readonly store: BookStore;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Bytes of memory that workbooks may take, roughly; left out it is what the product allows. */
  readonly memory?: number;
}

/** What became of values, and the name of the state that the book would then be in. */
export type SetValues = Exclude<BookAnswer, { readonly outcome: 'missing' | 'topic' | 'failed' | 'body' }> & {
  readonly next: string;
};

const STATE_BYTES = 12;
/** Changes of one report's book, as many as its engine lets wait. */
const MOST_WAITING = 1000;

interface Line {
  tail: Promise<unknown>;
  waiting: number;
}

/**
 * The workbooks that reports were published from: kept in the store, so that any node and any restart goes on with
 * them, and held in memory by threads (decision 58).
 */
export class LiveBooks {
  readonly #deps: LiveBooksDeps;
  readonly #threads: BookThreads;
  readonly #turns = new Map<Topic, Line>();

  constructor(deps: LiveBooksDeps) {
    this.#deps = deps;
    this.#threads = new BookThreads(deps.memory);
  }

  /**
   * Changes of one report's book one after another: each goes on from what the one before wrote down. Refused with 429 when
   * very many wait.
   */
  async inTurn<T>(topic: Topic, work: () => Promise<T>): Promise<T> {
    const line = this.#turns.get(topic) ?? { tail: Promise.resolve(), waiting: 0 };
    if (line.waiting >= MOST_WAITING) throw new Refusal('too_many', { retryAfter: 1 });
    this.#turns.set(topic, line);
    line.waiting++;
    const done = line.tail.then(work);
    line.tail = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      line.waiting--;
      if (line.waiting === 0) this.#turns.delete(topic);
    }
  }

  find(topic: Topic): Promise<KeptBook | undefined> {
    return this.#deps.store.find(topic);
  }

  /** Keeps a file whose pages are this version of the report, or wait for approval; its memory moves. */
  async keep(
    topic: Topic,
    version: number,
    { file, name, selection, metadata }: PublishedFile,
    waits?: Waiting,
  ): Promise<void> {
    const hash = await hashOf(file);
    const book: KeptBook = {
      topic,
      ...standingOf(this.#newState(), version, waits),
      hash,
      bytes: file.length,
      name,
      selection: JSON.stringify(selection),
      metadata: JSON.stringify(metadata),
      changedAt: this.#deps.clock.now(),
    };
    await this.#deps.store.keep(book, file);
  }

  /** The report that a long body names; read on a thread. */
  async topicOf(body: Uint8Array): Promise<Topic> {
    const answer = await this.#threads.run('', { kind: 'topic', body });
    if (answer.outcome === 'topic') return branded<'Topic'>(answer.topic);
    throw refusalOf(answer);
  }

  /** Sets values on a book in the state that it is kept in; undefined when it is in another one by now. */
  async set(book: KeptBook, sent: SentValues, head: PublishHead): Promise<SetValues | undefined> {
    const next = this.#newState();
    const job = { kind: 'set', topic: book.topic, on: stateName(book), next, sent, head } as const;
    let answer = await this.#threads.run(book.topic, job);
    if (answer.outcome === 'missing') {
      const kept = await this.#deps.store.read(book);
      if (!kept) return undefined;
      const { file: bytes, records } = kept;
      const source = { bytes, records, name: book.name, selection: JSON.parse(book.selection) };
      answer = await this.#threads.run(book.topic, { ...job, source });
    }
    if (isOther(answer)) throw refusalOf(answer);
    return { ...answer, next };
  }

  /** The whole pages of what values have made of a book; undefined when the thread no longer has it. */
  async body(topic: Topic, next: string, head: PublishHead): Promise<WholePages | undefined> {
    const answer = await this.#threads.run(topic, { kind: 'body', topic, on: next, head });
    if (answer.outcome === 'body') return answer;
    if (answer.outcome === 'missing') return undefined;
    throw refusalOf(answer);
  }

  /** Writes down what was set, and the version that it is now or what it waits as; false when the book is another one by now. */
  note(
    book: KeptBook,
    { version, state, record }: Pick<BookStep, 'version' | 'state' | 'record'>,
    waits?: Waiting,
  ): Promise<boolean> {
    const standing = standingOf(state, version, waits);
    return this.#deps.store.note({
      ...standing,
      ...{ record, topic: book.topic, from: book.state, changedAt: this.#deps.clock.now() },
    });
  }

  drop(topic: Topic): Promise<void> {
    return this.inTurn(topic, () => this.dropInTurn(topic));
  }

  /** In turn: as `drop`. */
  dropInTurn(topic: Topic): Promise<void> {
    return this.#deps.store.drop(topic);
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  #newState(): string {
    return Buffer.from(this.#deps.chance.bytes(STATE_BYTES)).toString('base64url');
  }
}

/** No answer to values that were to be set. */
function isOther(
  answer: BookAnswer,
): answer is Extract<BookAnswer, { outcome: 'missing' | 'topic' | 'failed' | 'body' }> {
  const { outcome } = answer;
  return outcome === 'missing' || outcome === 'topic' || outcome === 'failed' || outcome === 'body';
}

function refusalOf(answer: BookAnswer): Error {
  const message = 'message' in answer ? answer.message : `a workbook thread answered ${answer.outcome}`;
  return answer.outcome === 'malformed' ? new Refusal('malformed', { message }) : new Error(message);
}
