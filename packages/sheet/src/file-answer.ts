import { withFormulas } from './formula/calculate.ts';
import type { Workbook } from './model.ts';
import { type RenderedReport, readDelimited, readWorkbook } from './publish-pages.ts';
import { withResults } from './read/calculated.ts';
import { htmlPages } from './read/html-file.ts';
import { decodedText } from './read/text-file.ts';
import { textOf } from './render/page-text.ts';
import { renderSelection, type WrittenReport } from './render/selection.ts';
import type { FileSource, PublishBody, PublishHead, RenderedBytes, ThreadWork } from './render-file.ts';
import { toldMetadata } from './told-metadata.ts';

// Apart from `render-file.ts`, which a server loads that reads files on threads alone.

const delimiters: Readonly<Record<string, string>> = { tsv: '\t', tab: '\t' };
const textKinds: ReadonlySet<string> = new Set(['csv', 'tsv', 'tab', 'txt']);
const htmlKinds: ReadonlySet<string> = new Set(['html', 'htm']);

const encoder = new TextEncoder();

/** What a file becomes, by the ending of its name, in the present thread; throws WorkbookError. */
export async function answerOf({ head, ...source }: ThreadWork): Promise<RenderedBytes | PublishBody> {
  const at = source.at ?? Date.now();
  const rendered = await rendering({ ...source, at, ...(head && { topic: head.topic }) });
  const holds = Boolean(source.selection?.takesEntries);
  return head ? bodyOf(rendered, { ...head, holds }, new Date(at)) : rendered;
}

/** The workbook of a file that is one: a spreadsheet or a text table, by the ending of its name. */
export async function workbookOf({ bytes, name }: Pick<FileSource, 'bytes' | 'name'>): Promise<Workbook> {
  const { ending, title } = nameParts(name);
  if (!textKinds.has(ending)) return readWorkbook(bytes);
  const delimiter = delimiters[ending];
  return readDelimited(bytes, { name: title, ...(delimiter !== undefined && { delimiter }) });
}

function nameParts(name: string): { readonly ending: string; readonly title: string } {
  const dot = name.lastIndexOf('.');
  return { ending: name.slice(dot + 1).toLowerCase(), title: name.slice(name.lastIndexOf('/') + 1, dot) };
}

async function rendering({
  bytes,
  name,
  selection = {},
  calculated,
  at,
  topic,
}: FileSource & { readonly at: number }): Promise<RenderedBytes> {
  const { ending, title } = nameParts(name);
  if (htmlKinds.has(ending)) {
    const { pages, warnings } = htmlPages(decodedText(bytes), title);
    return { pages: pages.map(({ html, ...page }) => ({ ...page, chunks: [encoder.encode(html)] })), warnings };
  }
  const workbook = await workbookOf({ bytes, name });
  const now = new Date(at);
  const own = calculated ? withFormulas(workbook, now).workbook : workbook;
  const whole = calculated ? withResults(own, await readWorkbook(calculated)) : workbook;
  return inBytes(renderSelection(whole, selection, { now, topic }));
}

function inBytes({ pages, ...rest }: WrittenReport): RenderedBytes {
  return { pages: pages.map(({ text, ...page }) => ({ ...page, chunks: text.chunks() })), ...rest };
}

function bodyOf(
  { pages, ...facts }: RenderedBytes,
  head: PublishHead & { readonly holds: boolean },
  at: Date,
): PublishBody {
  const whole = pages.map(({ name, chunks, styles }) => ({ name, styles, html: textOf(chunks) }));
  return bodyOfTexts({ ...facts, pages: whole }, head, at);
}

/** A report whose pages are texts. */
export interface TextReport extends Pick<RenderedReport, 'notShown' | 'pictures' | 'lacksResults' | 'usesClock'> {
  readonly pages: readonly { readonly name: string; readonly styles: readonly string[]; readonly html: string }[];
}

/** The body of a publish of pages that are texts. */
export function bodyOfTexts(
  { pages, notShown = [], pictures = [], lacksResults = false, usesClock }: TextReport,
  { topic, metadata, holds }: PublishHead & { readonly holds: boolean },
  at: Date,
): PublishBody {
  const said = { ...metadata, ...toldMetadata({ notShown, ...(usesClock && { usesClock }) }, at) };
  return {
    body: encoder.encode(JSON.stringify({ topic, metadata: said, ...(holds && { holdControls: true }), pages })),
    notShown,
    pictures,
    lacksResults,
  };
}
