import { withClosedControls } from './closed-controls.ts';
import { gridCss, stylesCss } from './grid-css.ts';
import { toRowGrid } from './row-grid.ts';
import { attribute } from './table-scan.ts';
import { quoteAttribute } from './tag-writer.ts';

/** The most that the shell carries: larger pages delay the application more than they gain. */
const SHELL_LENGTH = 1024 * 1024;
const SHELL_CELLS = 10_000;
const SHELL_PARTS = 20_000;
const SHELL_TABLES = 500;
/** Cells and columns that spans cover, each counted whole: the rendering names and copies what they cover. */
const SHELL_COVERED = 20_000;

/** What the shell shows before the application's script. */
export interface ShellPage {
  readonly html: string;
  readonly styles: readonly string[];
  readonly label: string;
  readonly topic: string;
  readonly version: number;
  /** Which page of the report it is, from 0. */
  readonly number: number;
  readonly nonce: string;
}

/** The report's declarative shadow root for the shell, or '' for a page too large to be sent twice (architecture 10). */
export function shellRoot(page: ShellPage): string {
  if (!fitsShell(page)) return '';
  const grid = toRowGrid(page, { label: page.label });
  if (grid.cellCount > SHELL_CELLS || grid.isUnmeasured || grid.html.length > 4 * SHELL_LENGTH) return '';
  const paper = grid.isPaper ? ' data-paper=""' : '';
  const text = grid.isText ? ' data-text=""' : '';
  const of = `data-topic="${quoteAttribute(page.topic)}" data-version="${page.version}" data-number="${page.number}"`;
  return (
    `<template shadowrootmode="open"><style nonce="${page.nonce}">${gridCss}\n${stylesCss(page.styles)}</style>` +
    `<div class="page" ${of}${paper}${text}>${withClosedControls(grid.html)}</div></template>`
  );
}

/** Whether a page of so many characters may be looked at for the shell at all: known before it is put together. */
export function mayFitShell(length: number): boolean {
  return length <= SHELL_LENGTH;
}

/** Looked at before anything is rendered, and no further than the bound. */
function fitsShell({ html, styles }: ShellPage): boolean {
  if (!mayFitShell(styles.reduce((sum, css) => sum + css.length, html.length))) return false;
  let [parts, tables, covered] = [0, 0, 0];
  for (let at = html.indexOf('<t'); at >= 0; at = html.indexOf('<t', at + 1)) {
    parts++;
    if (html.startsWith('able', at + 2)) tables++;
    else covered += spanAt(html, at, 'colspan') * spanAt(html, at, 'rowspan');
    if (parts > SHELL_PARTS || tables > SHELL_TABLES || covered > SHELL_COVERED) return false;
  }
  for (let at = html.indexOf('<col'); at >= 0; at = html.indexOf('<col', at + 1)) {
    covered += spanAt(html, at, 'span');
    if (covered > SHELL_COVERED) return false;
  }
  return true;
}

/** The span that an open tag names. */
function spanAt(html: string, at: number, name: string): number {
  const end = html.indexOf('>', at);
  const tag = html.slice(at, end < 0 ? html.length : end);
  return Number(attribute(tag, name) ?? 1) || 1;
}
