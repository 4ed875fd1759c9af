import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
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

/** Reads a workbook, a text table or an HTML file into pages; the kind is told by the file's ending. */
export async function readSource(request: SourceRequest): Promise<ReadPages> {
  const kind = extname(request.file).toLowerCase();
  switch (kind) {
    case '.html':
    case '.htm':
      return readHtml(request);
    case '.xlsx':
    case '.xlsm':
    case '.xltx':
    case '.xltm':
    case '.ods':
    case '.ots':
    case '.csv':
    case '.tsv':
      return readTable(request);
    case '.xls':
    case '.xlsb': {
      const converted = await convertFile(await readBytes(request.file), request);
      return render(converted, { ...request, file: `${basename(request.file, kind)}.xlsx` });
    }
    default:
      throw new Stop(
        exits.file,
        `${request.file}: only .xlsx .xlsm .xltx .xltm .xlsb .xls .ods .ots .csv .tsv and .html files can be published`,
      );
  }
}

/** Where formulas have no result in the file, or one that may be old, they are calculated by LibreOffice if that is there. */
async function readTable(request: SourceRequest): Promise<ReadPages> {
  const { file, signal } = request;
  const bytes = await readBytes(file);
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

async function calculated(request: SourceRequest): Promise<ReadPages | undefined> {
  const { file, env, signal } = request;
  const bytes = await readBytes(file);
  const results = await calculateWithOffice(bytes, { file, env, signal });
  if (!results) return undefined;
  const whole = await render(bytes, request, results);
  const note = `${basename(file)} has formulas without an up-to-date result: LibreOffice calculated them.`;
  return { ...whole, warnings: [...whole.warnings, note] };
}

async function readHtml(request: SourceRequest): Promise<ReadPages> {
  const { file, choice } = request;
  if (Object.keys(choice).length > 0) {
    throw new Stop(exits.usage, '--sheet, --range and --page work only with workbooks, not with HTML files');
  }
  return render(await readBytes(file), request);
}

type FileRequest = Pick<SourceRequest, 'file' | 'choice' | 'topic'>;

async function render(
  bytes: Uint8Array,
  { file, choice, topic }: FileRequest,
  calculated?: Uint8Array,
): Promise<ReadPages & Pick<RenderedReport, 'lacksResults'>> {
  const now = new Date();
  const source = { bytes, name: basename(file), selection: choice, at: now.getTime() };
  try {
    const more = { ...(calculated && { calculated }), ...(topic !== undefined && { topic }) };
    const report = await renderFile({ ...source, ...more });
    return { ...report, told: toldMetadata(report, now) };
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
