import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { isBinary, isDocument, workbookKindOf } from '@sheetwire/sheet/office/file-kind';
import type { PictureFile } from '@sheetwire/sheet/pictures/picture';
import type { RenderedReport } from '@sheetwire/sheet/publish-pages';
import { renderFile } from '@sheetwire/sheet/render-file';
import { toldMetadata } from '@sheetwire/sheet/told-metadata';
import { WorkbookError } from '@sheetwire/sheet/workbook-error';
import { Stop } from '#exit.ts';
import { fileWords } from '#file-words.ts';
import { calculateWithOffice, convertFile } from './libreoffice.ts';
import type { PageChoice } from './options.ts';
import type { RenderedPage } from './page-changes.ts';
import { UnreadableSource } from './unreadable-source.ts';

/** A file as pages, with what could not be taken over in words. */
export interface ReadPages {
  readonly pages: readonly RenderedPage[];
  readonly warnings: readonly string[];
  readonly pictures?: readonly PictureFile[];
  /** What METADATA says of the file. */
  readonly told: Readonly<Record<string, string>>;
}

interface SourceRequest {
  readonly file: string;
  readonly choice: PageChoice;
  /** The report that pictures become files of. */
  readonly topic?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Kinds of files that are read here, by their endings. */
const ownKinds: ReadonlySet<string> = new Set('.xlsx .xlsm .xltx .xltm .ods .ots .csv .tsv .html .htm'.split(' '));
/** Kinds whose content is text. */
const textKinds: ReadonlySet<string> = new Set(['.csv', '.tsv', '.html', '.htm']);
/** Kinds that LibreOffice converts. */
const officeKinds: ReadonlySet<string> = new Set(['.xls', '.xlsb']);

/** Whether a file of this name can be published; what only LibreOffice reads is, where that is installed. */
export function isPublishable(name: string): boolean {
  const kind = extname(name).toLowerCase();
  return ownKinds.has(kind) || officeKinds.has(kind);
}

/** Whether LibreOffice must convert the file before it is read. */
export function needsOffice(name: string): boolean {
  return officeKinds.has(extname(name).toLowerCase());
}

/**
 * Reads a workbook, a text table or an HTML file into pages. Its ending tells the kind; a workbook under the name of a
 * text is known by its content, and what is no text is refused (fidelity 1).
 */
export async function readSource(request: SourceRequest): Promise<ReadPages> {
  const { file } = request;
  if (!isPublishable(file)) {
    throw new Stop(
      exits.file,
      `${file}: only .xlsx .xlsm .xltx .xltm .xlsb .xls .ods .ots .csv .tsv and .html files can be published`,
    );
  }
  const bytes = await readBytes(file);
  const name = await nameByContent(file, bytes);
  switch (extname(name).toLowerCase()) {
    case '.html':
    case '.htm':
      return readHtml({ ...request, name }, bytes);
    case '.xls':
    case '.xlsb': {
      const converted = await convertFile(bytes, { ...request, file: name });
      return render(converted, { ...request, name: withEnding(name, 'xlsx') });
    }
    default:
      return readTable({ ...request, name }, bytes);
  }
}

/** The path of a file, with the ending that its content should have where it is a workbook that is named as a text. */
async function nameByContent(file: string, bytes: Uint8Array): Promise<string> {
  if (!textKinds.has(extname(file).toLowerCase())) return file;
  const kind = await ofWorkbook(file, () => workbookKindOf(bytes));
  if (kind) return withEnding(file, kind);
  if (isBinary(bytes) || isDocument(bytes)) {
    throw new UnreadableSource(
      `${file}: the content is neither a text table nor HTML; export it as .xlsx, .csv or .html`,
    );
  }
  return file;
}

function withEnding(file: string, ending: string): string {
  return join(dirname(file), `${basename(file, extname(file))}.${ending}`);
}

/** A file as which it is read: its name tells the kind. */
type NamedRequest = SourceRequest & { readonly name: string };

/** Where formulas have no result in the file, or one that may be old, they are calculated by LibreOffice if that is there. */
async function readTable(request: NamedRequest, bytes: Uint8Array): Promise<ReadPages> {
  const { signal } = request;
  const read = await render(bytes, request);
  if (!read.lacksResults) return read;
  try {
    return (await calculated(request)) ?? read;
  } catch (fault) {
    signal.throwIfAborted();
    if (!(fault instanceof UnreadableSource || fault instanceof Stop)) throw fault;
    return { ...read, warnings: [...read.warnings, `LibreOffice could not calculate the formulas: ${fault.message}`] };
  }
}

async function calculated(request: NamedRequest): Promise<ReadPages | undefined> {
  const { file, name, env, signal } = request;
  const bytes = await readBytes(file);
  const results = await calculateWithOffice(bytes, { file: name, env, signal });
  if (!results) return undefined;
  const whole = await render(bytes, request, results);
  const note = `${basename(file)} has formulas without an up-to-date result: LibreOffice calculated them.`;
  return { ...whole, warnings: [...whole.warnings, note] };
}

async function readHtml(request: NamedRequest, bytes: Uint8Array): Promise<ReadPages> {
  const { choice } = request;
  if (Object.keys(choice).length > 0) {
    throw new Stop(exits.usage, '--sheet, --range and --page work only with workbooks, not with HTML files');
  }
  return render(bytes, request);
}

type FileRequest = Pick<NamedRequest, 'file' | 'name' | 'choice' | 'topic'>;

async function render(
  bytes: Uint8Array,
  { file, name, choice, topic }: FileRequest,
  calculated?: Uint8Array,
): Promise<ReadPages & Pick<RenderedReport, 'lacksResults'>> {
  const now = new Date();
  const source = { bytes, name: basename(name), selection: choice, at: now.getTime() };
  const more = { ...(calculated && { calculated }), ...(topic !== undefined && { topic }) };
  const report = await ofWorkbook(file, () => renderFile({ ...source, ...more }));
  return { ...report, told: toldMetadata(report, now) };
}

/** What is wrong with a workbook is said of its file. */
async function ofWorkbook<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof WorkbookError) throw new UnreadableSource(`${file}: ${fault.message}`);
    throw fault;
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  await checkSource(file);
  try {
    return await readFile(file);
  } catch (fault) {
    throw unreadable(file, fault);
  }
}

/** Throws Stop when there is no such file, or none that may be read. */
export async function checkSource(file: string): Promise<void> {
  const found = await stat(file).catch((fault: unknown) => {
    throw unreadable(file, fault);
  });
  if (!found.isFile()) throw new Stop(exits.file, `${file} is not a file`);
  if (found.size > limits.maxSourceFile) {
    throw new Stop(exits.file, `${file} is larger than ${limits.maxSourceFile / 1024 / 1024} MiB`);
  }
}

function unreadable(file: string, fault: unknown): UnreadableSource {
  return new UnreadableSource(`${file}: ${fileWords(fault)}`);
}
