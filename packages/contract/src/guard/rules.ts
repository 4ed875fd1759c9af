import * as z from 'zod/mini';
import { listOf } from '../bounded.ts';
import { guardLimits } from '../limits/time/guard.ts';
import { shortText } from '../shapes.ts';

/** What a rule looks at. */
export const ruleKinds = ['errors', 'moved', 'range', 'fewer', 'changed', 'sum', 'asof', 'publisher'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** What becomes of a publish that breaks a rule, the mildest first. */
export const ruleActions = ['warn', 'hold', 'refuse'] as const;
export type RuleAction = (typeof ruleActions)[number];

/** What a publish is compared with: the last version, the first of the day, or yesterday's snapshot. */
export const ruleSince = ['version', 'open', 'snapshot'] as const;
export type RuleSince = (typeof ruleSince)[number];

/** A rule that publishes of a report are held against (time 5). */
export const guardRule = z.strictObject({
  kind: z.enum(ruleKinds),
  page: z.optional(shortText),
  cell: z.optional(shortText),
  percent: z.optional(z.number()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  of: z.optional(shortText),
  since: z.optional(z.enum(ruleSince)),
  action: z.enum(ruleActions),
});
export type GuardRule = z.output<typeof guardRule>;

export const guardRules = listOf(guardRule, guardLimits.guard.rules);

/** What a rule found, in words. */
export const brokenRule = z.object({ rule: z.number(), action: z.enum(ruleActions), words: z.string() });

/** A publish that waits for approval, as its publisher and its approvers are told. */
export const heldPublish = z.object({
  /** Its number, which a release names. */
  version: z.number(),
  sinceUtc: z.string(),
  rules: z.array(brokenRule),
});

/** As who may decide about it, or take it back, sees it. */
export const waitingPublish = z.extend(heldPublish, {
  by: z.string(),
  /** Grows with each publish that is taken into it; a release may name it. */
  revision: z.number(),
  /** The last publish that was taken into it. */
  timeUtc: z.string(),
  /** When it is released automatically. */
  releaseUtc: z.optional(z.string()),
  /** The version that viewers keep meanwhile; 0 when there is none. */
  liveVersion: z.number(),
});
