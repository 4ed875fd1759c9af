import { publishReport } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import { parseJson } from '#lib/json.ts';
import { validate } from '#lib/validate.ts';
import { type ReadPage, type ReportInput, type ReportLimits, readPages } from '../clean-report.ts';
import { indexBody, type RawOffsets } from '../compare/raw-index.ts';

/** What the body of a whole report says beside its pages; secrets are as they were sent. */
export interface ReadHead {
  readonly topic: Topic;
  readonly pageCount: number;
  readonly viewSecret: string | undefined;
  readonly publishSecret: string | undefined;
}

/** The body of a whole report, read. */
export interface ReadReport extends Omit<ReportInput, 'pages'> {
  readonly head: ReadHead;
  readonly pages: readonly ReadPage[];
  /** Where the cells lie in the body; undefined where its bytes tell too little. */
  readonly offsets: RawOffsets | undefined;
  /** The bytes that were read. Those of a long body are here alone: they change threads, as to copy them takes long. */
  readonly body: Buffer;
}

/** Reads the body of a whole report: a thread does it when it is long (safety 3). */
export function readReport(bytes: Uint8Array, bounds: ReportLimits): ReadReport {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { topic, pages, metadata, holdControls, viewSecret, publishSecret } = validate(
    publishReport.input,
    parseJson(body),
  );
  const read = readPages({ pages, metadata, holdControls }, bounds);
  const head = { topic, pageCount: pages.length, viewSecret, publishSecret };
  return { head, pages: read, metadata, holdControls, offsets: indexBody(body, read), body };
}
