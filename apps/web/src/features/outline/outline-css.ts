/** Pixels of one level beside the rows or above the columns. */
export const STEP = 20;
/** Pixels of the bar with the levels. */
export const BAR = 28;

/** How much room the buttons of a page take. */
interface Room {
  /** Levels of rows and columns. */
  readonly rows: number;
  readonly columns: number;
}

/** The look of the bar and the buttons; the page makes room for them. */
export function outlineCss({ rows, columns }: Room): string {
  const side = rows * STEP + (rows > 0 ? 4 : 0);
  const top = BAR + columns * STEP;
  return `
@layer frame {
  .t.t > .f { top: ${top}px !important }
  .t.t.t tr[data-fold="shut"] { display: none !important }
}
.t tr[data-fold="open"] { display: table-row }
.page.page { padding-left: ${side}px; min-height: calc(100% - ${top}px) }
.outline-bar {
  position: sticky; top: 0; z-index: 6; height: ${top}px; background: var(--surface-0, Canvas); color: var(--ink-2, CanvasText);
  border-block-end: 1px solid var(--line-2, #c5cdd2); min-width: max-content;
}
.outline-levels { position: sticky; left: 0; display: flex; align-items: center; gap: 2px; width: max-content; height: ${BAR}px; padding-inline: var(--s1, 4px) var(--s2, 8px); }
.outline-levels > span { padding-inline: var(--s1, 4px); }
.outline-levels > span:not(:first-child) { padding-inline-start: var(--s3, 12px) }
.outline-columns { position: absolute; top: ${BAR}px; left: 0; height: ${columns * STEP}px }
.outline-rows { position: absolute; top: 0; left: 0; z-index: 1; width: ${side}px; background: var(--surface-0, Canvas); }
:is(.outline-levels, .outline-rows, .outline-columns) > button {
  display: grid; place-content: center; width: 18px; height: 18px; min-width: 0; max-width: none; min-height: 0; padding: 0; overflow: visible;
  border: 1px solid var(--line-3, GrayText); border-radius: var(--radius-inner, 4px); background: var(--surface-1, Canvas); color: var(--ink-1, CanvasText);
  font: var(--medium, 500) 12px/1 var(--font, system-ui);
}
.outline-levels > button { width: 22px; height: 22px }
:is(.outline-rows, .outline-columns) > :is(button, i) { position: absolute }
:is(.outline-rows, .outline-columns) > button::before { content: "\\2212" }
:is(.outline-rows, .outline-columns) > button[aria-expanded="false"]::before { content: "+" }
:is(.outline-rows, .outline-columns) > i { border: 0 solid var(--line-3, GrayText); pointer-events: none }
.outline-rows > i { width: 6px; border-inline-start-width: 1px }
.outline-columns > i { height: 6px; border-block-start-width: 1px }
@media (pointer: coarse) {
  :is(.outline-rows, .outline-columns) > button::after { content: ""; position: absolute; inset: -9px -3px }
  .outline-levels > button { width: 28px; height: 26px }
}
@media print {
  :is(.outline-bar, .outline-rows) { display: none }
  .page.page { padding-left: 0 }
}`;
}

/** A table whose columns some are collapsed of. */
interface FoldedColumns {
  readonly widths: readonly number[];
  readonly frozenColumns: number;
  readonly isHidden: readonly boolean[];
  /** The letters of each column, where its cells tell them. */
  readonly letters: readonly (string | undefined)[];
  /** Which table of the page it is. */
  readonly mark: string;
}

/** Hides the collapsed columns of a table: their tracks are nothing wide, their cells are not to be seen or reached. */
export function columnsCss({ widths, frozenColumns, isHidden, letters, mark }: FoldedColumns): string {
  if (!isHidden.includes(true)) return '';
  const table = `.t.t[data-fold="${mark}"]`;
  const shown = widths.map((width, n) => (isHidden[n] ? 0 : width));
  let offset = 0;
  let frozen = '';
  for (let n = 0; n < frozenColumns; n++) {
    frozen += `--f${n + 1}: ${offset}px !important;`;
    offset += shown[n] ?? 0;
  }
  const tracks = shown.map((width) => `${width}px`).join(' ');
  const total = shown.reduce((sum, width) => sum + width, 0);
  const cells = letters.flatMap((name, n) => (isHidden[n] && name !== undefined ? cellsOf(name) : []));
  const columns = isHidden.flatMap((is, n) => (is ? [`col:nth-child(${n + 1})`] : []));
  return `
${table} { --cols: ${tracks} !important; --width: ${total}px !important; ${frozen} }
${table} > * > tr > :is(${cells.join(',')}):not([colspan]) {
  visibility: hidden !important; padding-inline: 0 !important; border-inline-width: 0 !important; min-width: 0 !important; overflow: clip !important;
}
${table} > colgroup > :is(${columns.join(',')}) { width: 0 !important }`;
}

/** The cells of a column, by the names that begin with its letters and a digit. */
function cellsOf(letters: string): string[] {
  return Array.from({ length: 9 }, (_, n) => `[data-cell^="${letters}${n + 1}"]`);
}
