import { freezeOf } from '@sheetwire/page/grid-shape';

/** What a rendered table says of itself. */
export interface TableShape {
  readonly widths: readonly number[];
  readonly columns: number;
  readonly frozenColumns: number;
  readonly native: boolean;
}

/** Reads a table's shape back from its attributes. */
export function tableShape(table: Element): TableShape {
  const tracks = /--cols:([^;]*)/.exec(table.getAttribute('style') ?? '')?.[1] ?? '';
  const widths = tracks === '' ? [] : tracks.split(' ').map((width) => Number.parseFloat(width));
  const [, frozenColumns] = freezeOf({ attributes: ` data-freeze="${table.getAttribute('data-freeze') ?? ''}"` });
  const columns = Number(table.getAttribute('aria-colcount') ?? widths.length);
  return { widths, columns, frozenColumns, native: widths.length === 0 };
}

/** Whether the table is one that the rendering writes block by block. */
export function isGrid(table: Element): boolean {
  return table.classList.contains('t');
}
