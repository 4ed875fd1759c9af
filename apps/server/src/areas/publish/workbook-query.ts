import { limits } from '@sheetwire/contract/limits';
import type { PageSelection } from '@sheetwire/sheet/page-selection';
import * as z from 'zod/mini';
import { Refusal } from '#lib/refusal.ts';

const PREFIX = 'metadata.';
const query = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** The pages that a query asks for: sheets, named ranges, `Sheet!A1:F20` (fidelity 1). */
export function chosenPages(asked: unknown): PageSelection {
  const takesEntries = entriesOf(asked);
  const pages = pagesOf(asked);
  return { ...(pages.length > 0 && { pages }), ...(takesEntries && { takesEntries }) };
}

/** `entries=yes`: cells with a list or a checkbox become controls; `entries=CTL_Region,Limit`: the cells of these names. */
function entriesOf(asked: unknown): boolean | readonly string[] {
  const [value = 'no', ...more] = valuesOf(asked, 'entries');
  if (more.length === 0 && /^(?:yes|no)$/i.test(value)) return value.toLowerCase() === 'yes';
  const names = value.split(',').map((name) => name.trim());
  const areNames = names.every((name) => cellName.test(name) && !/^(?:yes|no)$/i.test(name));
  const areApart = new Set(names.map((name) => name.toLowerCase())).size === names.length;
  if (more.length > 0 || !areNames || !areApart || names.length > limits.workbook.entries.lists) {
    throw new Refusal('malformed', { message: 'entries must be yes, no, or names of cells with commas between them' });
  }
  return names;
}

/** What a workbook may call a cell; a name that no control can have is left out, and the answer says so. */
const cellName = /^[\p{L}_][\p{L}\p{M}\p{N}._?\\]{0,254}$/u;

function pagesOf(asked: unknown): { range: string }[] {
  const areas = valuesOf(asked, 'pages').flatMap((value) => splitAreas(value).map((area) => area.trim()));
  const named = areas.filter((area) => area !== '');
  if (named.length > limits.maxPages) {
    throw new Refusal('malformed', { message: `pages may name at most ${limits.maxPages} pages` });
  }
  return named.map((range) => ({ range }));
}

/** Commas part areas, but not within the quotes that a sheet's name begins with: the apostrophe of `Bob's` opens none. */
function splitAreas(text: string): string[] {
  const areas: string[] = [];
  let from = 0;
  let isQuoted = false;
  let isBefore = true;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "'" && isQuoted && text[at + 1] === "'") at++;
    else if (sign === "'" && (isQuoted || isBefore)) isQuoted = !isQuoted;
    isBefore = sign === ',' || (isBefore && sign === ' ');
    if (sign !== ',' || isQuoted) continue;
    areas.push(text.slice(from, at));
    from = at + 1;
  }
  return [...areas, text.slice(from)];
}

/** `metadata.X=` of a query, as the report's metadata. */
export function metadataOf(asked: unknown): Record<string, string> {
  const found: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(z.parse(query, asked))) {
    if (name === 'pages' || name === 'entries') continue;
    if (!name.startsWith(PREFIX) || name.length === PREFIX.length || typeof value !== 'string') {
      throw new Refusal('malformed', {
        message: 'The query can contain pages=, entries= and metadata.NAME=, each NAME once',
      });
    }
    found.push([name.slice(PREFIX.length), value]);
  }
  return Object.fromEntries(found);
}

function valuesOf(asked: unknown, name: string): string[] {
  const value = z.parse(query, asked)[name];
  return value === undefined ? [] : [value].flat();
}
