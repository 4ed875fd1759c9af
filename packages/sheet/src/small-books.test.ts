import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from './publish-pages.ts';
import { chartBook, chartPart, chartPlots } from './test-support/chart-books.ts';
import { newerBook, newerCharts } from './test-support/newer-chart-books.ts';
import { anchored, drawingSource, pictureXml, pngOf } from './test-support/picture-book.ts';
import { type BookSource, buildXlsx, cellsXml, formatStyles } from './test-support/xlsx-builder.ts';

const numbers = cellsXml([[1], [5], [9], [2]]);
const font = '<font><sz val="11"/><name val="Calibri"/></font>';
const dxf = '<dxfs><dxf><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill></dxf></dxfs>';

function sheet(body: string, more: Partial<BookSource> = {}): BookSource {
  return { ...more, sheets: [{ body }] };
}

function rule(xml: string, body = numbers): BookSource {
  return sheet(`${body}<conditionalFormatting sqref="A1:A4">${xml}</conditionalFormatting>`, {
    styles: `<fonts>${font}</fonts><cellXfs><xf/></cellXfs>${dxf}`,
  });
}

const red = /background-color:#ff0000/;
const point = '<cfvo type="min"/><cfvo type="max"/>';

function spark(attributes: string, more = ''): BookSource {
  const line = '<x14:sparkline><xm:f>A1:A4</xm:f><xm:sqref>B1</xm:sqref></x14:sparkline>';
  const group = `<x14:sparklineGroup ${attributes}>${more}<x14:sparklines>${line}</x14:sparklines></x14:sparklineGroup>`;
  return sheet(`${numbers}<extLst><ext><x14:sparklineGroups>${group}</x14:sparklineGroups></ext></extLst>`);
}

function styled(xf: string, parts = ''): BookSource {
  return sheet(cellsXml([[['Text', 1]]]), {
    styles: `${parts || `<fonts>${font}</fonts>`}<cellXfs><xf/>${xf}</cellXfs>`,
  });
}

function lettered(properties: string): BookSource {
  return styled(
    '<xf fontId="1" applyFont="1"/>',
    `<fonts>${font}<font><sz val="11"/><name val="Calibri"/>${properties}</font></fonts>`,
  );
}

function aligned(attributes: string): BookSource {
  return styled(`<xf applyAlignment="1"><alignment ${attributes}/></xf>`);
}

function filled(fill: string): BookSource {
  return styled('<xf fillId="1" applyFill="1"/>', `<fonts>${font}</fonts><fills><fill/><fill>${fill}</fill></fills>`);
}

function bordered(border: string, attributes = ''): BookSource {
  const borders = `<borders><border/><border ${attributes}>${border}</border></borders>`;
  return styled('<xf borderId="1" applyBorder="1"/>', `<fonts>${font}</fonts>${borders}`);
}

function picture(xml: string): BookSource {
  return drawingSource(anchored(xml), { 'a.png': pngOf(40, 20) });
}

function box(form: string): BookSource {
  const text = '<xdr:txBody><a:bodyPr/><a:p><a:r><a:t>Boxed</a:t></a:r></a:p></xdr:txBody>';
  return drawingSource(
    anchored(
      `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="a"/></xdr:nvSpPr><xdr:spPr><a:prstGeom prst="${form}"/></xdr:spPr>${text}</xdr:sp>`,
    ),
    {},
  );
}

type Shown = RegExp | string;

/** One small workbook for each thing, and what of it a page shows; a text is what `notShown` calls it. */
const books: readonly (readonly [thing: string, book: BookSource, shown: Shown])[] = [
  [
    'cellIs',
    rule('<cfRule type="cellIs" operator="greaterThan" dxfId="0" priority="1"><formula>4</formula></cfRule>'),
    red,
  ],
  ['duplicateValues', rule('<cfRule type="duplicateValues" dxfId="0" priority="1"/>', cellsXml([[1], [1]])), red],
  ['uniqueValues', rule('<cfRule type="uniqueValues" dxfId="0" priority="1"/>'), red],
  ['top10', rule('<cfRule type="top10" rank="1" dxfId="0" priority="1"/>'), red],
  ['top10 bottom', rule('<cfRule type="top10" rank="1" bottom="1" dxfId="0" priority="1"/>'), red],
  ['top10 percent', rule('<cfRule type="top10" rank="50" percent="1" dxfId="0" priority="1"/>'), red],
  ['aboveAverage', rule('<cfRule type="aboveAverage" dxfId="0" priority="1"/>'), red],
  ['below average', rule('<cfRule type="aboveAverage" aboveAverage="0" dxfId="0" priority="1"/>'), red],
  ['containsText', rule('<cfRule type="containsText" text="b" dxfId="0" priority="1"/>', cellsXml([['abc']])), red],
  ['beginsWith', rule('<cfRule type="beginsWith" text="a" dxfId="0" priority="1"/>', cellsXml([['abc']])), red],
  ['endsWith', rule('<cfRule type="endsWith" text="c" dxfId="0" priority="1"/>', cellsXml([['abc']])), red],
  [
    'notContainsText',
    rule('<cfRule type="notContainsText" text="x" dxfId="0" priority="1"/>', cellsXml([['abc']])),
    red,
  ],
  ['notContainsBlanks', rule('<cfRule type="notContainsBlanks" dxfId="0" priority="1"/>'), red],
  ['notContainsErrors', rule('<cfRule type="notContainsErrors" dxfId="0" priority="1"/>'), red],
  [
    'colorScale',
    rule(
      `<cfRule type="colorScale" priority="1"><colorScale>${point}<color rgb="FFFFFFFF"/><color rgb="FFFF0000"/></colorScale></cfRule>`,
    ),
    red,
  ],
  [
    'dataBar',
    rule(`<cfRule type="dataBar" priority="1"><dataBar>${point}<color rgb="FF638EC6"/></dataBar></cfRule>`),
    /linear-gradient/,
  ],
  [
    'iconSet',
    rule(
      '<cfRule type="iconSet" priority="1"><iconSet iconSet="3Arrows"><cfvo type="percent" val="0"/><cfvo type="percent" val="33"/><cfvo type="percent" val="67"/></iconSet></cfRule>',
    ),
    /aria-label="up"/,
  ],
  ['a line sparkline', spark(''), /aria-label="Line sparkline, 4 points, 1 to 2, low 1, high 9"/],
  ['a column sparkline', spark('type="column"'), /Column sparkline/],
  ['a win/loss sparkline', spark('type="stacked"'), /Win\/loss sparkline, 4 points, 4 up, 0 down/],
  ['sparkline markers', spark('markers="1"', '<x14:colorMarkers rgb="FF112233"/>'), /stroke="#112233"/],
  ['the highest point of a sparkline', spark('high="1"', '<x14:colorHigh rgb="FF112233"/>'), /h0" stroke="#112233"/],
  [
    'the axis of a sparkline',
    spark('displayXAxis="1" minAxisType="custom" manualMin="-5"', '<x14:colorAxis rgb="FF112233"/>'),
    /stroke="#112233"/,
  ],
  ['a sparkline from right to left', spark('rightToLeft="1"'), /d="M\d+ \d+l-/],
  ['a picture', picture(pictureXml()), /<img src="\/linkedfiles\/A\/B\/C\/picture-[^"]+" alt="A logo"/],
  ['a cropped picture', picture(pictureXml({ crop: '<a:srcRect l="10000"/>' })), /overflow:clip/],
  ['a turned picture', picture(pictureXml({ frame: '<a:xfrm rot="600000"/>' })), /rotate:10deg/],
  ['a mirrored picture', picture(pictureXml({ frame: '<a:xfrm flipH="1"/>' })), /scale:-1 1/],
  ['a pale picture', picture(pictureXml({ blip: '<a:alphaModFix amt="50000"/>' })), /opacity:0\.5/],
  ['effects of a picture', picture(pictureXml({ blip: '<a:grayscl/>' })), 'picture effects'],
  ['a linked picture', picture(pictureXml({ reference: 'r:link="rId1"' })), 'pictures'],
  ['a box', box('rect'), /Boxed/],
  ['a round box', box('roundRect'), /border-radius:16px/],
  ['an ellipse', box('ellipse'), /border-radius:50%/],
  ['an arrow', box('rightArrow'), 'shapes'],
  ['a connector', drawingSource(anchored('<xdr:cxnSp/>'), {}), 'shapes'],
  ['a group of shapes', drawingSource(anchored('<xdr:grpSp/>'), {}), 'shapes'],
  ['ink', drawingSource(anchored('<xdr:contentPart/>'), {}), 'ink'],
  [
    'a diagram',
    drawingSource(
      anchored('<xdr:graphicFrame><a:graphic><a:graphicData uri="x/diagram"/></a:graphic></xdr:graphicFrame>'),
      {},
    ),
    'diagrams',
  ],
  [
    'a slicer',
    drawingSource(
      anchored('<xdr:graphicFrame><a:graphic><a:graphicData uri="x/slicer"/></a:graphic></xdr:graphicFrame>'),
      {},
    ),
    'slicers',
  ],
  [
    'a timeline',
    drawingSource(
      anchored('<xdr:graphicFrame><a:graphic><a:graphicData uri="x/2012/timeslicer"/></a:graphic></xdr:graphicFrame>'),
      {},
    ),
    'timelines',
  ],
  [
    'a form control',
    { sheets: [{ body: numbers, relations: [['rId1', 'ctrlProp', '../ctrlProps/c.xml']] }] },
    'form controls',
  ],
  [
    'an embedded object',
    { sheets: [{ body: numbers, relations: [['rId1', 'oleObject', '../embeddings/o.bin']] }] },
    'embedded objects',
  ],
  ['bold', lettered('<b/>'), /font-weight:700/],
  ['italic', lettered('<i/>'), /font-style:italic/],
  ['underlined', lettered('<u/>'), /text-decoration:underline/],
  ['doubly underlined', lettered('<u val="double"/>'), /underline double/],
  ['struck', lettered('<strike/>'), /line-through/],
  ['raised', lettered('<vertAlign val="superscript"/>'), /<sup>Text/],
  ['lowered', lettered('<vertAlign val="subscript"/>'), /<sub>Text/],
  ['a color with a tint', lettered('<color theme="4" tint="0.5"/>'), /color:#[0-9a-f]{6}/],
  ['centered', aligned('horizontal="center"'), /text-align:center/],
  ['distributed', aligned('horizontal="distributed"'), /text-align-last:justify/],
  ['wrapped', aligned('wrapText="1"'), /white-space:pre-wrap/],
  ['indented', aligned('horizontal="left" indent="2"'), /padding-left:22px/],
  ['turned by degrees', aligned('textRotation="30"'), /rotate\(-30\)/],
  ['upright', aligned('textRotation="90"'), /writing-mode:sideways-lr/],
  ['stacked', aligned('textRotation="255"'), /text-orientation:upright/],
  [
    'a fill',
    filled('<patternFill patternType="solid"><fgColor rgb="FF00FF00"/></patternFill>'),
    /background-color:#00ff00/,
  ],
  [
    'a pattern',
    filled('<patternFill patternType="darkGrid"><fgColor rgb="FF00FF00"/></patternFill>'),
    /background-color:#80ff80/,
  ],
  [
    'a gradient',
    filled(
      '<gradientFill degree="90"><stop position="0"><color rgb="FFFFFFFF"/></stop><stop position="1"><color rgb="FF00FF00"/></stop></gradientFill>',
    ),
    /linear-gradient/,
  ],
  [
    'a thick border',
    bordered('<bottom style="thick"><color rgb="FF112233"/></bottom>'),
    /border-block-end:3px solid #112233/,
  ],
  [
    'a diagonal',
    bordered('<diagonal style="thin"><color rgb="FF112233"/></diagonal>', 'diagonalUp="1"'),
    /linear-gradient\(to bottom/,
  ],
  [
    'a hidden row',
    sheet(
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>77</v></c></row></sheetData>',
    ),
    /^(?!.*77)/,
  ],
  [
    'a collapsed group',
    sheet(
      '<sheetData><row r="1" outlineLevel="1" hidden="1"><c r="A1"><v>77</v></c></row><row r="2" collapsed="1"><c r="A2"><v>5</v></c></row></sheetData>',
    ),
    /data-outline="below after".*<tr data-level="1" hidden=""><td data-cell="A1"[^>]*>77<.*>5</,
  ],
  [
    'a frozen row',
    sheet(
      `<sheetViews><sheetView><pane ySplit="1" state="frozen" topLeftCell="A2"/></sheetView></sheetViews>${numbers}`,
    ),
    /data-freeze="1,0"/,
  ],
  [
    'a sheet from right to left',
    sheet(`<sheetViews><sheetView rightToLeft="1"/></sheetViews>${numbers}`),
    /<table dir="rtl"/,
  ],
  ['a zoom', sheet(`<sheetViews><sheetView zoomScale="85"/></sheetViews>${numbers}`), / data-zoom="85"/],
  [
    'the zoom of the usual view, behind a preview of its pages',
    sheet(
      `<sheetViews><sheetView view="pageBreakPreview" zoomScale="60" zoomScaleNormal="120"/></sheetViews>${numbers}`,
    ),
    / data-zoom="120"/,
  ],
  [
    'formulas in place of results',
    sheet(
      '<sheetViews><sheetView showFormulas="1"/></sheetViews><sheetData><row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row></sheetData>',
    ),
    'formulas in place of results',
  ],
  ['no gridlines', sheet(`<sheetViews><sheetView showGridLines="0"/></sheetViews>${numbers}`), /border="0"/],
  [
    'hidden zeros',
    sheet(`<sheetViews><sheetView showZeros="0"/></sheetViews>${cellsXml([[0], [5]])}`),
    /^(?!.*>0<).*>5</,
  ],
  [
    'a link to a cell',
    sheet(`${numbers}<hyperlinks><hyperlink ref="A1" location="Sheet1!B2"/></hyperlinks>`),
    /<a href="#sheet1">1<\/a>/,
  ],
  [
    'a link with words of its own',
    sheet(`${numbers}<hyperlinks><hyperlink ref="A1" location="Sheet1!B2" tooltip="See &quot;B2&quot;"/></hyperlinks>`),
    /<a href="#sheet1" title="See &quot;B2&quot;">1<\/a>/,
  ],
  ['a sheet on one piece of paper', sheet(`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${numbers}`), 'page setup'],
  [
    'a sheet as wide as the paper',
    sheet(`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${numbers}<pageSetup fitToHeight="0" scale="50"/>`),
    /<table/,
  ],
  ['a scale on paper', sheet(`${numbers}<pageSetup scale="80"/>`), 'page setup'],
  ['headings on paper', sheet(`${numbers}<printOptions headings="1"/>`), 'page setup'],
  [
    'paper with margins, across',
    sheet(`${numbers}<pageMargins left="1"/><pageSetup paperSize="9" orientation="landscape"/>`),
    /<table/,
  ],
  [
    'a pivot table',
    { sheets: [{ body: numbers, relations: [['rId1', 'pivotTable', '../pivotTables/p.xml']] }] },
    'pivot table styles',
  ],
  [
    'digits of another script',
    sheet(cellsXml([[[123, 1]]]), { styles: formatStyles(['[DBNum1]General']) }),
    'number formats',
  ],
  [
    'what a list tells',
    sheet(
      `${numbers}<dataValidations><dataValidation type="list" prompt="Choose" sqref="A1"><formula1>"1,2"</formula1></dataValidation></dataValidations>`,
    ),
    'input messages',
  ],
  [
    'the border of a data bar',
    sheet(
      `${numbers}<extLst><ext><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule type="dataBar" priority="1" id="{1}"><x14:dataBar border="1"><x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/><x14:fillColor rgb="FF638EC6"/><x14:borderColor rgb="FF112233"/></x14:dataBar></x14:cfRule><xm:sqref>A1:A4</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`,
    ),
    'data bar borders',
  ],
  [
    'a link by a formula',
    sheet(
      '<sheetData><row r="1"><c r="A1" t="str"><f>HYPERLINK("https://a.example/"&amp;B1,"x")</f><v>x</v></c><c r="B1"><v>7</v></c></row></sheetData>',
    ),
    /<a href="https:\/\/a\.example\/7">x/,
  ],
  ['an error', sheet('<sheetData><row r="1"><c r="A1" t="e"><v>#DIV/0!</v></c></row></sheetData>'), /#DIV\/0!/],
  ['a truth value', sheet(cellsXml([[true]])), />TRUE</],
  [
    'a date of 1904',
    sheet(cellsXml([[[0, 1]]]), { styles: formatStyles(['yyyy']), before: '<workbookPr date1904="1"/>' }),
    />1904</,
  ],
];

/** A small book for each kind of chart. */
const chartBooks: readonly (readonly [kind: string, bytes: Uint8Array])[] = [
  ...Object.entries(chartPlots)
    .filter(([kind]) => kind !== 'columns in space')
    .map(([kind, plot]) => [kind, chartBook({ charts: [chartPart(plot)] })] as const),
  ...Object.entries(newerCharts).map(([kind, { part, rows }]) => [kind, newerBook([part], rows)] as const),
];

test.each(chartBooks)('a chart of the kind %s is drawn, with its numbers', async (_, bytes) => {
  const { pages, notShown = [] } = renderPages(await readWorkbook(bytes));
  expect(pages[0]?.html).toMatch(/<svg [^>]*aria-label="[^"]+".*<details data-table="[^"]+"/s);
  expect(notShown).toEqual([]);
});

test.each(books)('%s is shown, or named', async (_, book, shown) => {
  const { pages, notShown = [] } = renderPages(await readWorkbook(buildXlsx(book)), {}, { topic: 'A/B/C' });
  const whole = pages.map(({ html, styles }) => html + styles.join('')).join('');
  if (typeof shown === 'string') expect(notShown.map(({ what }) => what)).toContain(shown);
  else {
    expect(whole).toMatch(shown);
    expect(notShown).toEqual([]);
  }
});

test('an embedded document is one, and its picture is none of its own', async () => {
  const object =
    '<oleObjects><mc:AlternateContent><mc:Choice Requires="x14"><oleObject progId="Word.Document.12" shapeId="1" r:id="rId1"><objectPr defaultSize="0" r:id="rId2"/></oleObject></mc:Choice></mc:AlternateContent></oleObjects>';
  const drawn = '<xml><x:ClientData ObjectType="Pict"/></xml>';
  const book = buildXlsx({
    sheets: [
      {
        body: numbers + object,
        relations: [
          ['rId1', 'package', '../embeddings/document.docx'],
          ['rId2', 'image', '../media/image1.emf'],
          ['rId3', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
        ],
      },
    ],
    parts: { 'xl/drawings/vmlDrawing1.vml': drawn },
  });
  const { notShown } = renderPages(await readWorkbook(book));
  expect(notShown?.map(({ what, count }) => `${count} ${what}`)).toEqual(['1 embedded objects']);
});
