/** Where a row stands, px of the window; a row of merged cells has no box of its own. */
export function boxOfRow(row: HTMLTableRowElement | undefined): DOMRect | undefined {
  const own = row?.getBoundingClientRect();
  if (!row || !own || own.height > 0) return own;
  return row.querySelector(':is(td, th):not([data-fill])')?.getBoundingClientRect() ?? own;
}
