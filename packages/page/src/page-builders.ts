import * as fc from 'fast-check';

/** Pages for tests: canonical sheets with sections, spans, freeze, styles and blank text between tags. */
export interface SheetPlan {
  readonly columns: number;
  readonly rows: number;
  readonly freeze: readonly [number, number] | undefined;
  readonly headRows: number;
  readonly footRows: number;
  readonly spans: readonly { readonly at: number; readonly columns: number; readonly rows: number }[];
  readonly blank: boolean;
  readonly widths: boolean;
}

/** Any small plan of a sheet. */
export const anySheetPlan: fc.Arbitrary<SheetPlan> = fc.record({
  columns: fc.integer({ min: 1, max: 6 }),
  rows: fc.integer({ min: 0, max: 130 }),
  freeze: fc.option(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 3 })), { nil: undefined }),
  headRows: fc.integer({ min: 0, max: 3 }),
  footRows: fc.integer({ min: 0, max: 2 }),
  spans: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 700 }),
      columns: fc.integer({ min: 1, max: 3 }),
      rows: fc.integer({ min: 0, max: 70 }),
    }),
    { maxLength: 5 },
  ),
  blank: fc.boolean(),
  widths: fc.boolean(),
});

/** The wire page of a plan: every place of the grid is covered exactly once. */
export function sheetHtml(plan: SheetPlan): string {
  const gap = plan.blank ? '\n ' : '';
  const head = Math.min(plan.headRows, plan.rows);
  const foot = Math.min(plan.footRows, plan.rows - head);
  const cut = [
    { kind: 'thead', from: 0, to: head },
    { kind: 'tbody', from: head, to: plan.rows - foot },
    { kind: 'tfoot', from: plan.rows - foot, to: plan.rows },
  ].filter(({ from, to, kind }) => to > from || (kind === 'tbody' && plan.blank));
  const freeze = plan.freeze ? ` data-freeze="${plan.freeze.join(',')}"` : '';
  const cols = plan.widths ? '<col style="width:80px">'.repeat(plan.columns) : '';
  const colgroup = cols ? `<colgroup>${cols}</colgroup>` : '';
  const sections = cut.map((section) => sectionHtml(plan, section, gap));
  return `<table${freeze} dir="ltr">${gap}${colgroup}${gap}${sections.join(gap)}${gap}</table>`;
}

interface Cut {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

function sectionHtml(plan: SheetPlan, { kind, from, to }: Cut, gap: string): string {
  const covered = new Set<number>();
  const rows: string[] = [];
  for (let row = from; row < to; row++) {
    const cells: string[] = [];
    for (let column = 0; column < plan.columns; column++) {
      if (!covered.has(row * plan.columns + column)) cells.push(cellHtml(plan, { row, column, to }, covered));
    }
    const height = row % 7 === 0 ? ' style="height:30px"' : '';
    rows.push(`<tr${height}>${gap}${cells.join(gap)}${gap}</tr>`);
  }
  return `<${kind}>${gap}${rows.join(gap)}${gap}</${kind}>`;
}

function cellHtml(plan: SheetPlan, place: { row: number; column: number; to: number }, covered: Set<number>): string {
  const { row, column } = place;
  const { width, height, written } = spanAt(plan, place, covered);
  cover(covered, { row, column, width, height }, plan.columns);
  const wide = width > 1 ? ` colspan="${width}"` : '';
  const tall = written === 1 ? '' : ` rowspan="${written}"`;
  const look = (row + column) % 5 === 0 ? ` data-s="${row % 3}"` : '';
  const style = (row + column) % 11 === 0 ? ' style="color:red"' : '';
  const tag = column === 0 ? 'th' : 'td';
  return `<${tag} data-cell="R${row}C${column}"${wide}${tall}${look}${style}>${row * column}</${tag}>`;
}

function spanAt(plan: SheetPlan, place: { row: number; column: number; to: number }, covered: Set<number>) {
  const { row, column, to } = place;
  const span = plan.spans.find(({ at }) => at === row * plan.columns + column);
  if (!span) return { width: 1, height: 1, written: 1 };
  let width = 1;
  const most = Math.min(span.columns, plan.columns - column);
  while (width < most && !covered.has(row * plan.columns + column + width)) width++;
  const height = span.rows === 0 ? to - row : Math.min(span.rows, to - row);
  return { width, height, written: span.rows === 0 ? 0 : height };
}

interface Area {
  readonly row: number;
  readonly column: number;
  readonly width: number;
  readonly height: number;
}

function cover(covered: Set<number>, { row, column, width, height }: Area, columns: number): void {
  for (let r = row; r < row + height; r++) {
    for (let c = column; c < column + width; c++) covered.add(r * columns + c);
  }
}
