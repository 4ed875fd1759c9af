import { books, type LimitsState, shifts, shownLimits } from './limits-book.ts';

/** A page as it is published. */
export interface LimitsPage {
  readonly name: string;
  readonly html: string;
  readonly styles: string[];
}

const HEAD = 0;
const TITLE = 1;
const NUMBER_HEAD = 2;
/** Words beside a control stand at its middle. */
const LABEL = 3;
const ruled = 'font-weight:600;border-block-end:1px solid canvastext';
const styles = [ruled, 'font-weight:600', `${ruled};text-align:right`, 'vertical-align:middle'];
const COLUMNS = 'ABCDE';
const measures = ['DV01, net', 'DV01, gross', 'Loss, month'];

/** The sheet as HTML: the controls, the limits that follow from them, and who set what. */
export function limitsPages(state: LimitsState): LimitsPage[] {
  return [
    { name: 'Limits', html: sheet([...scenarioRows(state), ...limitRows(state)]), styles },
    { name: 'New limit', html: sheet(newLimitRows(state)), styles },
    { name: 'Log', html: sheet(logRows(state)), styles },
  ];
}

type Cell =
  | string
  | { readonly html: string; readonly style?: number; readonly isNumber?: boolean; readonly ink?: 'red' };

function scenarioRows(state: LimitsState): Cell[][] {
  return [
    [{ html: 'Scenario', style: TITLE }],
    [
      label('Book'),
      list('Book', books, state.book),
      label('Shift of rates, bp'),
      list('Shift', shifts.map(String), String(state.shift)),
    ],
    [
      label('Only breaches'),
      box('OnlyBreaches', state.onlyBreaches),
      label('As of'),
      input('AsOf', 'date', state.asOf),
    ],
    [
      label('Cut off'),
      input('CutOff', 'time', state.cutOff),
      label('Next review'),
      input('Review', 'datetime-local', state.review),
    ],
    [
      label('Comment'),
      text('Comment', state.comment, 'rows="2"'),
      label('Recalculations'),
      { html: String(state.runs), isNumber: true, style: LABEL },
    ],
    ['', '<button data-control="Recalculate" type="button">Recalculate</button>'],
    [],
  ];
}

function limitRows(state: LimitsState): Cell[][] {
  const head = ['Measure', 'Book', 'Limit', 'Used', 'Status'].map((html, n) => ({
    html,
    style: n === 2 || n === 3 ? NUMBER_HEAD : HEAD,
  }));
  return [
    head,
    ...shownLimits(state).map(({ measure, book, limit, used }): Cell[] => {
      const isBreach = used >= limit;
      return [
        measure,
        book,
        { html: limit.toLocaleString('en-GB'), isNumber: true },
        { html: used.toLocaleString('en-GB'), isNumber: true },
        isBreach ? { html: 'Breach', style: TITLE, ink: 'red' } : 'Within',
      ];
    }),
  ];
}

function newLimitRows({ measure, newLimit, reason, book }: LimitsState): Cell[][] {
  return [
    [{ html: `New limit for ${book}`, style: TITLE }],
    [label('Measure'), list('Measure', measures, measure, 'limit')],
    [label('Limit, USD k'), text('NewLimit', newLimit, 'rows="1" data-submit-tag="limit"')],
    [label('Reason'), text('Reason', reason, 'rows="3" data-submit-tag="limit"')],
    [
      '',
      '<button data-control="SetLimit" data-submit="limit" type="button">Submit</button> <button data-cancel="limit" type="button">Cancel</button>',
    ],
  ];
}

function logRows({ log }: LimitsState): Cell[][] {
  const head = ['Time', 'User', 'What'].map((html) => ({ html, style: HEAD }));
  return [head, ...log.map(({ time, user, what }) => [escaped(time), escaped(user), escaped(what)])];
}

function label(html: string): Cell {
  return { html, style: LABEL };
}

function sheet(rows: readonly (readonly Cell[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const lines = rows.map(
    (row, r) => `<tr>${Array.from({ length: columns }, (_, c) => cell(row[c] ?? '', r, c)).join('')}</tr>`,
  );
  return `<table>${lines.join('')}</table>`;
}

function cell(given: Cell, row: number, column: number): string {
  const { html, style, isNumber, ink } = typeof given === 'string' ? { html: given } : given;
  const name = `${COLUMNS[column]}${row + 1}`;
  const look = style === undefined ? '' : ` data-s="${style}"`;
  return `<td data-cell="${name}"${isNumber ? ' data-num=""' : ''}${ink ? ` data-ink="${ink}"` : ''}${look}>${html}</td>`;
}

function list(name: string, options: readonly string[], chosen: string, tag?: string): string {
  const written = options.map((option) => `<option${option === chosen ? ' selected' : ''}>${escaped(option)}</option>`);
  return `<select data-control="${name}"${tag ? ` data-submit-tag="${tag}"` : ''}>${written.join('')}</select>`;
}

function box(name: string, isOn: boolean): string {
  return `<input type="checkbox" data-control="${name}"${isOn ? ' checked' : ''}>`;
}

function input(name: string, type: string, value: string | null): string {
  return `<input type="${type}" data-control="${name}"${value === null ? '' : ` value="${escaped(value)}"`}>`;
}

function text(name: string, value: string | null, more: string): string {
  return `<textarea data-control="${name}" ${more}>${escaped(value ?? '')}</textarea>`;
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
