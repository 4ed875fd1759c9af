import type { PublishedPage } from '@sheetwire/contract/publish';

const COLUMNS = 40;
const ROWS = 400;
const styles = [
  'background-color:#1f4e79;color:#ffffff;font-weight:700;text-align:center',
  'background-color:#ddebf7;color:#10243f;font-weight:600',
  'background-color:#e2f0d9;color:#1c3d10',
  'background-color:#fbe3d6;color:#5c1f0a',
  'border-block-start:1px solid #1f4e79;font-weight:700',
];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'];

/** A column's letters. */
function letters(column: number): string {
  const first = Math.floor(column / 26);
  return `${first > 0 ? String.fromCharCode(64 + first) : ''}${String.fromCharCode(65 + (column % 26))}`;
}

/** Longer and wider than any screen, with merged, coloured and frozen cells. */
function curve(): PublishedPage {
  const years = Array.from({ length: 13 }, (_, n) => n);
  const head = [
    '<th data-cell="A1" rowspan="2" data-s="0">Book</th>',
    ...years.map((n) => `<th data-cell="${letters(1 + 3 * n)}1" colspan="3" data-s="0">${2026 + n}</th>`),
  ];
  const below = years.flatMap((n) =>
    ['Bid', 'Ask', 'Risk'].map((name, m) => `<th data-cell="${letters(1 + 3 * n + m)}2" data-s="1">${name}</th>`),
  );
  const rows = Array.from({ length: ROWS }, (_, r) => {
    const cells = Array.from({ length: COLUMNS - 1 }, (_, c) => {
      const value = Math.round(Math.sin(r * 7 + c * 13) * 10_000) / 100;
      const look = value > 80 ? ' data-s="2"' : value < -80 ? ' data-s="3"' : '';
      return `<td data-cell="${letters(c + 1)}${r + 3}" data-num=""${look}>${value.toFixed(2)}</td>`;
    });
    return `<tr><th data-cell="A${r + 3}">Book ${r + 1}</th>${cells.join('')}</tr>`;
  });
  const columns = Array.from({ length: COLUMNS }, (_, n) => `<col style="width:${n === 0 ? 120 : 76}px">`).join('');
  const html = `<table data-freeze="2,1"><colgroup>${columns}</colgroup><tbody><tr>${head.join('')}</tr><tr>${below.join('')}</tr>${rows.join('')}</tbody></table>`;
  return { name: 'Curve by year', html, styles };
}

/** More pages than tabs fit. */
function yearPages(): PublishedPage[] {
  return months.map((name, n) => ({
    name: `${name} 2026, closed books`,
    html: `<table><tbody><tr><th data-cell="A1">Month</th><th data-cell="B1">Result</th></tr><tr><td data-cell="A2">${name}</td><td data-cell="B2" data-num="">${(n * 317) % 1000}.5</td></tr></tbody></table>`,
  }));
}

const notes = `<h2>Desk notes</h2><p>Markets were <b>quiet</b> until the auction; the long end gave back two basis points. See <a href="/DEMO/DESK/DAILY">the daily report</a> for the positions behind this note.</p><ul><li>Roll the March hedge before Thursday.</li><li>The limit for Govt bonds stays <em>breached</em> until it is reviewed.</li></ul><table><tbody><tr><th>Auction</th><th>Cover</th></tr><tr><td>DE 10Y</td><td>2.1</td></tr></tbody></table>`;

/** What is published beside the demo's own reports. */
export const moreReports: readonly (readonly [topic: string, pages: readonly PublishedPage[]])[] = [
  ['DEMO/DESK/CURVE', [curve()]],
  ['DEMO/DESK/MONTHS', yearPages()],
  ['DEMO/DESK/NOTES', [{ name: 'Notes', html: notes }]],
  [
    'DEMO/DESK/BLANK',
    [
      {
        name: 'Blank',
        html: '<table><tbody><tr><td data-cell="A1"></td><td data-cell="B1"></td></tr></tbody></table>',
      },
      { name: 'Filled', html: '<p>Something</p>' },
    ],
  ],
  ['DEMO/DESK/FACTS', [{ name: 'METADATA', html: '<p>What the desk says of it.</p>' }]],
  [
    'DEMO/DESK/OWN+BOOK',
    [
      { name: 'Summary', html: '<p>Every reader sees the pages that are meant for all, and those of their own.</p>' },
      { name: 'My positions', html: '<p>Positions of one reader.</p>', user: 'DEMO/viewer' },
    ],
  ],
];
