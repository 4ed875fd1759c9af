import { limits } from '@sheetwire/contract/limits';
import { CellHeads } from './cell-heads.ts';
import type { Control } from './controls.ts';
import { escapeText } from './escape.ts';
import { beginsWithMark, calmText, layoutScope } from './layout-cost.ts';
import { type Parent, parseCell, parsePage } from './parse.ts';
import { refuseBadText } from './refusal.ts';
import { refuseGrowth, type Surroundings, type Walk } from './walk.ts';
import { writeContent } from './write-content.ts';

/**
 * Kept with each stored page; a page of another version is cleaned again before it is shown (safety 1). It rises with
 * every change of what the cleaner writes.
 */
export const cleanerVersion: number = 4;

export interface CleanedPage {
  /** Canonical HTML: every tag closed, attributes quoted, no comments. */
  readonly html: string;
  readonly controls: Control[];
  readonly cellCount: number;
  /** A table lies within another: such a page has no deltas by cell. */
  readonly hasNestedTables: boolean;
}

export interface CleanedCell {
  readonly html: string;
  readonly controls: Control[];
  /** The cell holds a table: its page has to be cleaned whole. */
  readonly hasTable: boolean;
}

/** Caps of one page; what is not given is the product's own. */
export interface CleanLimits {
  readonly cells?: number;
  readonly nodes?: number;
  readonly depth?: number;
}

/** The cleaned form of a page's HTML; throws CleanRefusal when a cap is passed or the text cannot be kept (safety 1). */
export function cleanPage(html: string, caps: CleanLimits = {}): CleanedPage {
  refuseBadText(html);
  const plain = plainText(html);
  if (plain !== undefined) return { html: plain, controls: [], cellCount: 0, hasNestedTables: false };
  const depth = caps.depth ?? limits.maxDepth;
  const tree = parsePage(html, { nodes: caps.nodes ?? limits.clean.nodes, depth });
  const {
    html: cleaned,
    controls,
    cellCount,
    hasNestedTables,
  } = write(tree, OUTSIDE, { length: html.length, cells: caps.cells });
  return { html: cleaned, controls, cellCount, hasNestedTables };
}

/** The cleaned inner HTML of one cell: what the cell would hold in its cleaned page. */
export function cleanCell(html: string, heads: CellHeads = knownHeads): CleanedCell {
  refuseBadText(html);
  const known = plainText(html) ?? withKnownHead(html, heads);
  if (known !== undefined) return { html: known, controls: [], hasTable: false };
  const { html: cleaned, controls, hasNestedTables } = write(parseCell(html), IN_CELL, { length: html.length });
  if (cleaned === html && controls.length === 0 && !hasNestedTables) heads.learn(html);
  return { html: cleaned, controls, hasTable: hasNestedTables };
}

const knownHeads = new CellHeads();

function withKnownHead(html: string, heads: CellHeads): string | undefined {
  const at = heads.textAt(html);
  if (at === undefined) return undefined;
  const rest = html.slice(at);
  const text = beginsWithMark(rest) ? undefined : plainText(rest);
  return text === undefined ? undefined : html.slice(0, at) + text;
}

const OUTSIDE: Surroundings = { parent: 'div', flags: 0, inTable: false };
const IN_CELL: Surroundings = { parent: 'td', flags: 0, inTable: true };

function write(tree: Parent, place: Surroundings, source: { length: number; cells?: number | undefined }): Walk {
  const walk: Walk = {
    html: '',
    cellCount: 0,
    covered: 0,
    columns: 0,
    hasNestedTables: false,
    controls: [],
    scope: layoutScope(),
    tables: place.inTable ? 1 : 0,
    marks: 0,
    cellNames: new Set(),
    maxCells: source.cells ?? limits.maxCells,
    maxLength: Math.max(limits.clean.fewLength, limits.clean.growth * source.length),
    content: writeContent,
  };
  writeContent(walk, tree, place);
  refuseGrowth(walk);
  return walk;
}

const UNCOMMON_ENTITY = /&(?!(?:amp|lt|gt|quot|#39|nbsp);)/;

/** The canonical form of text without tags, and with no entities but common ones; undefined for anything else. */
function plainText(html: string): string | undefined {
  if (html.includes('<')) return undefined;
  const { text } = calmText(html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html);
  if (!text.includes('&')) return escapeText(text);
  if (UNCOMMON_ENTITY.test(text)) return undefined;
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/>/g, '&gt;');
}
