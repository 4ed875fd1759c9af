import type { Op } from '@sheetwire/contract/live';
import { applyOps } from '@sheetwire/page/ops';
import type { StoredReport } from '#ports/report-log.ts';
import { decodeFrame } from './frame.ts';
import { unpack } from './packing.ts';

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

/** The report at the end of a chain. */
export async function replay({ keyframe, deltas }: Chain): Promise<StoredReport> {
  const base = decodeFrame(await unpack(keyframe));
  const last = deltas.at(-1);
  if (!last) return base;
  const ops: Op[] = [];
  for (const delta of deltas) ops.push(...(await readOps(delta)));
  const bodies = applyOps(base.pages, ops);
  const pages = base.pages.map(({ name, user, html, styles }, n) => ({ name, user, html, styles, ...bodies[n] }));
  return { ...base, pages, version: last.version, time: last.time, sender: last.sender };
}

/** The ops of a stored delta. */
export async function readOps({ is_packed, body }: Pick<StoredDelta, 'is_packed' | 'body'>): Promise<Op[]> {
  const json = is_packed === 1 ? await unpack(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
  return JSON.parse(json.toString('utf8'));
}
