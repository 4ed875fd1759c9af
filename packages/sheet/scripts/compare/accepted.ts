/** A difference between a page and LibreOffice. */
interface Told {
  readonly file: string;
  readonly sheet: string;
  readonly cell: string;
  readonly kind: string;
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
}

interface Accepted {
  readonly reason: string;
  readonly holds: (told: Told) => boolean;
}

/** Differences in which the page is as Excel shows the file, each with its reason. */
const accepted: readonly Accepted[] = [
  {
    reason: 'Excel centres truth values and errors; LibreOffice sets them as numbers.',
    holds: ({ kind, ours, theirs }) => kind === 'alignment' && ours === 'center' && theirs === 'general',
  },
  {
    reason: 'Excel sets a number that its format shows as text where it sets texts.',
    holds: ({ kind, ours, theirs }) => kind === 'alignment' && ours === 'start' && theirs === 'general',
  },
  {
    reason: 'LibreOffice 7.4 does not draw the styles of tables.',
    holds: ({ file, kind, theirs }) =>
      /Tables_UsingTables|ShowCase|DataTableCities|checkbox07/.test(file) && isLookOf(kind, theirs),
  },
  {
    reason: 'The HTML of LibreOffice 7.4 leaves colour scales out.',
    holds: ({ file, what }) => file.includes('CFColorScale') && what === 'fill',
  },
  {
    reason: 'Links have the ink that the portal gives links.',
    holds: ({ what, ours, theirs }) => what === 'ink' && ours === 'undefined' && theirs === '#0000ff',
  },
  {
    reason: 'A font of the theme is that of the theme in Excel, whatever name stands beside it.',
    holds: ({ file, what, ours }) => file.includes('Styles_StyleFont') && what === 'family' && ours === 'Cambria',
  },
  {
    reason: 'An empty font takes the theme of the file, in which Google Sheets names Arial.',
    holds: ({ file, what, ours }) => file.includes('google-sheets') && what === 'family' && ours === 'Arial',
  },
  {
    reason: 'LibreOffice makes pivot tables anew as it opens a file, and lays them out in its own way.',
    holds: ({ file, kind, sheet }) => file.includes('DataTableCities') && sheet === 'PivotTable' && kind !== 'colors',
  },
  {
    reason: 'General shows ten digits in Excel, whatever program wrote the file.',
    holds: ({ file, what, ours, theirs }) =>
      file.endsWith('.ods') &&
      what.startsWith('`General`') &&
      Math.abs(Number(ours) - Number(theirs)) <= rounding(theirs),
  },
  {
    reason: 'LibreOffice calculates as it opens a file; a page shows what the file holds.',
    holds: ({ file, kind, theirs, what }) =>
      kind === 'texts' &&
      (/^(?:#NAME\?|Err:510)$/.test(theirs) || /live-made|formula_stress|ErrorTypes/.test(file)) &&
      !what.includes('"text"'),
  },
  {
    reason: 'Checkboxes in cells are newer than LibreOffice 7.4.',
    holds: ({ theirs, ours }) => /^[☐☑]$/.test(ours) && /^(?:TRUE|FALSE)$/.test(theirs),
  },
  {
    reason: 'The tag 03 names Persian digits in Excel; LibreOffice goes by the language.',
    holds: ({ what, theirs }) => what.startsWith('`[$-3000401]0`') && theirs === '١٢٣',
  },
  {
    reason: 'LibreOffice gives the text of a link the look of its own style of links.',
    holds: ({ file, sheet, kind }) => file.includes('formula_stress') && sheet === 'Lookup' && kind === 'fonts',
  },
];

function isLookOf(kind: string, theirs: string): boolean {
  return (kind === 'colors' && /^(?:null|#000000)$/.test(theirs)) || (kind === 'fonts' && theirs === 'false');
}

/** What ten digits leave of a number. */
function rounding(text: string): number {
  return Math.abs(Number(text)) * 1e-9;
}

/** Why a difference is as it should be; undefined for one that nobody has looked at. */
export function reasonFor(told: Told): string | undefined {
  return accepted.find(({ holds }) => holds(told))?.reason;
}

/** Why the picture of a chart is another than LibreOffice's, by what its name says; the first that holds. */
const pictures: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^chart_stock01/, 'LibreOffice finds no values for it.'],
  [/: areas$/, 'Excel draws the last series of an area chart in front, LibreOffice the first.'],
  [/: columns in space$/, '3-D is drawn flat, which METADATA lists.'],
  [/: columns of 100 %$/, 'Excel lays negative shares below zero; LibreOffice takes their amounts.'],
  [/: columns with labels and a trend$/, 'LibreOffice writes "f(x)", and the equation elsewhere.'],
];

/** Why the picture of a chart is another than LibreOffice's. */
export function likenessReason(name: string): string {
  return pictures.find(([said]) => said.test(name))?.[1] ?? 'Not looked at.';
}
