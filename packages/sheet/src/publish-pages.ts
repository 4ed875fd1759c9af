import type { NotShown, Workbook } from './model.ts';
import type { PageSelection } from './page-selection.ts';
import type { PictureFile } from './pictures/picture.ts';
import { readDelimitedText } from './read/delimited/delimited.ts';
import { readOds } from './read/ods/ods.ts';
import { isOpenDocument } from './read/ods/open-document.ts';
import { readXlsx } from './read/xlsx.ts';
import type { ReadLimits } from './read-limits.ts';
import { textOf } from './render/page-text.ts';
import { type RenderMoment, renderSelection } from './render/selection.ts';

export interface RenderedPage {
  readonly name: string;
  readonly html: string;
  readonly styles: string[];
}

export interface RenderedReport {
  readonly pages: RenderedPage[];
  /** What was left out, in plain sentences. */
  readonly warnings: string[];
  /** Formulas of the workbook have no result in the file, and nothing is shown, or an old one, which is shown and named. */
  readonly lacksResults?: boolean;
  /** What was left out, thing by thing. */
  readonly notShown?: readonly NotShown[];
  /** Formulas or rules looked at the clock: what is shown is that of one moment. */
  readonly usesClock?: boolean;
  /** The files that the pages link to as pictures of their report. */
  readonly pictures?: readonly PictureFile[];
}

/** Reads an .xlsx, .xlsm or .ods file; throws WorkbookError. Hostile files belong in a thread: see renderFile. */
export function readWorkbook(bytes: Uint8Array, options: { limits?: ReadLimits } = {}): Promise<Workbook> {
  const caps = options.limits ?? {};
  return isOpenDocument(bytes) ? readOds(bytes, caps) : readXlsx(bytes, caps);
}

/** Reads comma, semicolon or tab separated text (RFC 4180; UTF-8 or UTF-16) as a workbook of one sheet. */
export function readDelimited(bytes: Uint8Array, options: { delimiter?: string; name?: string } = {}): Workbook {
  return readDelimitedText(bytes, options);
}

/** The pages of a report, in the mark-up of docs/publish, its pictures as files of `topic`; throws WorkbookError when the selection names nothing. */
export function renderPages(
  workbook: Workbook,
  selection: PageSelection = {},
  moment: Partial<RenderMoment> = {},
): RenderedReport {
  const { pages, ...rest } = renderSelection(workbook, selection, { now: new Date(), ...moment });
  return {
    pages: pages.map(({ name, text, styles }) => ({ name, html: textOf(text.chunks()), styles })),
    ...rest,
  };
}
