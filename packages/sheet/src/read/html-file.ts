import { limits } from '@sheetwire/contract/limits';
import type { RenderedPage, RenderedReport } from '../publish-pages.ts';
import { WorkbookError } from '../workbook-error.ts';

/**
 * The pages of an HTML file: one for each outermost `<section data-page="Name">`, else the whole file as one page
 * named by its title or its file name. The portal cleans the HTML; here it goes as it stands. Every step is linear in
 * the text, whatever stands in it.
 */
export function htmlPages(text: string, fileTitle: string): RenderedReport {
  const body = bodyOf(text);
  const sections = sectionsOf(body);
  const warnings = /<style[\s>]/i.test(text)
    ? ['The <style> element is not published: use style attributes instead']
    : [];
  if (sections.length > limits.maxPages) throw new WorkbookError(tooManyPages);
  if (sections.length === 0) {
    const title = titleOf(text)?.trim();
    return { pages: [{ name: title ? decoded(title) : fileTitle, html: body, styles: [] }], warnings };
  }
  if (sections.some((section) => section.end === undefined)) warnings.push('A <section data-page> is not closed');
  if (outside(body, sections).trim() !== '') warnings.push('Content outside <section data-page> is not published');
  const pages: RenderedPage[] = sections.map(({ name, start, end }) => ({
    name,
    html: body.slice(start, end),
    styles: [],
  }));
  return { pages, warnings };
}

const tooManyPages = `The file has more than ${limits.maxPages} sections with a page name, the maximum for a report: combine some.`;

interface Section {
  readonly name: string;
  /** Of the open tag. */
  readonly from: number;
  readonly start: number;
  readonly end: number | undefined;
  readonly to: number;
}

/** A tag as it stands in the text. */
interface Tag {
  readonly isEnd: boolean;
  readonly name: string;
  readonly from: number;
  /** Where its attributes begin. */
  readonly inner: number;
  readonly to: number;
}

function sectionsOf(body: string): Section[] {
  const sections: Section[] = [];
  let open: { name: string; from: number; start: number } | undefined;
  let depth = 0;
  for (const tag of tagsOf(body)) {
    if (tag.name !== 'section') continue;
    if (!open) {
      open = openSection(body, tag);
      depth = 1;
      continue;
    }
    depth += tag.isEnd ? -1 : 1;
    if (depth > 0) continue;
    sections.push({ ...open, end: tag.from, to: tag.to });
    open = undefined;
  }
  if (open) sections.push({ ...open, end: undefined, to: body.length });
  return sections;
}

/** The tags of a text in turn, comments passed over; as in browsers, a tag that is not closed takes the rest. */
function* tagsOf(text: string): Generator<Tag> {
  const opening = /<(?:!--|(\/?)([a-z][a-z0-9-]*))/gi;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [mark, slash, name] = found;
    const inner = opening.lastIndex;
    const to = name === undefined ? after(text, '-->', found.index + mark.length) : tagEnd(text, inner);
    if (to === undefined) return;
    if (name !== undefined) {
      yield { isEnd: slash === '/', name: name.toLowerCase(), from: found.index, inner, to };
    }
    opening.lastIndex = to;
  }
}

/** Where a tag ends whose attributes begin here; `>` within quotes does not end it. */
function tagEnd(text: string, from: number): number | undefined {
  const mark = /[>"']/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '>') return mark.lastIndex;
    const quote = after(text, found[0], mark.lastIndex);
    if (quote === undefined) return undefined;
    mark.lastIndex = quote;
  }
  return undefined;
}

/** The place behind the next occurrence of a mark. */
function after(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from);
  return at < 0 ? undefined : at + mark.length;
}

function openSection(text: string, tag: Tag) {
  const name = tag.isEnd ? undefined : pageAttribute(text.slice(tag.inner, tag.to - 1));
  return name === undefined ? undefined : { name, from: tag.from, start: tag.to };
}

function pageAttribute(attributes: string): string | undefined {
  const match = /\sdata-page\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  return match ? decoded(match[1] ?? match[2] ?? match[3] ?? '').trim() : undefined;
}

function outside(body: string, sections: readonly Section[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const section of sections) {
    pieces.push(body.slice(from, section.from));
    from = section.to;
  }
  pieces.push(body.slice(from));
  return withoutComments(pieces.join(''));
}

function withoutComments(text: string): string {
  const pieces: string[] = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    const open = text.indexOf('<!--', from);
    pieces.push(text.slice(from, open < 0 ? text.length : open));
    from = open < 0 ? undefined : after(text, '-->', open);
  }
  return pieces.join('');
}

function bodyOf(text: string): string {
  const open = /<body[\s>]/i.exec(text);
  const start = open ? after(text, '>', open.index) : undefined;
  if (start === undefined) return text;
  let end = text.length;
  for (const { index } of text.matchAll(/<\/body/gi)) if (index >= start) end = index;
  return text.slice(start, end);
}

function titleOf(text: string): string | undefined {
  const open = /<title[\s>]/i.exec(text);
  const start = open ? after(text, '>', open.index) : undefined;
  if (start === undefined) return undefined;
  const end = text.indexOf('<', start);
  return /^<\/title/i.test(text.slice(end, end + 7)) ? text.slice(start, end) : undefined;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Page names are text: the few references that occur in names are resolved. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
