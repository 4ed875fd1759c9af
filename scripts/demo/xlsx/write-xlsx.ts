import { strToU8, zipSync } from 'fflate';
import type { Book } from './book.ts';
import { chartXml, drawingXml } from './chart-part.ts';
import { escapeXml } from './escape-xml.ts';
import { SharedTexts, sheetXml } from './sheet-part.ts';
import { StylesPart } from './styles-part.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CORE = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook as the bytes of an .xlsx file; without results the formulas stand alone. */
export function writeXlsx(book: Book, { hasResults = true }: { hasResults?: boolean } = {}): Uint8Array {
  const styles = new StylesPart();
  const texts = new SharedTexts();
  const files: Record<string, Uint8Array> = {};
  const put = (name: string, text: string) => {
    files[name] = strToU8(text);
  };
  put('[Content_Types].xml', contentTypes(book));
  put(
    '_rels/.rels',
    relations([
      [`${OFFICE}/officeDocument`, 'xl/workbook.xml'],
      [CORE, 'docProps/core.xml'],
    ]),
  );
  put('docProps/core.xml', coreProperties(book));
  put('xl/workbook.xml', workbookXml(book, hasResults));
  put(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...book.sheets.map((_sheet, n): [string, string] => [`${OFFICE}/worksheet`, `worksheets/sheet${n + 1}.xml`]),
      [`${OFFICE}/styles`, 'styles.xml'],
      [`${OFFICE}/sharedStrings`, 'sharedStrings.xml'],
    ]),
  );
  for (const [n, sheet] of book.sheets.entries()) {
    put(`xl/worksheets/sheet${n + 1}.xml`, sheetXml(sheet, { styles, texts, hasResults }));
    if (!sheet.chart) continue;
    const name = `${n + 1}.xml`;
    put(`xl/worksheets/_rels/sheet${name}.rels`, relations([[`${OFFICE}/drawing`, `../drawings/drawing${name}`]]));
    put(`xl/drawings/drawing${name}`, drawingXml(sheet.chart));
    put(`xl/drawings/_rels/drawing${name}.rels`, relations([[`${OFFICE}/chart`, `../charts/chart${name}`]]));
    put(`xl/charts/chart${name}`, chartXml(sheet.chart));
  }
  put('xl/styles.xml', styles.xml());
  put('xl/sharedStrings.xml', texts.xml());
  return zipSync(files, { level: 1, mtime: book.savedAt });
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const lines = targets.map(
    ([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${RELATIONS}">${lines.join('')}</Relationships>`;
}

function contentTypes({ sheets }: Book): string {
  const part = (name: string, type: string) => `<Override PartName="${name}" ContentType="${type}"/>`;
  return [
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part('/xl/workbook.xml', `${TYPES}.sheet.main+xml`),
    ...sheets.map((_sheet, n) => part(`/xl/worksheets/sheet${n + 1}.xml`, `${TYPES}.worksheet+xml`)),
    ...sheets.flatMap(({ chart }, n) => (chart ? drawingParts(n + 1) : [])).map(([name, type]) => part(name, type)),
    part('/xl/styles.xml', `${TYPES}.styles+xml`),
    part('/xl/sharedStrings.xml', `${TYPES}.sharedStrings+xml`),
    part('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    '</Types>',
  ].join('');
}

function drawingParts(n: number): readonly (readonly [name: string, type: string])[] {
  const office = 'application/vnd.openxmlformats-officedocument';
  return [
    [`/xl/drawings/drawing${n}.xml`, `${office}.drawing+xml`],
    [`/xl/charts/chart${n}.xml`, `${office}.drawingml.chart+xml`],
  ];
}

function workbookXml({ sheets, names }: Book, hasResults: boolean): string {
  const tabs = sheets.map(({ name }, n) => `<sheet name="${escapeXml(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`);
  const defined = names.map(({ name, refers }) => `<definedName name="${name}">${escapeXml(refers)}</definedName>`);
  return [
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    `<sheets>${tabs.join('')}</sheets>`,
    defined.length === 0 ? '' : `<definedNames>${defined.join('')}</definedNames>`,
    // A program that opens the file is asked to calculate only what has no results.
    `<calcPr calcId="191029"${hasResults ? '' : ' fullCalcOnLoad="1"'}/>`,
    '</workbook>',
  ].join('');
}

function coreProperties({ title, savedAt }: Book): string {
  return [
    `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"`,
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${escapeXml(title)}</dc:title>`,
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${savedAt.toISOString()}</dcterms:modified>`,
    '</cp:coreProperties>',
  ].join('');
}
