import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { browserId, datedTopic, isoDate, shortText } from './shapes.ts';

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
  }),
  output: z.object({
    pages: z.optional(z.array(z.string())),
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
    recentTimes: z.optional(z.array(z.string())),
  }),
});

export const onControlAction = defineCall({
  method: 'POST',
  path: '/api/v1/reports/oncontrolaction/',
  remote: true,
  input: z.strictObject({
    topic: datedTopic,
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
