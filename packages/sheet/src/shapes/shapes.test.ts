import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { anchored, drawingBook } from '../test-support/picture-book.ts';

interface ShapeSource {
  readonly isTextBox?: boolean;
  readonly form?: string;
  readonly frame?: string;
  readonly look?: string;
  readonly style?: string;
  readonly body?: string;
  readonly text?: string;
  readonly click?: string;
}

function shapeXml(source: ShapeSource): string {
  const {
    isTextBox = true,
    form = 'rect',
    frame = '',
    look = '',
    style = '',
    body = '',
    text = '',
    click = '',
  } = source;
  return (
    `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="4" name="TextBox 3">${click}</xdr:cNvPr><xdr:cNvSpPr${isTextBox ? ' txBox="1"' : ''}/></xdr:nvSpPr>` +
    `<xdr:spPr>${frame}<a:prstGeom prst="${form}"><a:avLst/></a:prstGeom>${look}</xdr:spPr>${style}` +
    `<xdr:txBody><a:bodyPr ${body}/><a:lstStyle/>${text}</xdr:txBody></xdr:sp>`
  );
}

const run = (text: string, look = '') => `<a:r><a:rPr lang="en-US"${look}/><a:t>${text}</a:t></a:r>`;
const line = (text: string) => `<a:p>${run(text)}</a:p>`;

async function drawn(source: ShapeSource, files = {}) {
  const { pages, notShown } = renderPages(await readWorkbook(drawingBook(anchored(shapeXml(source)), files)));
  const html = pages[0]?.html ?? '';
  return { html: /<div data-drawing="[^"]*"[^>]*>(.*)<\/div><\/td>/.exec(html)?.[1] ?? '', page: html, notShown };
}

test('a text box is a block with its text', async () => {
  const { html, page, notShown } = await drawn({ text: line('Rates &lt; 5 %') + line('second') });
  expect(html).toContain('<p style="margin:0">Rates &lt; 5 %</p><p style="margin:0">second</p>');
  expect(html).toMatch(/^<div style="box-sizing:border-box;font:11pt [^"]*width:100%;height:100%">/);
  expect([page.includes('data-drawing="d4"'), notShown]).toEqual([true, []]);
});

test('it has its fill and its line, of the file or of its style', async () => {
  const look =
    '<a:solidFill><a:schemeClr val="lt1"/></a:solidFill><a:ln w="19050"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill><a:prstDash val="dash"/></a:ln>';
  const own = await drawn({ look });
  expect(own.html).toContain('background-color:#ffffff;border:2px dashed #ff0000;color:#000000');
  const style =
    '<xdr:style><a:lnRef idx="2"><a:schemeClr val="accent1"/></a:lnRef><a:fillRef idx="1"><a:schemeClr val="accent2"><a:lumMod val="50000"/></a:schemeClr></a:fillRef><a:fontRef idx="minor"><a:schemeClr val="lt1"/></a:fontRef></xdr:style>';
  expect((await drawn({ style })).html).toContain('background-color:#632523;border:1px solid #4f81bd;color:#ffffff');
  expect((await drawn({ style, look: '<a:noFill/><a:ln><a:noFill/></a:ln>' })).html).not.toMatch(/background|border:/);
});

test('its letters are those of the file', async () => {
  const look = ' sz="1800" b="1" i="1" u="sng" strike="sngStrike"';
  const colored = `<a:p><a:pPr algn="ctr"/><a:r><a:rPr${look}><a:solidFill><a:srgbClr val="00AA00"/></a:solidFill><a:latin typeface="Georgia"/></a:rPr><a:t>big</a:t></a:r><a:br/>${run('small')}</a:p>`;
  const { html } = await drawn({ text: colored });
  expect(html).toContain(
    '<p style="margin:0;text-align:center"><span style="font-size:18pt;font-weight:700;font-style:italic;text-decoration:underline line-through;color:#00aa00;font-family:Georgia,serif">big</span><br>small</p>',
  );
});

test.each([
  ['anchor="ctr"', 'justify-content:center'],
  ['anchor="b"', 'justify-content:flex-end'],
  ['wrap="none"', 'white-space:pre'],
  ['vert="vert270"', 'writing-mode:sideways-lr'],
  ['vert="vert"', 'writing-mode:vertical-rl'],
  ['lIns="0" tIns="19050" rIns="0" bIns="0"', 'padding:2px 0px 0px 0px'],
])('its text is set as in the file: %s', async (body, css) => {
  expect((await drawn({ body, text: line('x') })).html).toContain(css);
});

test.each([
  ['roundRect', 'border-radius:16px'],
  ['ellipse', 'border-radius:50%'],
  ['flowChartTerminator', 'border-radius:999px'],
])('a shape may be a %s', async (form, css) => {
  const { html, notShown } = await drawn({ isTextBox: false, form, text: line('x') });
  expect([html.includes(css), notShown]).toEqual([true, []]);
});

test('other forms are named', async () => {
  const { html, notShown } = await drawn({ isTextBox: false, form: 'star5', text: line('x') });
  expect(html).toBe('');
  expect(notShown).toEqual([{ sheet: 'Sheet1', what: 'shapes', count: 1, why: 'Pages show only boxes and ellipses.' }]);
});

test.each([
  '<a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="FF0000"/></a:gs></a:gsLst></a:gradFill>',
  '<a:blipFill><a:blip r:embed="rId1"/></a:blipFill>',
  '<a:noFill/><a:effectLst><a:outerShdw/></a:effectLst>',
])('what a block does without is named: %s', async (look) => {
  const { html, notShown } = await drawn({ look, text: line('x') });
  expect(html).toContain('>x</p>');
  const why = 'Shadows, 3-D, gradients, patterns and picture fills are left out.';
  expect(notShown).toEqual([{ sheet: 'Sheet1', what: 'shape effects', count: 1, why }]);
  expect((await drawn({ look: '<a:noFill/><a:effectLst/>', text: line('x') })).notShown).toEqual([]);
});

test('a turned box is turned, and its text is never mirrored', async () => {
  const frame = '<a:xfrm rot="5400000" flipH="1"><a:off x="0" y="0"/><a:ext cx="952500" cy="381000"/></a:xfrm>';
  const { html } = await drawn({ frame, text: line('x') });
  expect(html).toContain('left:-30px;top:30px;width:100px;height:40px;rotate:90deg"');
});

test('a box leads where it leads in the file', async () => {
  const { html } = await drawn(
    { click: '<a:hlinkClick r:id="rId1"/>', text: line('x') },
    { 'https://example.com/': '' },
  );
  expect(html).toMatch(/^<a href="https:\/\/example.com\/"><div /);
});

test('a text that is too long is named', async () => {
  const { html, notShown } = await drawn({ text: line('x'.repeat(30_000)) });
  expect(html).toBe('');
  expect(notShown).toEqual([
    { sheet: 'Sheet1', what: 'text boxes', count: 1, why: 'A text box shows 20,000 characters at most.' },
  ]);
});
