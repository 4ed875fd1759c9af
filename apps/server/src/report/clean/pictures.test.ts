import { readWorkbook, renderPages } from '@sheetwire/sheet/publish-pages';
import { anchored, drawingBook, pictureXml, pngOf } from '@sheetwire/sheet/test-support/picture-book';
import { expect, test } from 'vitest';
import { cleanCell } from './clean-page.ts';

const turned = '<a:xfrm rot="5400000" flipH="1"><a:off x="0" y="0"/><a:ext cx="952500" cy="381000"/></a:xfrm>';

test.each([
  ['plain', {}],
  ['cropped', { crop: '<a:srcRect l="25000" b="40000"/>' }],
  ['turned', { frame: turned }],
  ['cropped and turned', { crop: '<a:srcRect l="25000" b="40000"/>', frame: turned }],
  ['pale and round', { shape: 'ellipse', blip: '<a:alphaModFix amt="40000"/>' }],
])('a %s picture passes as it is written', async (_, source) => {
  const book = await readWorkbook(drawingBook(anchored(pictureXml(source)), { 'a.png': pngOf(40, 20) }));
  const html = renderPages(book, {}, { topic: 'ACME/SALES/DAILY' }).pages[0]?.html ?? '';
  const drawing = /<div data-drawing.*?<img [^>]*>(?:<\/div>)+/.exec(html)?.[0] ?? '';
  expect(drawing).not.toBe('');
  expect(cleanCell(drawing).html).toBe(drawing);
});

test.each(['rotate:1 1 0 60deg', 'rotate:4turn', 'scale:100', 'scale:1 1 9', 'translate:9px', 'rotate:calc(9deg)'])(
  'a picture is not moved by %s',
  (css) => {
    const image = `<img src="/linkedfiles/A/B/C/d.png" alt="" style="width:9px;${css}">`;
    expect(cleanCell(image).html).toBe('<img src="/linkedfiles/A/B/C/d.png" alt="" style="width:9px">');
  },
);

test('nothing but a picture and its frame is turned', () => {
  expect(cleanCell('<span style="rotate:9deg">a</span>').html).toBe('<span>a</span>');
});

test('a text box passes as it is written', async () => {
  const shape =
    '<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="4" name="a"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr><a:xfrm rot="1800000"/><a:prstGeom prst="roundRect"/><a:solidFill><a:srgbClr val="FFEE00"><a:alpha val="50000"/></a:srgbClr></a:solidFill><a:ln><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:ln></xdr:spPr>' +
    '<xdr:txBody><a:bodyPr anchor="ctr" vert="vert270"/><a:p><a:pPr algn="ctr"/><a:r><a:rPr sz="1800" b="1"><a:latin typeface="Times New Roman"/></a:rPr><a:t>A &amp; b</a:t></a:r></a:p><a:p/></xdr:txBody></xdr:sp>';
  const html = renderPages(await readWorkbook(drawingBook(anchored(shape)))).pages[0]?.html ?? '';
  const drawing = /<div data-drawing.*<\/p><\/div><\/div><\/div>/.exec(html)?.[0] ?? '';
  expect(drawing).not.toBe('');
  expect(cleanCell(drawing).html).toBe(drawing);
});
