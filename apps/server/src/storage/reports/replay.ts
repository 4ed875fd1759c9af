import type { Op } from '@sheetwire/contract/live';
import { opPage } from '@sheetwire/contract/ops';
import { PageModel } from '@sheetwire/page/model/page-model';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { ownTurn } from '#lib/own-turn.ts';
import type { StoredReport } from '#ports/report-log.ts';
import { decodeFrame } from './frame.ts';
import { unpack, unpackAtMost, unpackHere } from './packing.ts';
import { ReadFrame } from './read-frame.ts';

/** A delta as the log holds it. */
export interface StoredDelta {
  readonly version: number;
  readonly time: string;
  readonly sender: string;
  readonly is_packed: number;
  readonly body: Uint8Array;
}

/** A keyframe and the deltas after it, in order. */
export interface Chain {
  readonly keyframe: Uint8Array;
  readonly deltas: readonly StoredDelta[];
}

type StepBody = Pick<StoredDelta, 'is_packed' | 'body'>;

/** The report at the end of a chain. */
export async function replay({ keyframe, deltas }: Chain): Promise<StoredReport> {
  const frame = new ReadFrame(decodeFrame(await unpack(keyframe)));
  return endOf(frame.report, await replayOnto(frame, deltas), deltas.at(-1));
}

/** The pages of a frame after some steps; those that no step names as they are. */
export async function replayOnto(frame: ReadFrame, deltas: Chain['deltas']): Promise<(PageBody | PageModel)[]> {
  const pages: (PageBody | PageModel)[] = [...frame.report.pages];
  // One after another: what a few bytes held is not kept until the end, as many steps may be very long.
  for (const delta of deltas) {
    for (const op of opsOf(plain(delta) ?? (await unpack(delta.body)))) {
      const number = opPage(op);
      const page = pages[number];
      if (!page) throw new OpMismatch(`there is no page ${number}`);
      const model = page instanceof PageModel ? page : frame.model(number, page);
      pages[number] = model;
      model.apply(op);
    }
  }
  return pages;
}

/** The same at once; undefined when there is more to unpack than the main thread takes. */
export function replayHere({ keyframe, deltas }: Chain, most: number): StoredReport | undefined {
  const frame = unpackHere(keyframe, most);
  let left = most - (frame?.length ?? most);
  const ops: Op[] = [];
  for (const delta of deltas) {
    const json = plain(delta) ?? unpackHere(delta.body, left);
    left -= json?.length ?? most;
    if (json === undefined || left < 0) return undefined;
    for (const op of opsOf(json)) ops.push(op);
  }
  if (frame === undefined) return undefined;
  const base = decodeFrame(frame);
  return endOf(base, applyOps(base.pages, ops), deltas.at(-1));
}

/** The ops of a stored delta; undefined when they are longer than so many bytes. */
export async function readOps(step: StepBody, most: number): Promise<Op[] | undefined> {
  return (await readStep(step, most))?.ops;
}

/** As `readOps`, with how many bytes they are as JSON. */
export async function readStep(
  step: StepBody,
  most: number,
): Promise<{ readonly ops: Op[]; readonly bytes: number } | undefined> {
  const json = plain(step) ?? (await unpackAtMost(step.body, most));
  // However many read at the same time.
  if (json && json.length > LONG) await ownTurn();
  return json && { ops: opsOf(json), bytes: json.length };
}

/** To parse more bytes than this takes a good part of a turn of the event loop. */
const LONG = 32 * 1024;

function plain({ is_packed, body }: StepBody): Buffer | undefined {
  return is_packed === 1 ? undefined : Buffer.from(body.buffer, body.byteOffset, body.length);
}

function opsOf(json: Buffer): Op[] {
  return JSON.parse(json.toString('utf8'));
}

function endOf(
  base: StoredReport,
  bodies: readonly (PageBody | PageModel)[],
  last: StoredDelta | undefined,
): StoredReport {
  if (!last) return base;
  const pages = base.pages.map((page, n) => {
    const { name, user } = page;
    const body = bodies[n] ?? page;
    return { name, user, ...(body instanceof PageModel ? body.body : { html: body.html, styles: body.styles }) };
  });
  return { ...base, pages, version: last.version, time: last.time, sender: last.sender };
}
