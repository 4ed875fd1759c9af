import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import {
  chartBook,
  chartPart,
  chartPlots,
  salesRows,
  salesSeries,
  usualAxes,
} from '../../src/test-support/chart-books.ts';
import { cellsXml } from '../../src/test-support/xlsx-builder.ts';
import { stated } from './stated-looks.ts';

const taken = {
  'xl/theme/theme1.xml': ['theme', 'theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml'],
  'xl/styles.xml': ['styles', 'styles.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml'],
} as const;
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Closing prices of the months, between what they sold for and what they cost. */
const closing = ['Closing', 100, 70, 120, 30];
const ofClosing = (xml: string) => xml.replaceAll('$C$', '$E$');
const ids = '<c:axId val="1"/><c:axId val="2"/>';
/** Kinds whose charts in tests are such as Excel makes none of, or as LibreOffice cannot be asked about. */
const others: Readonly<Record<string, string>> = {
  // Excel needs three series, and sets the legend below.
  stock: `<c:stockChart>${salesSeries(0)}${salesSeries(1)}${ofClosing(salesSeries(1)).replaceAll('val="1"', 'val="2"')}<c:hiLowLines/>${ids}</c:stockChart>${usualAxes}`,
  // Of numbers below zero LibreOffice makes an axis of two steps.
  radar: ofClosing(chartPlots.radar ?? ''),
  'filled radar': ofClosing(chartPlots['filled radar'] ?? ''),
  // LibreOffice knows one size of a hole, which is that of Excel until 2010.
  doughnut: (chartPlots.doughnut ?? '').replace('<c:holeSize val="60"/>', '<c:holeSize val="50"/>'),
};

/** A workbook with a chart of each kind that LibreOffice reads; the looks are those that Excel states. */
export function everyChartBook(other: Uint8Array): Uint8Array {
  const charts = Object.entries({ ...chartPlots, ...others }).map(([title, plot]) =>
    stated(said(chartPart(plot, { title, legend: title === 'stock' ? 'b' : 'r' }))),
  );
  return withTheme(chartBook({ charts, body: cellsXml(salesRows.map((row, n) => [...row, closing[n] ?? ''])) }), other);
}

/** A workbook with the theme and the styles of another workbook. */
export function withTheme(book: Uint8Array, other: Uint8Array): Uint8Array {
  const files = unzipSync(book);
  const parts = unzipSync(other, { filter: ({ name }) => Object.hasOwn(taken, name) });
  for (const [path, part] of Object.entries(parts)) files[path] = part;
  const within = (path: string, end: string, added: string) => {
    files[path] = strToU8(strFromU8(files[path] ?? new Uint8Array()).replace(end, `${added}${end}`));
  };
  const links = Object.values(taken).map(
    ([kind, target]) => `<Relationship Id="rId-${kind}" Type="${relations}/${kind}" Target="${target}"/>`,
  );
  const types = Object.entries(taken).map(
    ([path, [, , type]]) => `<Override PartName="/${path}" ContentType="${type}"/>`,
  );
  within('xl/_rels/workbook.xml.rels', '</Relationships>', links.join(''));
  within('_rels/.rels', '</Relationships>', appLink);
  within('[Content_Types].xml', '</Types>', types.join('') + appType);
  files[appPath] = strToU8(`<Properties xmlns="${properties}"><AppVersion>16.0300</AppVersion></Properties>`);
  return zipSync(files);
}

/** The version of Excel that the book says it is of: programs go by it where a chart says less. */
const appPath = 'docProps/app.xml';
const properties = 'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties';
const appLink = `<Relationship Id="rIdA" Type="${relations}/extended-properties" Target="${appPath}"/>`;
const appType = `<Override PartName="/${appPath}" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>`;

/** Says what Excel always says, and other programs fill in each in its own way. */
function said(part: string): string {
  const shown = ['LegendKey', 'CatName', 'SerName', 'Percent', 'BubbleSize'].map((what) => `<c:show${what} val="0"/>`);
  return part
    .replaceAll('<c:showVal val="1"/>', `<c:showVal val="1"/>${shown.join('')}`)
    .replaceAll('<c:dispEq val="1"/>', '<c:dispRSqr val="0"/><c:dispEq val="1"/>')
    .replaceAll('</c:title>', '<c:overlay val="0"/></c:title>')
    .replaceAll(/(<c:legendPos [^>]*>)/g, '$1<c:overlay val="0"/>')
    .replace('<c:plotArea>', '<c:autoTitleDeleted val="0"/><c:plotArea>')
    .replace('<c:chart>', '<c:roundedCorners val="0"/><c:chart>')
    .replaceAll('<c:crossAx ', '<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:crossAx ')
    .replaceAll(/<c:((?:cat|val)Ax)>.*?<\/c:\1>/g, (axis) => withFirst(axis, 'delete', '<c:axPos '))
    .replaceAll(/<c:(\w+Chart)>.*?<\/c:\1>/g, saidOfGroup);
}

function saidOfGroup(group: string, kind: string): string {
  const varied = withFirst(group, 'varyColors', '<c:ser>');
  if (kind === 'lineChart') return marked(straight(varied));
  if (kind === 'scatterChart') return straight(varied);
  return kind.startsWith('bar') || kind === 'bubbleChart'
    ? varied.replaceAll('</c:tx>', '</c:tx><c:invertIfNegative val="0"/>')
    : varied;
}

/** Lines without markers say so, each of its own. */
function marked(group: string): string {
  if (group.includes('<c:marker val="1"/>')) return group;
  const own = group.replaceAll('</c:tx>', '</c:tx><c:marker><c:symbol val="none"/></c:marker>');
  return own.replace('<c:axId ', '<c:marker val="1"/><c:axId ');
}

function straight(group: string): string {
  return group.replaceAll(/(?<!<c:smooth val="1"\/>)<\/c:ser>/g, '<c:smooth val="0"/></c:ser>');
}

/** The element says no to a thing of which it says nothing: before the first of what may follow it. */
function withFirst(xml: string, name: string, before: string): string {
  return xml.includes(`<c:${name} val=`) ? xml : xml.replace(before, `<c:${name} val="0"/>${before}`);
}
