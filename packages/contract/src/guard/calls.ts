import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { guardLimits } from '../limits/time/guard.ts';
import { shortText, topic } from '../shapes.ts';
import { brokenRule, guardRule, guardRules, waitingPublish } from './rules.ts';

const unauthorized = z.optional(z.boolean());
const change = z.object({ page: z.string(), cell: z.string(), was: z.string(), now: z.string() });
const side = z.object({
  pageNames: z.array(z.string()),
  pages: z.array(z.string()),
  styles: z.array(z.array(z.string())),
});

/** The rules of a report, and what waits for approval; with rules they take the place of those before (time 5). */
export const guard = defineCall({
  method: 'POST',
  path: '/api/v1/admin/guard/',
  input: z.strictObject({
    topic,
    rules: z.optional(guardRules),
    /** Minutes after which a held publish is released automatically; 0 is never. */
    releaseAfterMin: z.optional(z.int().check(z.minimum(0), z.maximum(guardLimits.guard.mostWaitMin))),
    /** The id of the rules that were shown: others are not written over. */
    rulesId: z.optional(shortText),
    /** What the held publish changes is told too. */
    difference: z.optional(z.boolean()),
    /** The pages of the held publish and those that viewers keep are told too. */
    sides: z.optional(z.boolean()),
  }),
  output: z.object({
    unauthorized,
    /** The rules are others by now; these are they. */
    stale: z.optional(z.boolean()),
    topic: z.optional(z.string()),
    rules: z.optional(z.array(guardRule)),
    rulesId: z.optional(z.string()),
    releaseAfterMin: z.optional(z.number()),
    held: z.optional(
      z.extend(waitingPublish, {
        changes: z.optional(z.array(change)),
        /** How many there are. */
        changed: z.optional(z.number()),
        /** The pages that the caller receives, as viewers have them and as they were published. */
        sides: z.optional(z.object({ live: side, held: side })),
      }),
    ),
    /** Versions that were published though they broke a rule, newest first. */
    marked: z.optional(z.array(z.object({ version: z.number(), timeUtc: z.string(), rules: z.array(brokenRule) }))),
  }),
});

/** How often and when each rule would have fired (time 5). */
export const guardTest = defineCall({
  method: 'POST',
  path: '/api/v1/admin/guardtest/',
  input: z.strictObject({
    topic,
    rules: guardRules,
    hours: z.optional(z.number().check(z.minimum(0), z.maximum(guardLimits.guard.hours))),
  }),
  output: z.object({
    unauthorized,
    results: z.optional(
      z.array(
        z.object({
          /** Its place in the list, from 0. */
          rule: z.number(),
          fired: z.number(),
          /** The first of them. */
          versions: z.array(z.object({ version: z.number(), utc: z.string(), words: z.string() })),
        }),
      ),
    ),
    /** The publishes that were looked at; what rules are not about is none of them. */
    versions: z.optional(z.number()),
    /** Versions that waited for approval until they were released: they are not among those. */
    released: z.optional(z.number()),
    fromUtc: z.optional(z.nullable(z.string())),
    toUtc: z.optional(z.nullable(z.string())),
    /** False when there were more than are looked at: the oldest, or the newest, were left out. */
    isWhole: z.optional(z.boolean()),
  }),
});
