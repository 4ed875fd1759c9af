import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { anchored, drawingBook, drawingSource, pictureXml, pngOf } from '../test-support/picture-book.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';
import { imageHeader } from './image-header.ts';

const topic = 'ACME/SALES/DAILY';
const png = pngOf(40, 20);
const twoFiles = { 'image1.png': png };

async function published(bytes: Uint8Array, to: string | undefined = topic) {
  const { pages, pictures = [], notShown = [], warnings } = renderPages(await readWorkbook(bytes), {}, { topic: to });
  return { html: pages[0]?.html ?? '', pictures, notShown, warnings };
}

async function imageOf(picture: string, files: Readonly<Record<string, string | Uint8Array>> = twoFiles) {
  const { html } = await published(drawingBook(anchored(picture), files));
  return /<div data-drawing="[^"]*"[^>]*>(.*?)<\/div>(?:<\/td>|<\/th>|[^<])/.exec(html)?.[1] ?? html;
}

test('a picture is a file of its report, named by its bytes, with its words', async () => {
  const { html, pictures, notShown } = await published(drawingBook(anchored(pictureXml()), twoFiles));
  const [file] = pictures;
  expect(file?.name).toMatch(/^picture-[0-9a-f]{32}\.png$/);
  expect(file?.bytes).toEqual(new Uint8Array(png));
  expect(html).toContain(`<img src="/linkedfiles/ACME/SALES/DAILY/${file?.name}" alt="A logo" style="display:block`);
  expect(notShown).toEqual([]);
  const again = await published(drawingBook(anchored(pictureXml()), twoFiles));
  expect(again.html).toBe(html);
});

test('the same picture in several places is one file', async () => {
  const drawing = anchored(pictureXml()) + anchored(pictureXml(), [5, 1, 6, 3]);
  const { html, pictures } = await published(drawingBook(drawing, twoFiles));
  expect([html.split('<img').length - 1, pictures.length]).toEqual([2, 1]);
});

test('a name of a report is encoded in the address of its pictures', async () => {
  const { html } = await published(drawingBook(anchored(pictureXml()), twoFiles), 'ACME/R&D/DAILY PNL');
  expect(html).toContain('src="/linkedfiles/ACME/R%26D/DAILY%20PNL/picture-');
});

test('without a report a picture leaves its words, and is named', async () => {
  const book = await readWorkbook(drawingBook(anchored(pictureXml()), twoFiles));
  const report = renderPages(book);
  expect(report.pages[0]?.html).toContain('<img src="" alt="A logo"');
  expect(report.pictures).toEqual([]);
  expect(report.notShown).toEqual([
    { sheet: '', what: 'pictures', count: 1, why: 'They are shown only in a published report.' },
  ]);
});

test('a hidden picture is not there', async () => {
  const { html, pictures, notShown } = await published(
    drawingBook(anchored(pictureXml({ properties: 'hidden="1"' })), twoFiles),
  );
  expect([html.includes('<img'), pictures, notShown]).toEqual([false, [], []]);
});

test('words are those of the file: none for decoration, the title where there is no description', async () => {
  const decorative = '<a:extLst><a:ext><adec:decorative xmlns:adec="d" val="1"/></a:ext></a:extLst>';
  expect(await imageOf(pictureXml({ properties: 'descr="x"', click: decorative }))).toContain('alt=""');
  expect(await imageOf(pictureXml({ properties: 'title="Our &quot;house&quot;"' }))).toContain(
    'alt="Our &quot;house&quot;"',
  );
});

test('a cropped picture shows its part', async () => {
  const image = await imageOf(pictureXml({ crop: '<a:srcRect l="25000" t="10000" r="25000" b="40000"/>' }));
  expect(image).toMatch(/^<div style="overflow:clip;width:100%;height:100%"><img /);
  expect(image).toContain('position:relative;left:-50%;top:-20%;width:200%;height:200%');
});

test.each([
  ['rot="1800000"', 'width:100%;height:100%;rotate:30deg'],
  ['flipH="1"', 'width:100%;height:100%;scale:-1 1'],
  ['rot="5400000" flipV="1"', 'position:relative;left:-30px;top:30px;width:100px;height:40px;rotate:90deg;scale:1 -1'],
  ['rot="-2700000"', 'rotate:-45deg'],
])('a picture is turned and mirrored as in the file: %s', async (attributes, css) => {
  const frame = `<a:xfrm ${attributes}><a:off x="0" y="0"/><a:ext cx="952500" cy="381000"/></a:xfrm>`;
  expect(await imageOf(pictureXml({ frame }))).toContain(css);
});

test('a round frame and a paler picture are drawn so', async () => {
  const image = await imageOf(pictureXml({ shape: 'ellipse', blip: '<a:alphaModFix amt="40000"/>' }));
  expect(image).toContain('border-radius:50%;opacity:0.4');
});

test('a picture leads where it leads in the file, but to no script', async () => {
  const click = '<a:hlinkClick r:id="rId2"/>';
  const image = (address: string) => imageOf(pictureXml({ click }), { ...twoFiles, [address]: '' });
  expect(await image('https://example.com/a?b=1')).toContain('<a href="https://example.com/a?b=1"><img ');
  expect(await image('#Sheet1!B2')).toContain('<a href="#B2"><img ');
  expect(await image('#Sheet1!Z99')).toContain('<a href="#sheet1"><img ');
  expect(await image('#Another!A1')).not.toContain('<a ');
  expect(await image('javascript:alert(1)')).not.toContain('<a ');
});

test('effects that pages do not show are named', async () => {
  const picture = pictureXml({ blip: '<a:grayscl/>' });
  const { html, notShown } = await published(drawingBook(anchored(picture), twoFiles));
  expect(html).toContain('<img ');
  expect(notShown).toEqual([
    { sheet: 'Sheet1', what: 'picture effects', count: 1, why: 'Pages show the pictures without them.' },
  ]);
});

test.each([
  ['a size that no browser can draw', { 'image1.png': pngOf(30_000, 30_000) }, 'They are too large.'],
  ['sides too long', { 'image1.png': pngOf(2_000_000_000, 1) }, 'They are too large.'],
  ['no size', { 'image1.png': pngOf(0, 4) }, 'Only PNG, JPEG, GIF and WebP pictures are shown.'],
  ['another kind', { 'image1.emf': '\x01\x00\x00\x00' }, 'Only PNG, JPEG, GIF and WebP pictures are shown.'],
  [
    'script under the name of a picture',
    { 'image1.png': '<svg onload="alert(1)"/>' },
    'Only PNG, JPEG, GIF and WebP pictures are shown.',
  ],
  ['bytes that unpack to far more', { 'image1.png': Buffer.alloc(40_000_000) }, 'They are too large.'],
])('a picture with %s is named, and the rest is published', async (_, files, why) => {
  const { html, pictures, notShown } = await published(drawingBook(anchored(pictureXml()), files));
  expect(html).toContain('Head');
  expect(pictures).toEqual([]);
  expect(notShown).toEqual([{ sheet: 'Sheet1', what: 'pictures', count: 1, why }]);
});

test('a picture that is only linked, or missing, is named', async () => {
  const of = async (reference: string) =>
    (await published(drawingBook(anchored(pictureXml({ reference })), twoFiles))).notShown.map(({ why }) => why);
  expect(await of('r:link="rId1"')).toEqual(['They are linked, not stored in the workbook.']);
  expect(await of('r:embed="rId9"')).toContain('They are linked, not stored in the workbook.');
});

test('an anchor outside of any sheet is named', async () => {
  const { html, notShown } = await published(drawingBook(anchored(pictureXml(), [20_000, 1, 20_001, 2]), twoFiles));
  expect(html).not.toContain('<img');
  expect(notShown).toHaveLength(1);
});

test('pictures beyond the most that a report shows are named', async () => {
  const count = 305;
  const files = Object.fromEntries(Array.from({ length: count }, (_, n) => [`image${n}.png`, pngOf(4, 4, String(n))]));
  const drawing = Array.from({ length: count }, (_, n) => anchored(pictureXml({ reference: `r:embed="rId${n + 1}"` })));
  const { pictures, notShown } = await published(drawingBook(drawing.join(''), files));
  expect(pictures).toHaveLength(300);
  expect(notShown).toEqual([{ sheet: 'Sheet1', what: 'pictures', count: 5, why: 'A report shows up to 300 of them.' }]);
});

const office = 'http://schemas.microsoft.com/office/2022/10/relationships';

function inCells(structure: string, values: string): Uint8Array {
  const source = drawingSource('', twoFiles);
  const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="${office}/image" Target="../media/image1.png"/></Relationships>`;
  return buildXlsx({
    sheets: [
      {
        body: '<sheetData><row r="1" ht="60"><c r="A1" t="e" vm="1"><v>#VALUE!</v></c><c r="B1"><v>7</v></c></row></sheetData>',
      },
    ],
    relations: [
      ['rIdV', 'rdRichValue', 'richData/rdrichvalue.xml'],
      ['rIdU', 'rdRichValueStructure', 'richData/rdrichvaluestructure.xml'],
      ['rIdR', 'richValueRel', 'richData/richValueRel.xml'],
      ['rIdX', 'sheetMetadata', 'metadata.xml'],
    ],
    parts: {
      'xl/media/image1.png': source.parts?.['xl/media/image1.png'] ?? '',
      'xl/metadata.xml':
        '<metadata><metadataTypes count="1"><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE" count="1"><bk><extLst><ext><xlrd:rvb xmlns:xlrd="x" i="0"/></ext></extLst></bk></futureMetadata><valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>',
      'xl/richData/rdrichvalue.xml': `<rvData count="1"><rv s="0">${values}</rv></rvData>`,
      'xl/richData/rdrichvaluestructure.xml': `<rvStructures count="1">${structure}</rvStructures>`,
      'xl/richData/richValueRel.xml':
        '<richValueRels xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><rel r:id="rId7"/></richValueRels>',
      'xl/richData/_rels/richValueRel.xml.rels': rels,
    },
  });
}

const local =
  '<s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/><k n="Text" t="s"/></s>';

test('a picture in a cell fills it, in place of the error that older programs show', async () => {
  const { html, pictures } = await published(inCells(local, '<v>0</v><v>5</v><v>A cat</v>'));
  const cell = /data-cell="A1"[^>]*>(.*?)<\/td>/.exec(html)?.[1];
  expect(cell).toMatch(
    /^<img src="\/linkedfiles\/ACME\/SALES\/DAILY\/picture-[0-9a-f]{32}\.png" alt="A cat" style="[^"]*height:77px/,
  );
  expect([pictures.length, html.includes('#VALUE!')]).toEqual([1, false]);
});

test('a picture that a cell fetches from the web leaves its words, and is named', async () => {
  const web = '<s t="_webimage"><k n="WebImageIdentifier" t="i"/><k n="Text" t="s"/></s>';
  const { html, pictures, notShown } = await published(inCells(web, '<v>0</v><v>A dog</v>'));
  expect(/data-cell="A1"[^>]*>(.*?)<\/td>/.exec(html)?.[1]).toBe('A dog');
  expect([pictures, notShown]).toEqual([
    [],
    [{ sheet: 'Sheet1', what: 'pictures', count: 1, why: 'They are fetched from the web.' }],
  ]);
});

test.each([
  [
    'an error younger than the format',
    '<s t="_error"><k n="colOffset" t="i"/><k n="errorType" t="i"/></s>',
    '<v>0</v><v>8</v>',
    '#SPILL!',
  ],
  ['an error of another number', '<s t="_error"><k n="errorType" t="i"/></s>', '<v>99</v>', '#VALUE!'],
  [
    'a data type',
    '<s t="_linkedentity2"><k n="%cvi" t="r"/><k n="_DisplayString" t="s"/></s>',
    '<v>1</v><v>Contoso &amp; Co</v>',
    'Contoso &amp; Co',
  ],
])('%s is shown as Excel shows it', async (_, structure, values, text) => {
  const { html, notShown } = await published(inCells(structure, values));
  expect(/data-cell="A1"[^>]*>(.*?)<\/td>/.exec(html)?.[1]).toBe(text);
  expect(notShown).toEqual([]);
});

test('pictures do not take the place of a value', async () => {
  const { html } = await published(buildXlsx({ sheets: [{ body: cellsXml([[1]]).replace('<c>', '<c vm="3">') }] }));
  expect(html).toContain('>1<');
});

test.each([
  ['gif', 'GIF89a\x28\x00\x14\x00\x80\x00\x00'],
  ['jpg', '\xff\xd8\xff\xe0\x00\x04ab\xff\xff\xc2\x00\x11\x08\x00\x14\x00\x28\x03'],
  ['webp', 'RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x27\x00\x00\x13\x00\x00'],
  ['webp', 'RIFF\x00\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x28\x00\x14\x00'],
  ['webp', 'RIFF\x00\x00\x00\x00WEBPVP8L\x0a\x00\x00\x00\x2f\x27\xc0\x04\x00\x00\x00\x00\x00\x00'],
])('the size of a %s is read from its first bytes', (type, text) => {
  expect(imageHeader(Buffer.from(text, 'latin1'))).toEqual({ type, width: 40, height: 20 });
  for (let n = 0; n < text.length - 8; n++)
    expect(imageHeader(Buffer.from(text.slice(0, n), 'latin1'))).toBeUndefined();
});
