import * as z from 'zod/mini';
import { listOf } from './bounded.ts';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { browserId, shortText, topic } from './shapes.ts';

/** The stream itself; its answer is `text/event-stream`, whose events are below (interfaces 7). */
export const stream = defineCall({
  method: 'GET',
  path: '/api/v1/live/stream/',
  input: z.strictObject({ browserId: z.optional(browserId) }),
  output: z.any(),
});
/**
 * The header by which the portal's own viewer asks for a stream in gzip (decision 97). It is no field of the input, because an
 * older server refuses those that it does not know.
 */
export const takesGzipStream = { 'x-sheetwire-stream': 'gzip' } as const;
export const watch = defineCall({
  method: 'POST',
  path: '/api/v1/live/watch/',
  input: z.strictObject({
    streamId: shortText,
    topics: listOf(
      z.strictObject({
        topic,
        version: z.number(),
        viewSecret: z.optional(shortText),
        canInteract: z.optional(z.boolean()),
      }),
      limits.maxWatched,
    ),
  }),
  output: z.object({}),
});

/** Sets the inner HTML of the n-th cell (td and th in document order, from 0), and its style number when given. */
export type CellOp = readonly [page: number, kind: 'c', cell: number, html: string, style?: number];
/** Removes `remove` table rows from row `at` (tr in document order, from 0) and puts the rows of `html` there. */
export type RowsOp = readonly [page: number, kind: 'r', at: number, remove: number, html: string];
/** Adds or sets entry `number` of the page's styles. */
export type StyleOp = readonly [page: number, kind: 's', number: number, css: string];
/** Replaces the page; all of them are read by name in ops.ts. */
export type PageOp = readonly [page: number, kind: 'p', html: string];
/** One step of a delta; steps apply in order. */
export type Op = CellOp | RowsOp | StyleOp | PageOp;

/** What the stream says, by event name (interfaces 7). */
export interface LiveEvents {
  /** `beat`: something comes at least every so many ms, a comment when there is nothing else. */
  hello: { streamId: string; beat?: number };
  /** Applied to a report at `from` it gives exactly what a fetch of `to` would. */
  delta: { topic: string; from: number; to: number; time: string; ops: Op[] };
  /** More changed than a delta says: fetch the report. */
  changed: { topic: string; version: number };
  /** The user's rights on the topic changed: fetch the report. */
  rights: { topic: string };
  /** `more`: so many changed that they are not named; ask for the list. */
  topics: { added: string[]; removed: string[]; more?: true };
  /** `isConnected`: it holds a lease; `isSilent`: its lease has lapsed (semantics 4). */
  publisher: { topic: string; seenUtc: string; isConnected?: boolean; isSilent?: boolean };
  /** A newer publish waits for approval since then; null once it waits no more (time 5). */
  waiting: { topic: string; sinceUtc: string | null; mayRelease?: boolean };
  admin: { kind: string; gropic?: string };
  session: { reason: 'ended' | 'license' | 'user' };
}
export type LiveEventName = keyof LiveEvents;
