import { rename, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { readWorkbook, renderPages } from '@sheetwire/sheet/publish-pages';
import { faultOf } from '../../apps/cli/src/publish/call-fault.ts';
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
  /** Called once, when the first version is durable. */
  readonly onFirst: () => void;
}

/** Saves the workbook, reads it as any workbook is read, and publishes what changed, each second until the signal. */
export async function publishDesk(publishing: DeskPublishing): Promise<void> {
  const { feed, publisher, signal, onFirst } = publishing;
  const due = { save: 0, whole: performance.now() + limits.demoWhole, next: performance.now() };
  let isFirst = true;
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
    await sendPatiently(publishing, await rendered(book));
    if (isFirst && !signal.aborted) onFirst();
    isFirst = false;
    due.next = Math.max(due.next + limits.demoTick, performance.now());
    await pause(Math.max(0, due.next - performance.now()), signal);
  }
}

/** The pages of the desk's workbook, by the reader that every workbook goes through. */
export async function rendered({ bytes, businessDay }: SavedBook): Promise<RenderedReport> {
  const { pages } = renderPages(await readWorkbook(bytes));
  return { pages, metadata: deskMetadata(businessDay) };
}

/** A server that is away is waited for; a refusal ends the demo with its reason. */
async function sendPatiently(
  { publisher, server, signal, warn }: DeskPublishing,
  report: RenderedReport,
): Promise<void> {
  const { first, most } = limits.publishRetry;
  for (let time: number = first, isSaid = false; !signal.aborted; time = Math.min(most, time * 2)) {
    try {
      await publisher.publish(report, signal);
      if (isSaid) warn(`${server.origin} answers again`);
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      const fault = faultOf(thrown, server);
      if (fault.kind === 'final') throw fault.stop;
      if (!isSaid) warn(`${fault.message}; trying again until it works`);
      isSaid = true;
      await pause(fault.wait ?? time, signal);
    }
  }
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

async function pause(time: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(Math.max(0, time), undefined, { signal });
  } catch (fault) {
    if (!signal.aborted) throw fault;
  }
}
