import type { RenderedPage } from './page-changes.ts';

const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;

/**
 * The pages of an HTML file: one for each outermost `<section data-page="Name">`, else the whole file as one page
 * named by its title or its file name. The portal cleans the HTML; here it goes as it stands.
 */
export function htmlPages(text: string, fileTitle: string): { pages: RenderedPage[]; warnings: string[] } {
  const body = bodyOf(text);
  const sections = sectionsOf(body);
  const warnings = /<style[\s>]/i.test(text)
    ? ['The <style> element is not published: give elements their look by style attributes']
    : [];
  if (sections.length === 0) {
    const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim();
    return { pages: [{ name: title ? decoded(title) : fileTitle, html: body, styles: [] }], warnings };
  }
  if (sections.some((section) => section.end === undefined)) warnings.push('A <section data-page> is not closed');
  if (outside(body, sections).trim() !== '') warnings.push('What lies outside of <section data-page> is not published');
  const pages = sections.map(({ name, start, end }) => ({ name, html: body.slice(start, end), styles: [] }));
  return { pages, warnings };
}

interface Section {
  readonly name: string;
  /** Of the open tag. */
  readonly from: number;
  readonly start: number;
  readonly end: number | undefined;
  readonly to: number;
}

function sectionsOf(body: string): Section[] {
  const sections: Section[] = [];
  let open: { name: string; from: number; start: number } | undefined;
  let depth = 0;
  for (const tag of body.matchAll(TAG)) {
    if (tag[2]?.toLowerCase() !== 'section') continue;
    const end = tag.index + tag[0].length;
    if (!open) {
      open = openSection(tag, end);
      depth = 1;
      continue;
    }
    depth += tag[1] === '/' ? -1 : 1;
    if (depth > 0) continue;
    sections.push({ ...open, end: tag.index, to: end });
    open = undefined;
  }
  if (open) sections.push({ ...open, end: undefined, to: body.length });
  return sections;
}

function openSection(tag: RegExpExecArray, start: number) {
  const name = tag[1] === '/' ? undefined : pageAttribute(tag[3] ?? '');
  return name === undefined ? undefined : { name, from: tag.index, start };
}

function pageAttribute(attributes: string): string | undefined {
  const match = /\sdata-page\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  return match ? decoded(match[1] ?? match[2] ?? match[3] ?? '').trim() : undefined;
}

function outside(body: string, sections: readonly Section[]): string {
  let rest = '';
  let from = 0;
  for (const section of sections) {
    rest += body.slice(from, section.from);
    from = section.to;
  }
  return (rest + body.slice(from)).replace(/<!--[\s\S]*?-->/g, '');
}

function bodyOf(text: string): string {
  const open = /<body(?:\s[^>]*)?>/i.exec(text);
  if (!open) return text;
  const rest = text.slice(open.index + open[0].length);
  const end = rest.toLowerCase().lastIndexOf('</body');
  return end < 0 ? rest : rest.slice(0, end);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Page names are text: the few references that occur in names are resolved. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
