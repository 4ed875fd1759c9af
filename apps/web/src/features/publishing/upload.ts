import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import type { Output } from '@sheetwire/contract/call';
import type { previewWorkbook, sendWorkbook } from '@sheetwire/contract/publishing/calls';
import type { ReportSide } from '@sheetwire/page/compare/compare-reports';
import { isMetadataPage } from '@sheetwire/rules/page-name';
import { parseTopic, type Topic, whyNoTopic } from '@sheetwire/rules/topic';
import { createStore } from 'zustand/vanilla';
import type { ComparedPage, ComparedSides } from '#features/compare/compared-pages.ts';
import type { ShownReport } from '#features/viewer-ports.ts';
import { errorText } from '#lib/api.ts';
import { failureText, unpublishedText } from './upload-words.ts';
import { heldWords, sizeWords } from './words.ts';

export type Preview = Output<typeof previewWorkbook>;
export type Sent = Output<typeof sendWorkbook>;

/** A file and the report that it is for. */
export interface Chosen {
  readonly file: File;
  readonly topic: Topic;
}

/** A file as viewers will see it, beside what they see now. */
export interface Ready extends Chosen {
  readonly preview: Preview;
  /** Undefined when a side has too many cells to be compared. */
  readonly pages: readonly ComparedPage[] | undefined;
  /** What is live: its time; none, or not for this user to see. */
  readonly live: { readonly kind: 'compared'; readonly time: string } | { readonly kind: 'none' | 'hidden' };
}

export type UploadState =
  /** With a fault when what was entered or chosen cannot be used. */
  | { readonly state: 'idle'; readonly fault: string; readonly file: File | undefined }
  | ({ readonly state: 'reading' } & Chosen)
  | ({ readonly state: 'secret'; readonly isWrong: boolean } & Chosen)
  | ({ readonly state: 'refused'; readonly text: string } & Chosen)
  | ({ readonly state: 'ready'; readonly fault: string } & Ready)
  | ({ readonly state: 'publishing' } & Ready)
  | { readonly state: 'published'; readonly topic: string; readonly sent: Sent };

export interface UploadDeps {
  preview(sent: Chosen & { readonly secret: string }, signal: AbortSignal): Promise<Preview>;
  publish(sent: Chosen & { readonly secret: string }, signal: AbortSignal): Promise<Sent>;
  /** Undefined when there is none that the user may see. */
  fetchLive(topic: Topic, signal: AbortSignal): Promise<ShownReport | undefined>;
  compare(sides: ComparedSides, signal: AbortSignal): Promise<ComparedPage[] | undefined>;
  /** Something was published. */
  onPublished(topic: string): void;
  /** Tells what came of a publish after the page was left. */
  alert(text: string): void;
}

const nothing: ReportSide = { pageNames: [], pages: [], styles: [] };
const idle = { state: 'idle', fault: '', file: undefined } as const;

/** A file from the drop zone to its report: previewed, compared with what is live, published when the user says so. */
export class Upload {
  readonly store = createStore<UploadState>(() => idle);
  readonly #deps: UploadDeps;
  #round = new AbortController();
  #isShown = true;
  /** Kept until the file is published or let go. */
  #secret = '';

  constructor(deps: UploadDeps) {
    this.#deps = deps;
  }

  /** Takes a file for the report that was entered; without one it waits for the name. */
  async take(file: File, entered: string, maxBytes: number): Promise<void> {
    this.#begin();
    if (file.size > maxBytes) {
      const fault = `${file.name} is ${sizeWords(file.size)}; this portal takes files of up to ${sizeWords(maxBytes)}`;
      this.#set({ ...idle, fault });
      return;
    }
    const topic = parseTopic(entered);
    if (topic === undefined) {
      const fault = entered.trim() === '' ? 'Enter the report to publish to' : whyNoTopic(entered.trim().toUpperCase());
      this.#set({ state: 'idle', file, fault });
      return;
    }
    this.#secret = '';
    await this.#preview({ file, topic });
  }

  /** The publish secret that a report asked for. */
  async enterSecret(secret: string): Promise<void> {
    const now = this.store.getState();
    if (now.state !== 'secret') return;
    this.#begin();
    this.#secret = secret;
    await this.#preview({ file: now.file, topic: now.topic });
  }

  /** The same file once more. */
  async again(): Promise<void> {
    const now = this.store.getState();
    if (now.state !== 'refused') return;
    this.#begin();
    await this.#preview({ file: now.file, topic: now.topic });
  }

  async publish(): Promise<void> {
    const ready = this.store.getState();
    if (ready.state !== 'ready') return;
    const { signal } = this.#begin();
    const { fault: _, ...kept } = ready;
    this.#set({ ...kept, state: 'publishing' });
    try {
      const sent = await this.#deps.publish({ file: ready.file, topic: ready.topic, secret: this.#secret }, signal);
      if (signal.aborted) return;
      this.#secret = '';
      this.#set({ state: 'published', topic: sent.topic, sent });
      if (this.#isShown) this.#deps.onPublished(sent.topic);
      else if (sent.held) this.#deps.alert(heldWords(sent));
    } catch (error) {
      if (signal.aborted) return;
      const fault = unpublishedText(error);
      this.#set({ ...ready, fault });
      if (!this.#isShown) this.#deps.alert(`${ready.topic}: ${fault}`);
    }
  }

  /** Lets the file go. */
  cancel(): void {
    this.#begin();
    this.#secret = '';
    this.#set(idle);
  }

  /** The page is on the screen. */
  start(): void {
    this.#isShown = true;
  }

  /** The page was left: a file that is being published is published all the same. */
  stop(): void {
    this.#isShown = false;
    if (this.store.getState().state !== 'publishing') this.#round.abort();
  }

  async #preview({ file, topic }: Chosen): Promise<void> {
    const { signal } = this.#round;
    this.#set({ state: 'reading', file, topic });
    try {
      const preview = await this.#deps.preview({ file, topic, secret: this.#secret }, signal);
      const live = preview.version > 0 ? await this.#live(topic, signal) : undefined;
      const older = live && live.pages.length > 0 ? live : undefined;
      const pages = await this.#deps.compare(
        { label: topic, older: older ? sideOf(older) : nothing, newer: sideOf(preview) },
        signal,
      );
      if (signal.aborted) return;
      this.#set({ state: 'ready', fault: '', file, topic, preview, pages, live: liveOf(preview, older) });
    } catch (error) {
      if (!signal.aborted) this.#refused({ file, topic }, error);
    }
  }

  /** Once the file was sent, a line that breaks is no fault of the file. */
  async #live(topic: Topic, signal: AbortSignal): Promise<ShownReport | undefined> {
    return this.#deps.fetchLive(topic, signal).catch((cause: unknown) => {
      throw cause instanceof NetworkFailure ? new Error(errorText(cause), { cause }) : cause;
    });
  }

  #refused(chosen: Chosen, error: unknown): void {
    const isSecret = error instanceof CallError && error.code === 'wrong_publish_secret';
    if (isSecret) this.#set({ ...chosen, state: 'secret', isWrong: this.#secret !== '' });
    else this.#set({ ...chosen, state: 'refused', text: failureText(error) });
  }

  #begin(): AbortController {
    this.#round.abort();
    this.#round = new AbortController();
    return this.#round;
  }

  #set(state: UploadState): void {
    this.store.setState(state, true);
  }
}

function liveOf({ version }: Preview, older: ShownReport | undefined): Ready['live'] {
  if (older) return { kind: 'compared', time: older.time };
  return { kind: version > 0 ? 'hidden' : 'none' };
}

/** METADATA is a page of its own kind, and always differs. */
export function sideOf({ pageNames, pages, styles }: ReportSide): ReportSide {
  const kept = [...pages.keys()].filter((n) => !isMetadataPage(pageNames[n] ?? ''));
  return {
    pageNames: kept.map((n) => pageNames[n] ?? ''),
    pages: kept.map((n) => pages[n] ?? ''),
    styles: kept.map((n) => styles[n] ?? []),
  };
}
