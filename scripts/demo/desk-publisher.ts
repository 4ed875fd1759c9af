import { rename, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { readWorkbook, renderPages } from '@sheetwire/sheet/publish-pages';
import { type Fault, faultOf } from '../../apps/cli/src/publish/call-fault.ts';
import type { RenderedReport, ReportPublisher } from '../../apps/cli/src/publish/report-publisher.ts';
import type { DeskFeed, SavedBook } from './desk/desk-feed.ts';
import { deskMetadata } from './desk/workbook.ts';

interface DeskPublishing {
  readonly feed: DeskFeed;
  readonly publisher: ReportPublisher;
  readonly server: URL;
  /** Where the workbook is saved, to be opened beside the browser. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly warn: (line: string) => void;
  /** Called once, when the portal has taken the first version or has refused it. */
  readonly onFirst: () => void;
}

/** Saves the workbook, reads it as any workbook is read, and publishes what changed, each second until the signal. */
export async function publishDesk(publishing: DeskPublishing): Promise<void> {
  const { feed, publisher, signal } = publishing;
  const due = { save: 0, whole: performance.now() + limits.demoWhole, next: performance.now() };
  const onAnswer = once(publishing.onFirst);
  while (!signal.aborted) {
    const book = feed.next(new Date());
    if (performance.now() >= due.save) {
      await save(publishing, book.bytes);
      due.save = performance.now() + limits.demoSave;
    }
    if (performance.now() >= due.whole) {
      publisher.forget();
      due.whole = performance.now() + limits.demoWhole;
    }
    await sendPatiently(publishing, await rendered(book), onAnswer);
    due.next = Math.max(due.next + limits.demoTick, performance.now());
    await pause(Math.max(0, due.next - performance.now()), signal);
  }
}

/** The pages of the desk's workbook, by the reader that every workbook goes through. */
export async function rendered({ bytes, businessDay }: SavedBook): Promise<RenderedReport> {
  const { pages } = renderPages(await readWorkbook(bytes));
  return { pages, metadata: deskMetadata(businessDay) };
}

/** A server that is away is waited for, and so is a right or key that was taken from the demo's publisher. */
async function sendPatiently(publishing: DeskPublishing, report: RenderedReport, onAnswer: () => void): Promise<void> {
  const { server, signal, warn } = publishing;
  const { first, most } = limits.publishRetry;
  for (let time: number = first, isSaid = false; !signal.aborted; time = Math.min(most, time * 2)) {
    const fault = await attempt(publishing, report);
    if (fault?.kind !== 'away') onAnswer();
    if (!fault) {
      if (isSaid) warn(`${server.origin} is publishing the report again`);
      return;
    }
    const { message, wait } = fault.kind === 'final' ? { message: fault.stop.message, wait: undefined } : fault;
    if (!isSaid) warn(`${message}; retrying`);
    isSaid = true;
    await pause(wait ?? time, signal);
  }
}

/** What stood in the way, if anything did. */
async function attempt(
  { publisher, server, signal }: DeskPublishing,
  report: RenderedReport,
): Promise<Fault | undefined> {
  try {
    await publisher.publish(report, signal);
  } catch (thrown) {
    if (!signal.aborted) return faultOf(thrown, server);
  }
  return undefined;
}

/** By rename, so that a program that opens the file never sees half of it. The report goes on without the file. */
async function save({ file, warn }: DeskPublishing, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(`${file}.new`, bytes);
    await rename(`${file}.new`, file);
  } catch (fault) {
    warn(`The workbook cannot be saved: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
}

function once(run: () => void): () => void {
  let isRun = false;
  return () => {
    if (!isRun) run();
    isRun = true;
  };
}

/** Waits, no longer than until the signal. */
export async function pause(time: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(Math.max(0, time), undefined, { signal });
  } catch (fault) {
    if (!signal.aborted) throw fault;
  }
}
