import { strToU8, type Zippable, zipSync } from 'fflate';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface SheetSource {
  readonly name?: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** What stands within `worksheet`. */
  readonly body: string;
  /** Relations of the sheet: id, kind, target; a target with a scheme is external. */
  readonly relations?: readonly (readonly [id: string, kind: string, target: string])[];
}

export interface BookSource {
  readonly sheets: readonly SheetSource[];
  /** What stands within `styleSheet`. */
  readonly styles?: string;
  /** What stands within `sst`. */
  readonly texts?: string;
  readonly theme?: string;
  /** What stands before and behind `sheets` in the workbook part. */
  readonly before?: string;
  readonly behind?: string;
  /** Further parts, by path. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
  /** Further relations of the workbook: id, kind, target. */
  readonly relations?: readonly (readonly [id: string, kind: string, target: string])[];
  readonly isStrict?: boolean;
}

/** A workbook file of the given parts, for tests; it says no more of itself than that Excel 2007 wrote it. */
export function buildXlsx(source: BookSource): Uint8Array {
  const files: Zippable = {};
  const add = (path: string, xml: string) => {
    files[path] = strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`);
  };
  const base = source.isStrict ? strict : office;
  const relations: (readonly [string, string, string])[] = source.sheets.map(
    (_, n) => [`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`] as const,
  );
  if (source.styles !== undefined) relations.push(['rIdS', 'styles', 'styles.xml']);
  if (source.texts !== undefined) relations.push(['rIdT', 'sharedStrings', 'sharedStrings.xml']);
  if (source.theme !== undefined) relations.push(['rIdM', 'theme', 'theme/theme1.xml']);
  relations.push(...(source.relations ?? []));
  add('[Content_Types].xml', contentTypes(source));
  add('_rels/.rels', relationsXml([['rId1', 'officeDocument', 'xl/workbook.xml']], base));
  add('xl/_rels/workbook.xml.rels', relationsXml(relations, base));
  add('xl/workbook.xml', workbookXml(source));
  if (source.styles !== undefined) add('xl/styles.xml', `<styleSheet xmlns="${main}">${source.styles}</styleSheet>`);
  if (source.texts !== undefined) add('xl/sharedStrings.xml', `<sst xmlns="${main}">${source.texts}</sst>`);
  if (source.theme !== undefined) add('xl/theme/theme1.xml', source.theme);
  for (const [n, sheet] of source.sheets.entries()) {
    add(`xl/worksheets/sheet${n + 1}.xml`, `<worksheet xmlns="${main}" xmlns:r="${office}">${sheet.body}</worksheet>`);
    if (sheet.relations) add(`xl/worksheets/_rels/sheet${n + 1}.xml.rels`, relationsXml(sheet.relations, base));
  }
  add('docProps/app.xml', '<Properties><AppVersion>12.0000</AppVersion></Properties>');
  addFurther(source, files, add);
  return zipSync(files, { level: 6 });
}

function addFurther({ parts = {} }: BookSource, files: Zippable, add: (path: string, xml: string) => void): void {
  for (const [path, part] of Object.entries(parts)) {
    if (typeof part === 'string') add(path, part);
    else files[path] = part;
  }
}

const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes({ sheets, styles, texts, parts = {} }: BookSource): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${kind}.${type}+xml"/>`;
  const list = sheets.map((_, n) => override(`worksheets/sheet${n + 1}.xml`, 'worksheet'));
  list.push(override('workbook.xml', 'sheet.main'));
  if (styles !== undefined) list.push(override('styles.xml', 'styles'));
  if (texts !== undefined) list.push(override('sharedStrings.xml', 'sharedStrings'));
  list.push(...Object.keys(parts).flatMap(drawingType));
  const base = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>';
  return `<Types xmlns="${base}">${defaults}${list.join('')}</Types>`;
}

/** The types of the parts that lie over the cells; other programs do not read a part without its type. */
function drawingType(path: string): string[] {
  const [, folder = ''] = /^xl\/(drawings|charts)\/(?:drawing|chart)\d+\.xml$/.exec(path) ?? [];
  const type = { drawings: 'drawing', charts: 'drawingml.chart' }[folder];
  return type === undefined
    ? []
    : [`<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`];
}

function workbookXml({ sheets, before = '', behind = '' }: BookSource): string {
  const list = sheets.map((sheet, n) => {
    const state = sheet.state ? ` state="${sheet.state}"` : '';
    return `<sheet name="${escaped(sheet.name ?? `Sheet${n + 1}`)}" sheetId="${n + 1}"${state} r:id="rId${n + 1}"/>`;
  });
  return `<workbook xmlns="${main}" xmlns:r="${office}">${before}<sheets>${list.join('')}</sheets>${behind}</workbook>`;
}

function relationsXml(relations: readonly (readonly [string, string, string])[], base: string): string {
  const list = relations.map(([id, kind, target]) => {
    const mode = /^[a-z]+:|^\/[A-Z]/.test(target) ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${base}/${kind}" Target="${escaped(target)}"${mode}/>`;
  });
  return `<Relationships xmlns="${packageRels}">${list.join('')}</Relationships>`;
}

/** Text for an attribute or element of a part. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** `sheetData` of rows of values: numbers, texts (inline), blanks, errors and formulas; a pair gives a style number. */
export function cellsXml(rows: readonly (readonly (CellSource | undefined)[])[]): string {
  return `<sheetData>${rows.map((row, n) => `<row r="${n + 1}">${row.map(cellXml).join('')}</row>`).join('')}</sheetData>`;
}

export type CellSource =
  | string
  | number
  | boolean
  | readonly [value: string | number | boolean | ErrorSource | undefined, style: number]
  | FormulaSource;

/** An error value, such as #N/A. */
interface ErrorSource {
  readonly error: string;
}

/** A formula, and the result that its program saved. */
interface FormulaSource {
  readonly formula: string;
  readonly saved?: number;
  readonly style?: number;
}

function cellXml(source: CellSource | undefined): string {
  if (source === undefined) return '<c/>';
  if (typeof source === 'object' && 'formula' in source) return formulaXml(source);
  const [value, style] = typeof source === 'object' ? source : [source, 0];
  const look = style > 0 ? ` s="${style}"` : '';
  if (value === undefined) return `<c${look}/>`;
  if (typeof value === 'number') return `<c${look}><v>${value}</v></c>`;
  if (typeof value === 'object') return `<c${look} t="e"><v>${value.error}</v></c>`;
  if (typeof value === 'boolean') return `<c${look} t="b"><v>${Number(value)}</v></c>`;
  return `<c${look} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

function formulaXml({ formula, saved, style = 0 }: FormulaSource): string {
  const look = style > 0 ? ` s="${style}"` : '';
  return `<c${look}><f>${escaped(formula)}</f>${saved === undefined ? '' : `<v>${saved}</v>`}</c>`;
}

/** A styles part with one cell style for each number format, from 1 on; style 0 is General. */
export function formatStyles(codes: readonly string[]): string {
  const formats = codes.map((code, n) => `<numFmt numFmtId="${n + 200}" formatCode="${escaped(code)}"/>`);
  const xfs = codes.map(
    (_, n) => `<xf numFmtId="${n + 200}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`,
  );
  return (
    `<numFmts count="${codes.length}">${formats.join('')}</numFmts><fonts><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills><fill><patternFill patternType="none"/></fill></fills><borders><border/></borders>' +
    `<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>${xfs.join('')}</cellXfs>`
  );
}
