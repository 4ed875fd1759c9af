/** How a drawing begins: the cell that holds it holds it before its own content. */
const DRAWING = '<div data-drawing="';

/** Whether a cell holds nothing of its own: what lies over it is none of its content. */
export function isBare(inner: string): boolean {
  return inner === '' || (inner.startsWith(DRAWING) && inner.endsWith('</div>'));
}

/** Whether drawings lie over a cell: the block of its row is then always drawn, over those beside it. */
export function holdsDrawing(inner: string): boolean {
  return inner.startsWith(DRAWING);
}

/** How many rows the drawings of a cell cover, that of the cell included; 1 where it holds none. */
export function rowsUnderDrawings(inner: string): number {
  if (!inner.startsWith(DRAWING)) return 1;
  return Math.max(...Array.from(inner.matchAll(/ data-rows="(\d+)"/g), ([, rows]) => Number(rows)), 1);
}

/** The drawings that a cell holds, each as it is written. */
export function drawingsIn(inner: string): string[] {
  const found: string[] = [];
  let at = 0;
  while (inner.startsWith(DRAWING, at)) {
    const end = endOf(inner, at);
    found.push(inner.slice(at, end < 0 ? inner.length : end));
    if (end < 0) break;
    at = end;
  }
  return found;
}

/** Where a cell's own content begins, behind the drawings that it holds. */
export function behindDrawings(inner: string): number {
  let at = 0;
  while (inner.startsWith(DRAWING, at)) {
    const end = endOf(inner, at);
    if (end < 0) return inner.length;
    at = end;
  }
  return at;
}

function endOf(inner: string, from: number): number {
  DIV.lastIndex = from;
  let depth = 0;
  for (let tag = DIV.exec(inner); tag; tag = DIV.exec(inner)) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return inner.indexOf('>', tag.index) + 1;
  }
  return -1;
}

const DIV = /<(\/?)div(?=[ >])/g;
