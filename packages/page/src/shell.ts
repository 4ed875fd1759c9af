import { gridCss, stylesCss } from './grid-css.ts';
import { toRowGrid } from './row-grid.ts';
import { quoteAttribute } from './tag-writer.ts';

/** The most cells that the shell carries: larger ones delay the application more than they gain. */
export const SHELL_CELLS = 10_000;

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
  const grid = toRowGrid(page, { label: page.label });
  if (grid.cellCount > SHELL_CELLS || grid.isUnmeasured) return '';
  const paper = grid.isPaper ? ' data-paper=""' : '';
  const text = grid.isText ? ' data-text=""' : '';
  const of = `data-topic="${quoteAttribute(page.topic)}" data-version="${page.version}" data-number="${page.number}"`;
  return (
    `<template shadowrootmode="open"><style nonce="${page.nonce}">${gridCss}\n${stylesCss(page.styles)}</style>` +
    `<div class="page" ${of}${paper}${text}>${grid.html}</div></template>`
  );
}
