import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { limits } from '../limits.ts';
import { shortText } from '../shapes.ts';

const labels = z.record(z.string(), z.string());

/** The figures of the server that answers, as its `/metrics` has them (docs/operate, Figures). */
export const serverFigures = defineCall({
  method: 'POST',
  path: '/api/v1/admin/server/figures/',
  input: z.strictObject({
    /** Only figures of these names; left out all of them. */
    names: z.optional(z.array(shortText).check(z.maxLength(limits.maxFigureNames))),
  }),
  output: z.object({
    unauthorized: z.optional(z.boolean()),
    host: z.optional(z.string()),
    timeUtc: z.optional(z.string()),
    /** As `/readyz` has it: `degraded` works without the connection to the other servers. */
    status: z.optional(z.enum(['ready', 'degraded', 'not ready', 'stopping'])),
    store: z.optional(z.boolean()),
    bus: z.optional(z.boolean()),
    /** False while new streams are refused: the server stops, or has not caught up with its store. */
    streams: z.optional(z.boolean()),
    figures: z.optional(z.array(z.object({ name: z.string(), labels, value: z.number() }))),
    durations: z.optional(
      z.array(
        z.object({
          name: z.string(),
          labels,
          count: z.number(),
          seconds: z.number(),
          /** Seconds within which the half lies, and 95 of 100; null where there are none or they took longer than any bound. */
          half: z.nullable(z.number()),
          most: z.nullable(z.number()),
          /** The same of the last five to ten minutes. */
          recent: z.optional(
            z.object({ count: z.number(), half: z.nullable(z.number()), most: z.nullable(z.number()) }),
          ),
        }),
      ),
    ),
  }),
});
