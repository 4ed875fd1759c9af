import * as z from 'zod/mini';
import { listOf } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { limits } from '../limits.ts';
import { shortText, topic } from '../shapes.ts';

const figureText = z.string().check(z.maxLength(limits.verify.text));

/** Whether figures are what was published (time 6). */
export const verify = defineCall({
  method: 'POST',
  path: '/api/v1/reports/verify/',
  input: z.strictObject({
    topic,
    version: z.int().check(z.minimum(1)),
    page: z.optional(shortText),
    cell: z.optional(shortText),
    text: z.optional(figureText),
    figures: z.optional(
      listOf(z.strictObject({ page: shortText, cell: shortText, text: z.optional(figureText) }), limits.verify.figures),
    ),
  }),
  output: z.object({
    state: z.enum(['signed', 'unsigned', 'changed', 'otherkey', 'gone', 'none']),
    version: z.number(),
    utc: z.nullable(z.string()),
    by: z.string(),
    newestVersion: z.number(),
    newestUtc: z.nullable(z.string()),
    /** What the server vouches for: JSON of topic, version, utc, by, hash and previous. */
    statement: z.optional(z.string()),
    signature: z.optional(z.string()),
    key: z.optional(z.string()),
    publicKey: z.optional(z.string()),
    figures: z.array(
      z.object({
        page: z.string(),
        cell: z.string(),
        is: z.enum(['confirmed', 'different', 'missing', 'told']),
        text: z.nullable(z.string()),
        now: z.nullable(z.string()),
        cut: z.optional(z.boolean()),
      }),
    ),
  }),
});
