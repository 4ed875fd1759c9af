import type { Caller, CallOptions } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import type { Output } from '@sheetwire/contract/call';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import type { Topic } from '@sheetwire/rules/topic';
import type { PictureFile } from '@sheetwire/sheet/pictures/picture';
import { CALCULATED_AT } from '@sheetwire/sheet/told-metadata';
import { type CellChange, pageChanges, type RenderedPage } from './page-changes.ts';
import type { PictureSender } from './picture-sender.ts';
import { withStableStyles } from './stable-styles.ts';

/** What is published of a file at one time. */
export interface RenderedReport {
  readonly pages: readonly RenderedPage[];
  readonly metadata: Readonly<Record<string, string>>;
  /** The files that the pages show as pictures. */
  readonly pictures?: readonly PictureFile[];
  /** What viewers enter while nobody is connected is kept. */
  readonly holdsEntries?: boolean;
}

/** How a report went out: the server's answer and what was sent for it. */
export interface Sent extends Output<typeof publishReport> {
  /** The whole report, a number of cells, or nothing since the server has it. */
  readonly how: 'report' | 'cells' | 'nothing';
  readonly cells: number;
}

interface OnServer extends RenderedReport {
  readonly version: number;
  readonly answer: Output<typeof publishReport>;
}

/** Keeps one report up to date on a server, sending as little as leads there (interfaces 4). */
export class ReportPublisher {
  readonly #call: Caller;
  readonly #topic: Topic;
  readonly #send: PictureSender | undefined;
  /** Names of the pictures of the last report that the server has. */
  readonly #sent = new Set<string>();
  #has: OnServer | undefined;
  /** What refused it after a rollback that was not released yet, as far as is known. */
  #hold: CallError | undefined;

  constructor(call: Caller, topic: Topic, send?: PictureSender) {
    this.#call = call;
    this.#topic = topic;
    this.#send = send;
  }

  /**
   * Publishes a report: the cells that changed where that says it all, nothing where the server still has it, else the whole. Another publisher's version
   * in between (409) makes it the whole again. Throws CallError and NetworkFailure; the next call then goes on.
   * While a rollback holds the report, the next call asks whether it was released before it sends anything (time 4).
   */
  async publish(report: RenderedReport, signal?: AbortSignal): Promise<Sent> {
    await this.passHold(signal);
    try {
      const isThere = await this.#picturesSent(report, signal);
      const sent = await this.#published(report, signal);
      if (!isThere) await this.#picturesSent(report, signal);
      return sent;
    } catch (fault) {
      if (fault instanceof CallError && fault.code === 'rolled_back') {
        // What the server has now is another version than the one that is known here.
        this.#has = undefined;
        this.#hold = fault;
      }
      throw fault;
    }
  }

  /** The last publish was refused after a rollback, and no release is known yet. */
  get isHeld(): boolean {
    return this.#hold !== undefined;
  }

  /**
   * A small question in place of a report that would be refused again: throws that refusal while the same rollback holds
   * the report, and CallError and NetworkFailure when the question itself fails.
   */
  async passHold(signal?: AbortSignal): Promise<void> {
    const hold = this.#hold;
    if (!hold) return;
    const { held } = await this.#call(publishingReport, { topic: this.#topic, most: 1 }, signal ? { signal } : {});
    if (held && (hold.have ?? held.version) === held.version) throw hold;
    this.#hold = undefined;
  }

  /** Pictures go first, so that no page lacks them; a report that is not there yet cannot have them (false). */
  async #picturesSent({ pictures = [] }: RenderedReport, signal: AbortSignal | undefined): Promise<boolean> {
    // A server that is full lets go of those that no page shows.
    const names = new Set(pictures.map(({ name }) => name));
    for (const name of this.#sent) if (!names.has(name)) this.#sent.delete(name);
    for (const picture of pictures) {
      if (!this.#send || this.#sent.has(picture.name)) continue;
      try {
        await this.#send(this.#topic, picture, signal);
      } catch (fault) {
        if (fault instanceof CallError && fault.code === 'not_found') return false;
        throw fault;
      }
      this.#sent.add(picture.name);
    }
    return true;
  }

  async #published(report: RenderedReport, signal: AbortSignal | undefined): Promise<Sent> {
    const options: CallOptions = signal ? { signal } : {};
    const has = this.#has;
    if (!has || !sameMetadata(untimed(has.metadata), untimed(report.metadata))) return this.#whole(report, options);
    const changes = pageChanges(has.pages, report.pages);
    // Cells alone would leave METADATA with the time of before.
    if (changes.kind === 'cells' && !sameMetadata(has.metadata, report.metadata)) return this.#whole(report, options);
    switch (changes.kind) {
      case 'same':
        if (!(await this.#isStill(has, options))) return this.#whole(report, options);
        return { ...has.answer, changed: false, how: 'nothing', cells: 0 };
      case 'whole':
        return this.#whole(report, options);
      case 'cells':
        return (await this.#cells(has, changes, options)) ?? this.#whole(report, options);
    }
  }

  /** The next publish sends the whole report whatever changed. */
  forget(): void {
    this.#has = undefined;
  }

  /** Another publisher, a removal, an approval or a rejection may have changed what the server has since. */
  async #isStill({ version, answer }: OnServer, options: CallOptions): Promise<boolean> {
    try {
      const now = await this.#call(publishingReport, { topic: this.#topic, most: 1 }, options);
      return now.version === version && now.isLive === version > 0 && now.waits?.version === answer.held?.version;
    } catch (fault) {
      // Who may not ask so often, or whose portal does not know the question, publishes as before.
      if (fault instanceof CallError && (fault.code === 'not_found' || fault.code === 'too_many')) return false;
      throw fault;
    }
  }

  async #whole(next: RenderedReport, options: CallOptions): Promise<Sent> {
    const before = new Map(this.#has?.pages.map((page) => [page.name, page]));
    const report = { ...next, pages: next.pages.map((page) => withStableStyles(page, before.get(page.name))) };
    this.#has = undefined;
    const answer = await this.#call(publishReport, { topic: this.#topic, ...reportBody(report) }, options);
    this.#has = { ...report, version: answer.version, answer };
    return { ...answer, how: 'report', cells: 0 };
  }

  /** Undefined when the server has another version or another page than this publisher believes. */
  async #cells(
    has: OnServer,
    { cells, pages }: { cells: CellChange[]; pages: RenderedPage[] },
    options: CallOptions,
  ): Promise<Sent | undefined> {
    try {
      const answer = await this.#call(publishCells, { topic: this.#topic, baseVersion: has.version, cells }, options);
      this.#has = { pages, metadata: has.metadata, version: answer.version, answer };
      return { ...answer, how: 'cells', cells: cells.length };
    } catch (fault) {
      if (fault instanceof CallError && mendedByWhole.has(fault.code)) return undefined;
      throw fault;
    }
  }
}

const mendedByWhole: ReadonlySet<string> = new Set([
  'wrong_base_version',
  'unknown_page',
  'unknown_cell',
  'not_found',
  'too_large',
]);

/** The body of publish/report/ for a rendered report, but for its topic. */
export function reportBody({ pages, metadata, holdsEntries }: RenderedReport) {
  return {
    ...(holdsEntries && { holdControls: true }),
    pages: pages.map(({ name, html, styles }) =>
      styles.length > 0 ? { name, html, styles: [...styles] } : { name, html },
    ),
    metadata: { ...metadata },
  };
}

/** METADATA without the time of calculation, which alone is no change. */
function untimed({ [CALCULATED_AT]: _, ...rest }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return rest;
}

function sameMetadata(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
