import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { browserId, datedTopic, isoDate, liveTopic, moment, shortText } from './shapes.ts';

type Steps = (number | string)[][];

/** Steps between two versions. There may be thousands, at every tenth of a second: a parser for each part would be slow. */
const steps = z.custom<Steps>(areSteps).register(z.globalRegistry, {
  type: 'array',
  items: { type: 'array', items: { type: ['number', 'string'] } },
});

function areSteps(value: unknown): value is Steps {
  return Array.isArray(value) && value.every((step) => Array.isArray(step) && step.every(isPart));
}

function isPart(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

/** The report response of spec 3; the fields after `logDeep` are decided in interfaces 9. */
export const report = defineCall({
  method: 'POST',
  path: '/api/v1/reports/report/',
  input: z.strictObject({
    topic: datedTopic,
    reportTime: z.optional(shortText),
    hasUserHtml: z.optional(z.boolean()),
    canInteract: z.optional(z.boolean()),
    browserId: z.optional(browserId),
    fromMobile: z.optional(z.boolean()),
    returnReport: z.optional(z.boolean()),
    numSnapshotDates: z.optional(z.number()),
    isIe: z.optional(z.boolean()),
    /** The report as of then (time 2). */
    at: z.optional(moment),
    /** The version that is shown: where few steps lead from it they come instead of pages. */
    fromVersion: z.optional(z.int().check(z.minimum(1))),
  }),
  output: z.object({
    pages: z.optional(z.array(z.string())),
    /** Pages are in their short form, which only the viewer takes (decision 82). */
    shortPages: z.optional(z.boolean()),
    pageNames: z.optional(z.array(z.string())),
    time: z.optional(z.string()),
    sender: z.optional(z.string()),
    topicBase: z.optional(z.string()),
    snapshotDates: z.optional(z.array(isoDate)),
    hasControls: z.optional(z.boolean()),
    hasUserHtml: z.optional(z.boolean()),
    canInteract: z.optional(z.boolean()),
    nodiff: z.optional(z.boolean()),
    /** False when the caller has no license seat: `nodiff` then says nothing of the report. */
    hasLicense: z.optional(z.boolean()),
    logout: z.optional(z.boolean()),
    logDeep: z.optional(z.boolean()),
    version: z.optional(z.number()),
    shownDate: z.optional(z.nullable(isoDate)),
    styles: z.optional(z.array(z.array(z.string()))),
    metadata: z.optional(z.record(z.string(), z.string())),
    publisherSeenUtc: z.optional(z.nullable(z.string())),
    publisherSilent: z.optional(z.boolean()),
    publisherConnected: z.optional(z.boolean()),
    /** Since when a newer publish waits for approval. */
    waitingUtc: z.optional(z.string()),
    /** The caller may release it or reject it. */
    mayRelease: z.optional(z.boolean()),
    recentTimes: z.optional(z.array(z.string())),
    shownVersion: z.optional(z.number()),
    shownUtc: z.optional(z.nullable(z.string())),
    newer: z.optional(z.number()),
    /** Versions after this one and before the next that is kept were thinned out: the moment may have had one of them. */
    thinned: z.optional(z.boolean()),
    ops: z.optional(steps),
  }),
});

/**
 * The header by which the portal's own viewer asks for short pages. It is no field of the input, because an older server refuses
 * those that it does not know (decision 82).
 */
export const takesShortPages = { 'x-sheetwire-pages': 'short' } as const;

export const onControlAction = defineCall({
  method: 'POST',
  path: '/api/v1/reports/oncontrolaction/',
  remote: true,
  input: z.strictObject({
    topic: liveTopic,
    attributeVal: shortText,
    controlVal: z.nullable(z.string().check(z.maxLength(32_767))),
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  }),
  output: z.object({
    updated: z.optional(z.boolean()),
    unauthorized: z.optional(z.boolean()),
    skip_retry: z.optional(z.boolean()),
    message: z.optional(z.string()),
  }),
});
