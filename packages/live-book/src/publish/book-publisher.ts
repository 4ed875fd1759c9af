import type { PublisherState } from '@sheetwire/client/publisher-line';
import { connectPublisher, type PublisherLine } from '@sheetwire/client/publisher-line';
import { limits } from '@sheetwire/contract/limits';
import { BookBusy, BookClosed, type Hint } from '../live-book.ts';
import { askPortal } from './ask-portal.ts';
import { BusyBook } from './busy-book.ts';
import type { PublishFault } from './call-fault.ts';
import { copyBook } from './copy-book.ts';
import { EntryDesk } from './entry-desk.ts';
import type { LiveState } from './live-state.ts';
import { Pace } from './pace.ts';
import type { Published, Sending } from './portal.ts';
import type { PublisherParts } from './publisher-parts.ts';
import { type BookImage, readBook } from './read-book.ts';
import { Retry } from './retry.ts';
import { type Changes, SentBook } from './sent-book.ts';
import { Standing } from './standing.ts';

/**
 * Keeps a report as its workbook is, in its program or as saved: values where only values changed, else the workbook; entries of
 * viewers the other way. What waits while the portal is away is the workbook as it is then, never a list of what it was.
 */
export class BookPublisher {
  readonly #parts: PublisherParts;
  readonly #pace: Pace;
  readonly #desk: EntryDesk;
  readonly #stopped = new AbortController();
  readonly #retry: Retry;
  readonly #busy: BusyBook;
  #line: PublisherLine | undefined;
  readonly #standing: Standing;
  #session = '';
  /** What the portal has; undefined before the first workbook, and when nobody knows. */
  #sent: SentBook | undefined;
  #needsWorkbook = true;
  #changes = 0;
  /** Why nothing is sent for now. */
  #waits: { readonly state: 'queued' | 'held'; readonly why: string } | undefined;
  /** Why the portal takes nothing after a rollback, as it last said; until it says otherwise. */
  #hold: string | undefined;
  #forget: () => void = () => undefined;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
    this.#pace = new Pace(parts.clock, () => this.#work());
    this.#retry = new Retry(parts, () => this.#retryNow());
    this.#standing = new Standing(parts.onState);
    this.#busy = new BusyBook(parts.clock, (why) => this.#waits ?? this.#standing.tell({ state: 'busy', why }));
    const published = () => (this.#needsWorkbook ? undefined : this.#sent?.names);
    this.#desk = new EntryDesk({ ...parts, published, onWritten: () => this.#hear('values') });
  }

  get state(): LiveState {
    return this.#standing.state;
  }

  /** Changes wait for their time: after a workbook the next one rests. */
  get isWaiting(): boolean {
    return this.#pace.isWaiting;
  }

  /** Connects, and publishes from then on. */
  start(): void {
    const { book, portal, clock, chance, topic, instanceId, isStandby, headers } = this.#parts;
    this.#forget = book.onChange((hint) => this.#hear(hint));
    this.#line = connectPublisher({
      ...{ call: portal.call, clock, chance, topics: [topic], instanceId },
      ...(isStandby && { standby: true }),
      ...(headers && { headers }),
      onSession: (session) => {
        this.#session = session;
      },
      onUpdate: (update) =>
        this.#standing.isPaused ? { status: 'rejected', message: 'Publishing is paused' } : this.#desk.enter(update),
      onLate: (ids) => void this.#desk.takeBack(ids).catch((fault: unknown) => this.#failed(fault)),
      onLost: () => this.#over({ state: 'lost', why: takenOver }),
      onState: (state) => this.#lineIs(state),
    });
  }

  /** What changes meanwhile is sent at the end of the pause, as it is then. */
  pause(): void {
    this.#standing.pause();
  }

  resume(): void {
    this.#standing.resume();
    this.#retryNow();
  }

  /** Ends it; the report keeps what it has. */
  async stop(why = 'stopped'): Promise<void> {
    this.#over({ state: 'ended', why });
    await this.#line?.stop();
    await this.#pace.settled();
  }

  /** Resolves when nothing is read or sent. */
  settled(): Promise<void> {
    return this.#pace.settled();
  }

  #hear(hint: Hint): void {
    this.#changes++;
    if (hint === 'structure') this.#needsWorkbook = true;
    this.#pace.hint();
  }

  #lineIs(line: PublisherState): void {
    if (this.#standing.isOver) return;
    switch (line.state) {
      case 'open':
        if (this.state.state === 'standby') this.#needsWorkbook = true;
        this.#retryNow();
        return;
      case 'away':
        if (line.code === 'lease_held') this.#standing.tell({ state: 'standby', why: line.why });
        else this.#awayFor({ why: line.why });
        return;
      case 'ended':
        this.#over(line.code === 'taken_over' ? { state: 'lost', why: takenOver } : { state: 'ended', why: line.why });
    }
  }

  /** Reads the workbook and sends what the portal does not have. */
  async #work(): Promise<void> {
    if (this.#standing.isOver || this.#standing.isPaused || this.#session === '') return;
    try {
      if (this.#needsWorkbook || !this.#sent) await this.#sendWorkbook();
      else await this.#sendChanges(this.#sent);
      this.#busy.ended();
    } catch (fault) {
      this.#failed(fault);
    }
  }

  async #sendChanges(sent: SentBook): Promise<void> {
    const image = await this.#read();
    const isOther = image.structure !== sent.structure || image.isTooLarge;
    const changes = isOther ? undefined : sent.changes(image);
    if (!changes || changes.count > limits.liveBook.cells) {
      await this.#sendWorkbook(image);
    } else if (changes.count > 0) {
      await this.#sendValues(sent, image, changes);
    } else if (!this.#waits) {
      this.#arrived(undefined);
    }
  }

  async #sendValues(sent: SentBook, image: BookImage, changes: Changes): Promise<void> {
    if (this.#isAway(changes.count)) return;
    const baseVersion = this.#standing.version;
    const fault = await this.#send('values', (sending) =>
      this.#parts.portal.values(changes.sheets, { ...sending, baseVersion }),
    );
    if (!fault) sent.note(image, true);
    else if (fault.kind === 'needs-workbook') await this.#sendWorkbook(image);
    else {
      if (fault.kind === 'away' && fault.mayHaveArrived) sent.note(image, false);
      this.#fault(fault, changes.count);
    }
  }

  /**
   * The workbook is read before it is copied and after: what differs may be in the copy or not, whatever its program told,
   * and is sent again.
   */
  async #sendWorkbook(read?: BookImage): Promise<void> {
    if (this.#isAway('workbook') || (await this.#staysOnHold())) return;
    const { book, clock } = this.#parts;
    const begun = clock.now();
    this.#needsWorkbook = false;
    this.#sent = undefined;
    const changes = this.#changes;
    let isSent = false;
    try {
      const before = read ?? (await this.#read());
      const copy = await copyBook(book);
      if ('why' in copy) return this.#awayFor({ why: copy.why, waiting: 'workbook' });
      const image = await this.#read();
      const isSteady = this.#changes === changes;
      const isSameShape = before.structure === image.structure;
      const fault = await this.#send('workbook', (sending) => this.#parts.portal.workbook(copy.bytes, sending));
      this.#sent = fault || !isSameShape ? undefined : new SentBook(image, isSteady ? before : undefined);
      isSent = !fault && isSameShape;
      if (fault) this.#fault(fault, 'workbook');
      else if (!isSameShape) this.#pace.hint();
    } finally {
      // What it was to be sent for may be seen in no value, as a color is.
      if (!isSent) this.#needsWorkbook = true;
      const { bookShare, bookPause, gap } = limits.liveBook;
      this.#pace.rest(Math.min(bookPause, Math.max(gap, bookShare * (clock.now() - begun))));
    }
  }

  /** One publish; what refused it is answered. */
  #send(what: 'values' | 'workbook', publish: (sending: Sending) => Promise<Published>) {
    this.#pace.rest(limits.liveBook.gap);
    return this.#ask(what, async (sending) => this.#arrived(await publish(sending)));
  }

  #ask(what: 'values' | 'workbook', call: (sending: Sending) => Promise<void>): Promise<PublishFault | undefined> {
    return askPortal({ what, session: this.#session, clock: this.#parts.clock, stopped: this.#stopped.signal }, call);
  }

  /** After a rollback the portal is asked whether it takes anything again, before the workbook is copied and sent. */
  async #staysOnHold(): Promise<boolean> {
    if (this.#hold === undefined) return false;
    const why = this.#hold;
    const fault = await this.#ask('workbook', async (sending) => {
      if (!(await this.#parts.portal.isOnHold(sending))) this.#hold = undefined;
    });
    if (fault) this.#fault(fault, 'workbook');
    else if (this.#hold !== undefined) this.#fault({ kind: 'held', why, wait: 0 }, 'workbook');
    return fault !== undefined || this.#hold !== undefined;
  }

  #read(): Promise<BookImage> {
    return readBook(this.#parts.book, { pause: this.#parts.pause, changes: () => this.#changes });
  }

  #arrived(published: Published | undefined): void {
    this.#retry.worked();
    this.#waits = undefined;
    this.#standing.arrived(published);
  }

  /** While the portal takes nothing nothing is sent; what waits is told. */
  #isAway(waiting: number | 'workbook'): boolean {
    if (!this.#waits) return false;
    this.#standing.tell({ ...this.#waits, waiting });
    return true;
  }

  #fault(fault: PublishFault, waiting: number | 'workbook'): void {
    switch (fault.kind) {
      case 'away':
        this.#awayFor({ ...fault, waiting });
        return;
      case 'held':
        // What the portal shows is an earlier version: values would be set on that one.
        this.#needsWorkbook = true;
        this.#hold = fault.why;
        this.#waits = { state: 'held', why: fault.why };
        this.#standing.tell({ ...this.#waits, waiting });
        this.#retry.later(fault.wait);
        return;
      case 'refused':
        this.#needsWorkbook = true;
        this.#standing.tell({ state: 'refused', why: fault.why });
        return;
      case 'lost':
        this.#over({ state: 'lost', why: takenOver });
        return;
      case 'ended':
        this.#over({ state: 'ended', why: fault.why });
        return;
      case 'needs-workbook':
        this.#needsWorkbook = true;
    }
  }

  /** Tries again after a while, or as soon as the line is open. */
  #awayFor({ why, wait = 0, waiting }: { why: string; wait?: number; waiting?: number | 'workbook' }): void {
    this.#waits = { state: 'queued', why };
    if (waiting !== undefined || this.state.state !== 'queued') {
      this.#standing.tell({ state: 'queued', waiting: waiting ?? (this.#needsWorkbook ? 'workbook' : 0), why });
    }
    this.#retry.later(wait);
  }

  #retryNow(): void {
    this.#retry.cancel();
    this.#waits = undefined;
    this.#pace.now();
  }

  /** A workbook that is being edited is read later; one that is gone ends it; anything else is a fault of ours. */
  #failed(fault: unknown): void {
    if (fault instanceof BookBusy) {
      this.#pace.hint();
      this.#busy.failed(fault.message);
    } else if (fault instanceof BookClosed) void this.stop(fault.message);
    else this.#over({ state: 'ended', why: fault instanceof Error ? fault.message : String(fault) });
  }

  #over(state: LiveState): void {
    if (this.#standing.isOver) return;
    this.#busy.ended();
    this.#desk.stop();
    this.#standing.tell(state);
    this.#forget();
    this.#retry.cancel();
    this.#pace.stop();
    this.#stopped.abort(new Error('stopped'));
    void this.#line?.stop();
  }
}

const takenOver = 'another publisher has taken over';
