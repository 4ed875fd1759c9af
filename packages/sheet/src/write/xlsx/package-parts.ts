import type { Sheet } from '../../model.ts';
import { mainSpace, relationSpace, xml, xmlHead } from './xml-text.ts';

const packageSpace = 'http://schemas.openxmlformats.org/package/2006';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The small parts of a workbook by path: what it holds and where. */
export function packageParts({ sheets, verifyAt }: PackageFacts, more: PartTypes = []): Map<string, string> {
  const root = [['officeDocument', 'xl/workbook.xml']] as const;
  const properties = verifyAt === undefined ? [] : [[propertiesPath, propertiesXml(verifyAt)] as const];
  return new Map([
    ['[Content_Types].xml', contentTypes(sheets, more, properties.length > 0)],
    ['_rels/.rels', relations(properties.length > 0 ? [...root, ['custom-properties', propertiesPath]] : root)],
    ...properties,
    ['xl/_rels/workbook.xml.rels', workbookRelations(sheets)],
    ['xl/workbook.xml', workbookXml(sheets)],
  ]);
}

interface PackageFacts {
  readonly sheets: readonly Sheet[];
  /** The address at which the portal verifies the file. */
  readonly verifyAt?: string | undefined;
}

/** The property of an exported file that names where it is verified. */
export const verifyProperty = 'Sheetwire Verify At';
export const propertiesPath = 'docProps/custom.xml';
const propertiesType = 'application/vnd.openxmlformats-officedocument.custom-properties+xml';

function propertiesXml(verifyAt: string): string {
  const spaces =
    'xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"';
  const text = `<vt:lpwstr>${xml(verifyAt)}</vt:lpwstr>`;
  return `${xmlHead}<Properties ${spaces}><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="${verifyProperty}">${text}</property></Properties>`;
}

/** Parts besides, each with its type. */
type PartTypes = readonly (readonly [path: string, type: string])[];

function contentTypes(sheets: readonly Sheet[], more: PartTypes, hasProperties: boolean): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${kind}.${type}+xml"/>`;
  const list = [
    override('workbook.xml', 'sheet.main'),
    override('styles.xml', 'styles'),
    override('sharedStrings.xml', 'sharedStrings'),
    ...sheets.map((_, n) => override(`worksheets/sheet${n + 1}.xml`, 'worksheet')),
    ...more.map(([path, type]) => `<Override PartName="/xl/${path}" ContentType="${type}"/>`),
    ...(hasProperties ? [`<Override PartName="/${propertiesPath}" ContentType="${propertiesType}"/>`] : []),
  ];
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    ['png', 'jpeg', 'gif'].map((type) => `<Default Extension="${type}" ContentType="image/${type}"/>`).join('');
  return `${xmlHead}<Types xmlns="${packageSpace}/content-types">${defaults}${list.join('')}</Types>`;
}

function relations(list: readonly (readonly [kind: string, target: string])[]): string {
  const rows = list.map(
    ([name, target], n) => `<Relationship Id="rId${n + 1}" Type="${relationSpace}/${name}" Target="${target}"/>`,
  );
  return `${xmlHead}<Relationships xmlns="${packageSpace}/relationships">${rows.join('')}</Relationships>`;
}

function workbookRelations(sheets: readonly Sheet[]): string {
  const list = sheets.map((_, n) => ['worksheet', `worksheets/sheet${n + 1}.xml`] as const);
  return relations([...list, ['styles', 'styles.xml'], ['sharedStrings', 'sharedStrings.xml']]);
}

function workbookXml(sheets: readonly Sheet[]): string {
  const list = sheets.map(({ name }, n) => `<sheet name="${xml(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`);
  const titles = sheets.map(titleRows).join('');
  const names = titles === '' ? '' : `<definedNames>${titles}</definedNames>`;
  return `${xmlHead}<workbook xmlns="${mainSpace}" xmlns:r="${relationSpace}"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets>${names}</workbook>`;
}

/** Frozen rows stand at the head of every printed page. */
function titleRows({ name, freeze }: Sheet, place: number): string {
  if (freeze.row === 0) return '';
  const sheet = `'${name.replaceAll("'", "''")}'`;
  return `<definedName name="_xlnm.Print_Titles" localSheetId="${place}">${xml(`${sheet}!$1:$${freeze.row}`)}</definedName>`;
}
