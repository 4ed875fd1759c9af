import type { Page, StoredReport } from '#ports/report-log.ts';

type FrameHeader = Omit<StoredReport, 'pages'> & {
  readonly pages: readonly {
    readonly name: string;
    readonly user: string | null;
    readonly styles: readonly string[];
    readonly bytes: number;
  }[];
};

const LENGTH_BYTES = 4;

/** A whole report as bytes: the length of a JSON header, the header, and each page's HTML as it is, without escapes. */
export function encodeFrame({ pages, ...report }: StoredReport): Buffer {
  const header: FrameHeader = {
    ...report,
    pages: pages.map(({ name, user, styles, html }) => ({ name, user, styles, bytes: Buffer.byteLength(html) })),
  };
  const head = Buffer.from(JSON.stringify(header));
  const bodies = header.pages.reduce((sum, { bytes }) => sum + bytes, 0);
  // Written once: a copy of each page on the way would hold the event loop for a large one.
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + head.length + bodies);
  let at = frame.writeUInt32LE(head.length);
  at += head.copy(frame, at);
  for (const { html } of pages) at += frame.write(html, at);
  return frame;
}

/** The pages of a frame, without their content. */
export function pagesInFrame(frame: Buffer): Pick<Page, 'name' | 'user'>[] {
  return headerOf(frame).pages.map(({ name, user }) => ({ name, user }));
}

function headerOf(frame: Buffer): FrameHeader {
  return JSON.parse(frame.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + frame.readUInt32LE(0)));
}

/** The report of a frame. */
export function decodeFrame(frame: Buffer): StoredReport {
  let at = LENGTH_BYTES + frame.readUInt32LE(0);
  const header = headerOf(frame);
  const pages = header.pages.map(({ bytes, ...page }) => {
    const html = frame.toString('utf8', at, at + bytes);
    at += bytes;
    return { ...page, html };
  });
  if (at !== frame.length) throw new RangeError('the length of a stored report differs from its header');
  return { ...header, pages };
}
