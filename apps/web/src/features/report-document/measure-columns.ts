import { trackStyle } from '@sheetwire/page/table-writer';
import { restyled } from '@sheetwire/page/tag-writer';
import { tableShape } from './table-shape.ts';

/** Blocks that a large page without widths is measured by. */
const SAMPLE_BLOCKS = 8;

/** Lays a large table without widths out once, natively, by its first rows, and keeps the widths it found as its tracks. */
export function measureColumns(page: Element): void {
  if (!measured(page)) measureOnceShown(page);
}

/** A page that is drawn while its place is hidden has no widths yet. */
function measureOnceShown(page: Element): void {
  const observer = new ResizeObserver(() => {
    if (!page.isConnected || measured(page)) observer.disconnect();
  });
  observer.observe(page);
}

/** False of a page that is not laid out. Only the first rows ever are before there are widths. */
function measured(page: Element): boolean {
  const tables = [...page.querySelectorAll<HTMLTableElement>('table.unmeasured')];
  const later = tables.flatMap((table) => [...table.tBodies].slice(SAMPLE_BLOCKS));
  for (const block of later) block.hidden = true;
  const isLaidOut = page.getBoundingClientRect().width > 0;
  const widths = isLaidOut ? tables.map(columnWidths) : [];
  for (const block of later) block.hidden = false;
  for (const [n, table] of tables.entries()) setWidths(table, widths[n] ?? []);
  return isLaidOut;
}

function setWidths(table: HTMLTableElement, widths: readonly number[]): void {
  if (widths.length === 0) return;
  table.setAttribute('style', restyled(table.getAttribute('style'), trackStyle({ ...tableShape(table), widths })));
  table.className = 't';
}

/** Column edges from the first row that fills all columns, else from the widest. */
function columnWidths(table: HTMLTableElement): number[] {
  let best: number[] = [];
  for (const row of [...table.rows].slice(0, 100)) {
    const widths = [...row.cells].flatMap((cell) => {
      const { width } = cell.getBoundingClientRect();
      return Array.from({ length: cell.colSpan }, () => Math.ceil(width / cell.colSpan));
    });
    if (widths.length > best.length) best = widths;
  }
  return best;
}
