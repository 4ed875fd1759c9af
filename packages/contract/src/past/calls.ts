import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { limits } from '../limits.ts';
import { isoTime, keptVersions, shortText, topic } from '../shapes.ts';

/** Versions of a report that came next to each other, or a time without any (time 2). */
const bucket = z.object({
  from: z.string(),
  to: z.string(),
  firstVersion: z.number(),
  lastVersion: z.number(),
  versions: z.number(),
  cells: z.number(),
  bytes: z.number(),
  kind: z.enum(['publish', 'held', 'rollback', 'snapshot', 'tag', 'silence']),
  by: z.string(),
  /** The tag, or the reason for the rollback. */
  words: z.optional(z.string()),
  /** The version that a rollback brought back. */
  restored: z.optional(z.number()),
});

/** The versions of a report that can be looked at (time 2). */
export const versions = defineCall({
  method: 'POST',
  path: '/api/v1/reports/versions/',
  input: z.strictObject({
    topic,
    from: z.optional(isoTime),
    to: z.optional(isoTime),
    most: z.optional(z.int().check(z.minimum(1), z.maximum(limits.past.buckets))),
  }),
  output: z.object({
    buckets: z.array(bucket),
    /** The oldest and the newest version that can be looked at; null when there is none. */
    oldestUtc: z.nullable(z.string()),
    newestUtc: z.nullable(z.string()),
    newestVersion: z.number(),
    /** The caller may tag these versions and roll back to them (time 4). */
    mayRollBack: z.optional(z.boolean()),
    /** The rollback after which the publisher is held. */
    heldVersion: z.optional(z.number()),
    /** For how long versions are kept, where that is less than the server does. */
    kept: z.optional(keptVersions),
  }),
});

/** What a cell held, newest first (time 2). */
export const cellHistory = defineCall({
  method: 'POST',
  path: '/api/v1/reports/cellhistory/',
  input: z.strictObject({
    topic,
    page: shortText,
    cell: shortText,
    from: z.optional(isoTime),
    to: z.optional(isoTime),
    most: z.optional(z.int().check(z.minimum(1), z.maximum(limits.past.cellValues))),
  }),
  output: z.object({
    values: z.array(
      z.object({
        version: z.number(),
        utc: z.string(),
        text: z.string(),
        num: z.nullable(z.number()),
        by: z.string(),
        /** Where the cell was then; absent when it was where it is now. */
        cell: z.optional(z.string()),
        /** From this version on the page or the cell was not in the report. */
        gone: z.optional(z.boolean()),
      }),
    ),
    /** The mark that the numbers of the cell's page have before their decimals; absent where no value needs it. */
    decimalMark: z.optional(z.enum(['.', ','])),
    /** True when there are older values than those in this answer. */
    more: z.boolean(),
    /** Before each of these times only the last version of each minute or hour is kept; newest first. */
    thinned: z.array(z.object({ before: z.string(), every: z.enum(['minute', 'hour']) })),
  }),
});
