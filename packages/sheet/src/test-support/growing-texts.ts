import { strToU8 } from 'fflate';
import { type GrowingFile, many } from './growing-book.ts';
import { buildOds, odsCell, odsRow, odsTable } from './ods-builder.ts';

/** Text files that grow: delimited ones, and pages of HTML. */
export const growingTexts: readonly GrowingFile[] = [
  ...(
    [
      ['fields', 'csv', 3000, '12.5,text,"quoted ""text""",x\n'],
      ['quotation marks', 'csv', 300_000, '""'],
      ['quotation marks and commas', 'csv', 8000, '",'],
      ['empty lines', 'csv', 30_000, '\n'],
      ['spaces', 'csv', 400_000, ' '],
      ['letters', 'tsv', 400_000, 'w'],
      ['digits and points', 'tsv', 200_000, '1.'],
      ['tags', 'html', 60_000, '<p title="x">'],
      ['tags that nobody closes', 'html', 100_000, '<p '],
      ['quotes that nobody closes', 'html', 100_000, '<p "'],
      ['comments that nobody closes', 'html', 100_000, '<!--'],
      ['comments', 'html', 100_000, '<!-->'],
      ['titles that nobody closes', 'html', 100_000, '<title'],
      ['titles', 'html', 60_000, '<title>'],
      ['bodies that nobody closes', 'html', 100_000, '<body '],
      ['ends of bodies', 'html', 100_000, '<body></body'],
      ['attributes of a section', 'html', 30_000, '<section data-page= '],
      ['sections', 'html', 10_000, '<section data-page="a">b</section>'],
      ['sections within sections', 'html', 30_000, '<section data-page="a">'],
      ['styles', 'html', 100_000, '<style'],
    ] as const
  ).map(([name, ending, size, piece]) => ({
    name: `${name} (${ending})`,
    ending,
    size,
    bytes: (n: number) => strToU8(piece.repeat(n)),
  })),
  {
    name: 'references in the name of a page (html)',
    ending: 'html',
    size: 100_000,
    bytes: (size) => strToU8(`<title>${'&amp'.repeat(size)}</title>`),
  },
];

const openDocuments: readonly (readonly [name: string, size: number, piece: (n: number) => string])[] = [
  ['cells', 400, () => odsRow(odsCell(1).repeat(10))],
  ['repeated rows', 300, () => odsRow(odsCell(1), 'table:number-rows-repeated="20"')],
  ['paragraphs and spaces', 2000, () => odsRow(odsCell('a <text:s text:c="9"/> b</text:p><text:p>c'))],
  ['columns', 6000, () => '<table:table-column/>'],
  ['closed groups', 60, () => '<table:table-row-group/>'],
];

/** OpenDocument files that grow. */
export const growingOpenDocuments: readonly GrowingFile[] = openDocuments.map(([name, size, piece]) => ({
  name: `${name} (ods)`,
  ending: 'ods',
  size,
  bytes: (count) => buildOds({ body: odsTable(many(count, piece)) }),
}));
