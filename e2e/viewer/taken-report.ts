/** A page with all that a file takes along: numbers, dates, looks, merges, frozen parts, links and texts that look like formulas. */
const rows = [
  '<tr style="height:32px"><th scope="col" data-cell="A1" rowspan="2" data-s="0">Book</th><th scope="col" data-cell="B1" colspan="3" data-s="0">20 November 2026</th></tr>',
  '<tr><th scope="col" data-cell="B2" data-s="0">Position</th><th scope="col" data-cell="C2" data-s="0">Change</th><th scope="col" data-cell="D2" data-s="0">As of</th></tr>',
];
const books = [
  ['Rates &amp; Credit', '1,240,500.25', '12.5%', '2026-11-20'],
  ['=HYPERLINK("x")', '(98,400.00)', '-0.8%', '2026-11-19'],
  ['<a href="https://desk.example/fx">FX</a>', '$ 7.10', '+1.25%', '2026-11-20'],
] as const;

const bookRows = books.map(
  ([name, position, change, day], n) =>
    `<tr><th scope="row" data-cell="A${n + 3}">${name}</th><td data-cell="B${n + 3}" data-num="" data-s="1">${position}</td><td data-cell="C${n + 3}" data-num="">${change}</td><td data-cell="D${n + 3}" data-num="">${day}</td></tr>`,
);
const wideColumns = Array.from({ length: 24 }, (_, n) => n);

const takenStyles = ['background-color:#1f4e79;color:#ffffff;font-weight:700', 'border-block-end:2px solid #c00000'];

export const takenTopic = 'DEMO/DESK/TAKEN';

/** The pages of the report that is taken along. */
export const takenPages = [
  {
    name: 'Positions: all',
    html: `<table style="font-family:Arial;font-size:10pt" data-freeze="2,1"><colgroup><col style="width:140px"><col style="width:110px"><col style="width:80px"><col style="width:90px"></colgroup><thead>${rows.join('')}</thead><tbody>${bookRows.join('')}</tbody></table>`,
    styles: takenStyles,
  },
  {
    name: 'Wide',
    html: `<table><colgroup>${wideColumns.map(() => '<col style="width:100px">').join('')}</colgroup><tbody><tr>${wideColumns.map((n) => `<td data-cell="${String.fromCharCode(65 + n)}1" data-num="">${n}</td>`).join('')}</tr></tbody></table>`,
  },
  { name: 'Notes', html: '<p>Open until <b>noon</b></p>' },
];
