import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import {
  browserId,
  datedTopic,
  isoDate,
  isoTime,
  keptVersions,
  liveTopic,
  moment,
  shortText,
  topic,
} from './shapes.ts';

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
    /** True when there are older values than those in this answer. */
    more: z.boolean(),
    /** Before each of these times only the last version of each minute or hour is kept; newest first. */
    thinned: z.array(z.object({ before: z.string(), every: z.enum(['minute', 'hour']) })),
  }),
});
