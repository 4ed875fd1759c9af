import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { limits } from '../limits.ts';
import { keptVersions, topic } from '../shapes.ts';

const { versionHours, days } = limits.past.mostKept;

/** For how long the versions of a report are kept, and to keep them for less than the server does (time 1). */
export const retention = defineCall({
  method: 'POST',
  path: '/api/v1/admin/retention/',
  input: z.strictObject({
    topic,
    /** In place of what the report had; what is left out is as the server says. */
    kept: z.optional(
      z.strictObject({
        versionHours: z.optional(z.int().check(z.minimum(1), z.maximum(versionHours))),
        minuteDays: z.optional(z.int().check(z.minimum(0), z.maximum(days))),
        hourDays: z.optional(z.int().check(z.minimum(0), z.maximum(days))),
      }),
    ),
  }),
  output: z.object({
    unauthorized: z.optional(z.boolean()),
    /** What holds for the report. */
    kept: z.optional(keptVersions),
    /** What the server keeps of reports that have nothing of their own. */
    server: z.optional(keptVersions),
  }),
});
