import { holds } from '../address.ts';
import { ChartCells } from '../drawings/chart/cell-values.ts';
import type { Drawing } from '../drawings/drawing.ts';
import type { CellRange, Sheet, Workbook } from '../model.ts';
import type { ChangedRow } from './cell-changes.ts';

/** Changed rows of sheets, by the sheet's name in lower case. */
export type RowsBySheet = ReadonlyMap<string, readonly ChangedRow[]>;

/** Cells that something is made from, by the sheet's name in lower case. */
export interface Source {
  readonly sheet: string;
  readonly range: CellRange;
}

/** Whether a changed cell lies in one of the sources. */
export function isTouched(sources: readonly Source[], changed: RowsBySheet): boolean {
  return sources.some(({ sheet, range }) =>
    (changed.get(sheet) ?? []).some(
      ({ after: { number }, columns }) =>
        range.top <= number && number <= range.bottom && [...columns].some((column) => holds(range, number, column)),
    ),
  );
}

/** The drawings of a sheet that are made from changed cells. */
export function touchedDrawings({ drawings = [] }: Sheet, workbook: Workbook, changed: RowsBySheet): Drawing[] {
  const charts = drawings.filter(({ content }) => content.kind === 'chart');
  if (charts.length === 0) return [];
  const cells = new ChartCells(workbook);
  return charts.filter(({ content }) => {
    const refs = refsIn(content);
    if (refs.some((ref) => cells.isReckoned(ref))) return true;
    return isTouched(
      refs.flatMap((ref) => sourcesOf(ref, cells)),
      changed,
    );
  });
}

function sourcesOf(ref: string, cells: ChartCells): Source[] {
  const places = cells.placesOf(ref) ?? [];
  return places.map(({ sheet, range }) => ({ sheet: sheet.name.toLowerCase(), range }));
}

const known = new WeakMap<object, readonly string[]>();

/** Every reference of a chart, wherever it has one. */
function refsIn(content: object): readonly string[] {
  const found = known.get(content);
  if (found) return found;
  const refs: string[] = [];
  const look = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, value] of Object.entries(part)) {
      if (name === 'ref' && typeof value === 'string') refs.push(value);
      else if (name !== 'cached') look(value);
    }
  };
  look(content);
  known.set(content, refs);
  return refs;
}
