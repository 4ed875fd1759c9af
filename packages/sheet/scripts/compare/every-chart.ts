import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { chartBook, chartPart, chartPlots } from '../../src/test-support/chart-books.ts';

const taken = {
  'xl/theme/theme1.xml': ['theme', 'theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml'],
  'xl/styles.xml': ['styles', 'styles.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml'],
} as const;
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook with a chart of each kind that LibreOffice reads, with the theme and the styles of another workbook. */
export function everyChartBook(other: Uint8Array): Uint8Array {
  const charts = Object.entries(chartPlots).map(([title, plot]) => said(chartPart(plot, { title, legend: 'r' })));
  const files = unzipSync(chartBook({ charts }));
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
  within('[Content_Types].xml', '</Types>', types.join(''));
  return zipSync(files);
}

/** Says what Excel always says, and other programs fill in each in its own way. */
function said(part: string): string {
  const shown = ['LegendKey', 'CatName', 'SerName', 'Percent', 'BubbleSize'].map((what) => `<c:show${what} val="0"/>`);
  return part
    .replaceAll('<c:showVal val="1"/>', `<c:showVal val="1"/>${shown.join('')}`)
    .replaceAll('<c:dispEq val="1"/>', '<c:dispRSqr val="0"/><c:dispEq val="1"/>')
    .replaceAll(/(<c:(?:cat|val)Ax>.*?<c:scaling\/>)/g, '$1<c:delete val="0"/>');
}
