import type { Op } from '@sheetwire/contract/live';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import { applyOps, onPage, type PageBody } from '@sheetwire/page/ops';
import { isContentOp, replayRows } from '@sheetwire/page/row-replay';
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
  const bodies = replayOps(base.pages, ops);
  const pages = base.pages.map(({ name, user, html, styles }, n) => ({ name, user, html, styles, ...bodies[n] }));
  return { ...base, pages, version: last.version, time: last.time, sender: last.sender };
}

/** The ops of a stored delta. */
export async function readOps({ is_packed, body }: Pick<StoredDelta, 'is_packed' | 'body'>): Promise<Op[]> {
  const json = is_packed === 1 ? await unpack(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
  return JSON.parse(json.toString('utf8'));
}

/**
 * What `applyOps` gives, in a time that does not grow with deltas times page size: ops of different pages do not touch
 * each other, nor do styles and content, and what was before a replaced page is gone. So each page is cut once.
 */
export function replayOps(pages: readonly PageBody[], ops: readonly Op[]): PageBody[] {
  const result = [...pages];
  for (const [number, own] of Map.groupBy(ops, (op) => op[0])) {
    const page = result[number];
    if (!page) throw new OpMismatch(`there is no page ${number}`);
    result[number] = replayPage(
      page,
      own.map((op) => onPage(op, 0)),
    );
  }
  return result;
}

function replayPage(page: PageBody, ops: readonly Op[]): PageBody {
  const replaced = ops.findLastIndex((op) => op[1] === 'p');
  const start = ops.filter((op, n) => op[1] === 's' || n === replaced);
  const content = ops.slice(replaced + 1).filter(isContentOp);
  const begun = applied(page, start);
  const hasRows = content.some((op) => op[1] === 'r');
  const html = hasRows ? replayRows(begun.html, content) : undefined;
  return html === undefined ? applied(begun, content) : { html, styles: begun.styles };
}

function applied(page: PageBody, ops: readonly Op[]): PageBody {
  return applyOps([page], ops)[0] ?? page;
}
