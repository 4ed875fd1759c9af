import type { Sheet } from '../model.ts';
import type { Drawing } from './drawing.ts';

const width = 960;
const height = 600;
const pxPerPoint = 96 / 72;
/** Pixels of a character of the plain font that most workbooks have. */
const digit = 7;

/** A sheet that shows drawings and no cells, in a box of the shape of a sheet of paper. */
export function drawnSheet(own: { name: string; isHidden: boolean; drawings: readonly Drawing[] }): Sheet {
  const size = { width, height };
  return {
    ...own,
    drawings: own.drawings.map((drawing) => ({ ...drawing, anchor: { kind: 'sheet', x: 0, y: 0, size } })),
    isRightToLeft: false,
    hasGridlines: false,
    defaultColumnWidth: undefined,
    defaultRowHeight: undefined,
    hidesOtherRows: false,
    columns: [{ from: 1, to: 1, width: (width + 16) / digit, isHidden: false, style: 0 }],
    rows: [1, 2].map((number) => ({
      number,
      height: (height + 16) / 2 / pxPerPoint,
      isHidden: false,
      style: 0,
      cells: [],
    })),
    merges: [],
    freeze: { row: 0, column: 0 },
    links: [],
    tables: [],
    printAreas: [],
  };
}
