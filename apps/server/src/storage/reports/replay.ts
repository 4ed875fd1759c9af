import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import type { StoredReport } from '#ports/report-log.ts';
import { decodeFrame } from './frame.ts';
import { unpack, unpackAtMost, unpackHere } from './packing.ts';

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
  const base = decodeFrame(await unpack(keyframe));
  let pages: readonly PageBody[] = base.pages;
  let ops: Op[] = [];
  let bytes = 0;
  for (const delta of deltas) {
    const json = plain(delta) ?? (await unpack(delta.body));
    for (const op of opsOf(json)) ops.push(op);
    bytes += json.length;
    if (bytes < limits.store.replayAtOnce) continue;
    // What a few bytes held is not kept until the end: many steps may be very long.
    pages = applyOps(pages, ops);
    [ops, bytes] = [[], 0];
  }
  return endOf(base, applyOps(pages, ops), deltas.at(-1));
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
  return json && { ops: opsOf(json), bytes: json.length };
}

function plain({ is_packed, body }: StepBody): Buffer | undefined {
  return is_packed === 1 ? undefined : Buffer.from(body.buffer, body.byteOffset, body.length);
}

function opsOf(json: Buffer): Op[] {
  return JSON.parse(json.toString('utf8'));
}

function endOf(base: StoredReport, bodies: readonly PageBody[], last: StoredDelta | undefined): StoredReport {
  if (!last) return base;
  const pages = base.pages.map(({ name, user, html, styles }, n) => ({ name, user, html, styles, ...bodies[n] }));
  return { ...base, pages, version: last.version, time: last.time, sender: last.sender };
}
