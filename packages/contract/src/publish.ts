import * as z from 'zod/mini';
import { listOf, textsByName } from './bounded.ts';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { published, publishedWorkbook, version, workbookQuery } from './publishing/published.ts';
import { shortText, topic } from './shapes.ts';

const secret = z.optional(shortText);
const style = z.string().check(z.maxLength(4000));

/** A page as a publisher sends it; `html` may be `H4sI…`, base64 gzip (interfaces 4). */
export const publishedPage = z.strictObject({
  name: z.string(),
  html: z.string(),
  styles: z.optional(listOf(style, limits.maxStyles)),
  user: z.optional(shortText),
});
export type PublishedPage = z.output<typeof publishedPage>;

export const publishReport = defineCall({
  method: 'POST',
  path: '/api/v1/publish/report/',
  input: z.strictObject({
    topic,
    pages: listOf(publishedPage, limits.mostPages),
    metadata: z.optional(textsByName()),
    viewSecret: secret,
    publishSecret: secret,
    holdControls: z.optional(z.boolean()),
  }),
  output: published,
});
/** One changed cell; `cell` is its `data-cell`, `s` a style number (interfaces 4). */
export const changedCell = z.strictObject({
  page: z.string(),
  cell: z.string(),
  html: z.string(),
  s: z.optional(z.number().check(z.int(), z.minimum(0))),
  user: z.optional(shortText),
});
export type ChangedCell = z.output<typeof changedCell>;

export const publishWorkbook = defineCall({
  method: 'PUT',
  path: '/api/v1/publish/workbook/:entity/:group/:report',
  input: z.any(),
  query: workbookQuery,
  output: publishedWorkbook,
});
export const publishCells = defineCall({
  method: 'POST',
  path: '/api/v1/publish/cells/',
  input: z.strictObject({
    topic,
    baseVersion: version,
    cells: listOf(changedCell, limits.maxCells),
  }),
  output: published,
});
/** The error of a cell, as a spreadsheet shows it. */
export const cellError = z.string().check(z.regex(/^#[A-Z0-9/!?_]+$/), z.maxLength(limits.values.error));
/** A cell's value as a spreadsheet has it; an error is `{"error": "#N/A"}`, and null empties the cell (decision 58). */
export const cellValue = z.union([
  z.number(),
  z.string().check(z.maxLength(limits.values.text)),
  z.boolean(),
  z.null(),
  z.strictObject({ error: cellError }),
]);
const shownText = z.string().check(z.maxLength(limits.values.text));
const address = z.string().check(z.maxLength(limits.values.address));
/** A cell with its address, its value and, when it has one of its own, its text. */
export const setCell = z.union([z.tuple([address, cellValue]), z.tuple([address, cellValue, shownText])]);

/** New values of one sheet: cell by cell, or a range row by row. */
export const sheetValues = z.strictObject({
  name: shortText,
  cells: z.optional(listOf(setCell, limits.maxCells)),
  range: z.optional(address),
  rows: z.optional(listOf(listOf(cellValue, limits.values.columns), limits.maxCells)),
  texts: z.optional(listOf(listOf(z.nullable(shownText), limits.values.columns), limits.maxCells)),
});
export type SheetValues = z.output<typeof sheetValues>;
export type SentValue = z.output<typeof cellValue>;

/** Values on the workbook that was published last: the server formats them (decision 58). */
export const publishValues = defineCall({
  method: 'POST',
  path: '/api/v1/publish/values/',
  input: z.strictObject({
    topic,
    baseVersion: z.optional(version),
    sheets: listOf(sheetValues, limits.workbook.sheets),
  }),
  output: published,
});
/** Who may see a report, asked by its publisher, published or not. */
export const publishAudience = defineCall({
  method: 'POST',
  path: '/api/v1/publish/audience/',
  input: z.strictObject({ topic }),
  output: z.object({
    topic: z.string(),
    /** `viewers` of an administered report or group, the whole `entity` where nobody administers it, or `nobody`. */
    open: z.enum(['viewers', 'entity', 'nobody']),
    /** The report or group whose rights decide. */
    decidedBy: z.string(),
    /** Users who may see it by the rights; 0 unless `open` is `viewers`. */
    viewers: z.number(),
    /** A view secret is asked for beside: of add-in and API, and of everybody where nobody administers it. */
    hasViewSecret: z.boolean(),
  }),
});
export const publishRemove = defineCall({
  method: 'POST',
  path: '/api/v1/publish/remove/',
  input: z.strictObject({ topic }),
  output: z.object({ removed: z.boolean() }),
});
export const publishLinkedFile = defineCall({
  method: 'PUT',
  path: '/api/v1/publish/linkedfiles/:entity/:group/:report/:name',
  input: z.any(),
  output: z.object({ url: z.string() }),
});
export const publishOpen = defineCall({
  method: 'POST',
  path: '/api/v1/publish/open/',
  input: z.strictObject({ topics: listOf(topic, 1000), instanceId: shortText, standby: z.optional(z.boolean()) }),
  output: z.object({ session: z.string(), leaseMs: z.number() }),
});
const controlUpdate = z.object({
  id: z.string(),
  topic: z.string(),
  name: z.string(),
  value: z.nullable(z.string()),
  user: z.string(),
  time: z.string(),
  held: z.optional(z.boolean()),
});
export const publishControls = defineCall({
  method: 'POST',
  path: '/api/v1/publish/controls/',
  input: z.strictObject({
    session: shortText,
    cursor: shortText,
    waitMs: z.number().check(z.minimum(0), z.maximum(limits.controlWait)),
  }),
  output: z.object({
    cursor: z.string(),
    updates: z.array(controlUpdate),
    midEdit: z.optional(z.array(z.string())),
    lost: z.optional(z.array(z.string())),
  }),
});
export const publishAck = defineCall({
  method: 'POST',
  path: '/api/v1/publish/ack/',
  input: z.strictObject({
    session: shortText,
    acks: listOf(
      z.strictObject({
        id: shortText,
        status: z.enum(['updated', 'rejected', 'skip_retry']),
        message: z.optional(shortText),
      }),
      limits.controls.acks,
    ),
  }),
  output: z.object({ late: z.optional(z.array(z.string())) }),
});
