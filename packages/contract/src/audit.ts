import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { shortText } from './shapes.ts';

const prefix = '/api/v1/admin/audit';
const isoTime = z.iso.datetime({ offset: false });

/** Where the rows of an answer go on. */
export const auditCursor = z.string().check(z.regex(/^\d{1,15}-\d{1,15}$/));
/** Texts are looked for within their column, without regard to case; times are UTC, `from` included, `to` not. */
const filter = {
  actor: z.optional(shortText),
  action: z.optional(shortText),
  object: z.optional(shortText),
  from: z.optional(isoTime),
  to: z.optional(isoTime),
};

export const auditRows = defineCall({
  method: 'POST',
  path: `${prefix}/rows/`,
  input: z.strictObject({
    ...filter,
    /** `next` of the page before; left out it begins with the newest. */
    cursor: z.optional(auditCursor),
    most: z.optional(z.int().check(z.minimum(1), z.maximum(limits.auditPage))),
    /** One row alone, and what was before and after in full. */
    whole: z.optional(z.boolean()),
  }),
  output: z.object({
    unauthorized: z.optional(z.boolean()),
    rows: z.optional(
      z.array(
        z.object({
          id: z.number(),
          timeUtc: z.string(),
          actor: z.string(),
          action: z.string(),
          object: z.string(),
          /** JSON text, '' where nothing was or is; a long one is cut and ends in an ellipsis. */
          before: z.string(),
          after: z.string(),
          address: z.string(),
        }),
      ),
    ),
    /** Where older rows go on, '' at the end; a page may be empty and still not be the last: one call reads so much. */
    next: z.optional(z.string()),
  }),
});

/** A file of comma-separated values; a session's GET, so that a link can download it. */
export const auditCsv = defineCall({
  method: 'GET',
  path: `${prefix}/csv/`,
  input: z.strictObject(filter),
  output: z.any(),
});
