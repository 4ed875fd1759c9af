import { limits } from '@sheetwire/contract/limits';
import { SaxesParser } from 'saxes';
import { WorkbookError } from '../workbook-error.ts';

/** Attributes by local name; those with a prefix also as `:name` (relationship ids among them). */
export type Attributes = Readonly<Record<string, string>>;

/** What a part's reader wants to hear; names come without their prefix. */
export interface XmlListener {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
  /** What stands in an extension. */
  openExtension?(name: string, attributes: Attributes): void;
  textOfExtension?(text: string): void;
  closeExtension?(name: string): void;
  /** Reads on by itself from a place between two tags, as far as it knows what stands there; answers how far that is. */
  skim?(text: string, from: number): number;
  /** Where it wants to be asked again, from a place at which it read nothing. */
  pause?(text: string, from: number): number;
}

const damaged = 'The workbook is damaged: open it in a spreadsheet program, save it again and publish that file.';
const refused = 'The workbook contains XML entities, which are not supported: save it again in a spreadsheet program.';
const tooDeep = 'The workbook is nested too deeply: save it again in a spreadsheet program.';

const tooLong =
  'The workbook contains a text or tag larger than any cell can be: save it again in a spreadsheet program.';

/** Extensions and alternatives of later programs: what stands in them is never the basic content. */
const skipped: ReadonlySet<string> = new Set(['extLst', 'AlternateContent']);

/**
 * Parses one part as it is unpacked. Names are compared without prefix and namespace, so that strict, transitional
 * and prefixed files read alike; no entity of a document type is ever expanded.
 */
export async function parseXml(chunks: AsyncIterable<Uint8Array>, listener: XmlListener): Promise<void> {
  const progress: Progress = { gap: 0, written: 0, lastTag: -1 };
  const parser = listening(listener, progress);
  const decode = decoder();
  try {
    for await (const chunk of chunks) {
      progress.gap += chunk.length;
      write(decode(chunk), { parser, listener, progress });
      if (progress.gap > limits.workbook.xmlGap + chunk.length) throw new WorkbookError(tooLong);
    }
    parser.write(decode(undefined));
    parser.close();
  } catch (error) {
    throw error instanceof WorkbookError ? error : new WorkbookError(damaged);
  }
}

interface Progress {
  /** Bytes since the last tag. */
  gap: number;
  /** Characters that were given to the parser, and where among them its last tag ended. */
  written: number;
  lastTag: number;
}

interface Parsing {
  readonly parser: SaxesParser;
  readonly listener: XmlListener;
  readonly progress: Progress;
}

/** Gives a text to the parser but for what the listener reads by itself. */
function write(text: string, { parser, listener, progress }: Parsing): void {
  let at = 0;
  while (at < text.length) {
    if (progress.lastTag === progress.written && listener.skim) {
      const from = at;
      at = listener.skim(text, from);
      if (at > from) progress.gap = 0;
    }
    const end = listener.pause?.(text, at) ?? text.length;
    progress.written += end - at;
    parser.write(text.slice(at, end));
    at = end;
  }
}

function listening(listener: XmlListener, progress: Progress): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let skipFrom = 0;
  parser.on('doctype', () => {
    throw new WorkbookError(refused);
  });
  parser.on('opentag', (tag) => {
    depth++;
    progress.gap = 0;
    if (depth > limits.workbook.xmlDepth) throw new WorkbookError(tooDeep);
    const name = localName(tag.name);
    if (skipFrom > 0) listener.openExtension?.(name, localAttributes(tag.attributes));
    else if (skipped.has(name)) skipFrom = depth;
    else listener.open(name, localAttributes(tag.attributes));
    progress.lastTag = skipFrom === 0 ? parser.position : -1;
  });
  parser.on('closetag', (tag) => {
    if (skipFrom === 0) listener.close?.(localName(tag.name));
    else if (skipFrom === depth) skipFrom = 0;
    else listener.closeExtension?.(localName(tag.name));
    progress.lastTag = skipFrom === 0 ? parser.position : -1;
    depth--;
  });
  if (listener.text) {
    const hear = (text: string) => {
      if (skipFrom === 0) listener.text?.(text);
      else listener.textOfExtension?.(text);
    };
    parser.on('text', hear);
    parser.on('cdata', hear);
  }
  return parser;
}

function localName(name: string): string {
  const at = name.indexOf(':');
  return at < 0 ? name : name.slice(at + 1);
}

function localAttributes(attributes: Record<string, string>): Attributes {
  let isPlain = true;
  for (const name in attributes) if (name.includes(':')) isPlain = false;
  if (isPlain) return attributes;
  const plain: Record<string, string> = Object.create(null);
  for (const name in attributes) {
    const value = attributes[name] ?? '';
    const at = name.indexOf(':');
    if (at < 0) plain[name] = value;
    else if (!name.startsWith('xmlns')) plain[name.slice(at)] = value;
  }
  return plain;
}

/** UTF-8, or UTF-16 where the part begins with its mark. */
function decoder(): (chunk: Uint8Array | undefined) => string {
  let text: TextDecoder | undefined;
  return (chunk) => {
    if (!chunk) return text?.decode() ?? '';
    text ??= new TextDecoder(utf16Of(chunk) ?? 'utf-8');
    return text.decode(chunk, { stream: true });
  };
}

function utf16Of(chunk: Uint8Array): string | undefined {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** A whole number of an attribute; undefined when it is none. */
export function whole(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d{1,15}$/.test(text)) return undefined;
  return Number(text);
}

/** A finite number of an attribute. */
export function decimal(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** xsd:boolean, as Excel and others write it. */
export function isOn(text: string | undefined, missing = false): boolean {
  return text === undefined ? missing : text === '1' || text === 'true' || text === 'on';
}
