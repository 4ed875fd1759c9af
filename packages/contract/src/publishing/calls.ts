import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { brokenRule, waitingPublish } from '../guard/rules.ts';
import { limits } from '../limits.ts';
import { keptVersions, shortText, topic } from '../shapes.ts';
import { notShown, publishedWorkbook, workbookQuery } from './published.ts';

const prefix = '/api/v1/publishing';

/** A report as its publishers know it. */
const standing = {
  topic: z.string(),
  /** 0 when nothing was published yet. */
  version: z.number(),
  /** '' when nothing was published yet. */
  timeUtc: z.string(),
  sender: z.string(),
  /** False when it was removed, or never published. */
  isLive: z.boolean(),
  publisher: z.enum(['connected', 'silent', 'none']),
  /** When its publisher was last heard; null when this server has not heard one. */
  seenUtc: z.nullable(z.string()),
  /** Users who have the live report open on the server that answers. */
  viewers: z.number(),
  hasPublishSecret: z.boolean(),
  /** Since when a newer publish waits for approval. */
  waitingUtc: z.optional(z.string()),
};

/** The reports that the user of a session may publish (decision 59). */
export const publishingReports = defineCall({
  method: 'POST',
  path: `${prefix}/reports/`,
  input: z.strictObject({
    search: z.optional(shortText),
    /** `next` of the page before. */
    after: z.optional(shortText),
    most: z.optional(z.int().check(z.minimum(1), z.maximum(limits.publishingPage))),
  }),
  output: z.object({
    reports: z.array(z.object(standing)),
    /** Of those that match. */
    total: z.number(),
    /** '' at the end. */
    next: z.string(),
    /** Entities, groups and reports that the user may publish to, published or not. */
    places: z.array(z.string()),
    /** The reports with a publish that waits for approval, the first of all that the user may publish or administers. */
    waiting: z.optional(z.array(z.string())),
    /** Bytes of a file at most. */
    maxBytes: z.number(),
  }),
});

/** One of them, with its last versions and what was refused. */
export const publishingReport = defineCall({
  method: 'POST',
  path: `${prefix}/report/`,
  input: z.strictObject({
    topic,
    /** How many versions at most; absent: a few. */
    most: z.optional(z.int().check(z.minimum(1), z.maximum(limits.publishedVersions.most))),
  }),
  output: z.object({
    ...standing,
    versions: z.array(
      z.object({
        version: z.number(),
        timeUtc: z.string(),
        sender: z.string(),
        /** `whole` is a report that viewers fetch, `changes` what they were sent alone, `long` so many that none is counted. */
        kind: z.enum(['whole', 'changes', 'long']),
        /** Of the changes, or of the pages as they are now; null where it is no longer known. */
        bytes: z.nullable(z.number()),
        pages: z.number(),
        cells: z.number(),
        rows: z.number(),
        styles: z.number(),
        /** Pages that came in place of another. */
        replaced: z.number(),
        /** How it came: the call of its publisher, or what was done with the report. '' of a version of before that was kept. */
        source: z.enum(['report', 'cells', 'values', 'workbook', 'control', 'remove', 'rollback', '']),
        tag: z.optional(z.string()),
        /** Of a rollback. */
        reason: z.optional(z.string()),
        restored: z.optional(z.number()),
        /** The rules that it breaks though it was published. */
        broken: z.optional(z.array(brokenRule)),
      }),
    ),
    /** Older versions are kept. */
    hasMore: z.boolean(),
    /** What all that are kept take in the store. */
    historyBytes: z.optional(z.number()),
    /** For how long they are kept. */
    kept: z.optional(keptVersions),
    /** For admins of the report, who may keep them for less: what the server keeps. */
    keptAtMost: z.optional(keptVersions),
    /** The user may tag versions and roll back to them. */
    mayRollBack: z.boolean(),
    /** The rollback after which the publisher is held. */
    held: z.optional(
      z.object({
        version: z.number(),
        restored: z.number(),
        by: z.string(),
        timeUtc: z.string(),
        reason: z.string(),
      }),
    ),
    /** The publish that waits for approval. */
    waits: z.optional(waitingPublish),
    /** What the workbook that was published last holds and its pages do not show. */
    notShown: z.array(z.string()),
    refused: z.array(
      z.object({
        timeUtc: z.string(),
        user: z.string(),
        code: z.string(),
        message: z.string(),
        /** How often in a row. */
        count: z.number(),
      }),
    ),
  }),
});

/** The pages that a file would have; nothing is published. */
export const previewWorkbook = defineCall({
  method: 'PUT',
  path: `${prefix}/preview/:entity/:group/:report`,
  input: z.any(),
  query: workbookQuery,
  output: z.object({
    topic: z.string(),
    /** The live version; 0 when there is none. */
    version: z.number(),
    pageNames: z.array(z.string()),
    pages: z.array(z.string()),
    styles: z.array(z.array(z.string())),
    notShown,
  }),
});

/** Publishes a file from the portal itself, as `publish/workbook/` does for programs. */
export const sendWorkbook = defineCall({
  method: 'PUT',
  path: `${prefix}/workbook/:entity/:group/:report`,
  input: z.any(),
  query: workbookQuery,
  output: publishedWorkbook,
});
