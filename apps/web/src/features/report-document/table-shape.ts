import { CellLooks } from '@sheetwire/page/cell-looks';
import { freezeOf, type GridShape, rowHeightOf, zoomOf } from '@sheetwire/page/grid-shape';
import { attributesOf } from './serialise.ts';

/** Reads a table's shape back from its attributes; `styles` are those of its page. */
export function tableShape(table: Element, styles: readonly string[] = []): GridShape {
  const attributes = attributesOf(table);
  const tracks = /--cols:([^;]*)/.exec(table.getAttribute('style') ?? '')?.[1] ?? '';
  const widths = tracks === '' ? [] : tracks.split(' ').map((width) => Number.parseFloat(width));
  const [, frozenColumns] = freezeOf({ attributes });
  const columns = Number(table.getAttribute('aria-colcount') ?? widths.length);
  return {
    widths,
    columns,
    frozenColumns,
    native: widths.length === 0,
    rowHeight: rowHeightOf({ attributes }),
    zoom: zoomOf({ attributes }),
    isRightToLeft: table.getAttribute('dir') === 'rtl',
    looks: new CellLooks(styles, attributes),
  };
}

/** Whether the table is one that the rendering writes block by block. */
export function isGrid(table: Element): boolean {
  return table.classList.contains('t');
}
