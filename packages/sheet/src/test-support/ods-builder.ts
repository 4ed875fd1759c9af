import { strToU8, zipSync } from 'fflate';

const names = [
  'office:1.0',
  'style:1.0',
  'text:1.0',
  'table:1.0',
  'drawing:1.0',
  'xsl-fo-compatible:1.0',
  'datastyle:1.0',
  'svg-compatible:1.0',
  'config:1.0',
  'manifest:1.0',
];
const prefixes = ['office', 'style', 'text', 'table', 'draw', 'fo', 'number', 'svg', 'config', 'manifest'];
const spaces = `${prefixes
  .map((prefix, n) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${names[n]}"`)
  .join(
    ' ',
  )} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"`;

export interface OdsSource {
  /** What stands within `office:spreadsheet`. */
  readonly body: string;
  /** What stands within the automatic styles. */
  readonly automatic?: string;
  /** What stands within the common styles. */
  readonly common?: string;
  /** What stands within the settings. */
  readonly settings?: string;
  readonly before?: string;
  /** Further parts, by path. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** A spreadsheet of OpenDocument of the given parts, for tests. */
export function buildOds({
  body,
  automatic = '',
  common = '',
  settings,
  before = '',
  parts = {},
}: OdsSource): Uint8Array {
  const document = (name: string, inner: string) =>
    strToU8(`<?xml version="1.0" encoding="UTF-8"?>${before}<office:${name} ${spaces}>${inner}</office:${name}>`);
  const content = `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:spreadsheet>${body}</office:spreadsheet></office:body>`;
  const further = Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)] as const);
  return zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': document('document-content', content),
    'styles.xml': document('document-styles', `<office:styles>${common}</office:styles>`),
    ...(settings !== undefined && { 'settings.xml': document('document-settings', settings) }),
    ...Object.fromEntries(further),
  });
}

/** A table of rows. */
export function odsTable(rows: string, name = 'Sheet1', attributes = ''): string {
  return `<table:table table:name="${name}" ${attributes}>${rows}</table:table>`;
}

export function odsRow(cells: string, attributes = ''): string {
  return `<table:table-row ${attributes}>${cells}</table:table-row>`;
}

/** A cell: a number, or what its paragraph says. */
export function odsCell(value: number | string, attributes = ''): string {
  const typed =
    typeof value === 'number' ? `office:value-type="float" office:value="${value}"` : 'office:value-type="string"';
  return `<table:table-cell ${attributes} ${attributes.includes('value-type') ? '' : typed}><text:p>${value}</text:p></table:table-cell>`;
}
