import { gzipSync } from 'node:zlib';

/** A page that a publisher could send, and what becomes of it: `taken`, or the refusal's status and code. */
export interface HostilePage {
  readonly name: string;
  readonly html: () => string;
  readonly styles?: () => string[];
  readonly outcome: 'taken' | `${number} ${string}`;
}

const page = (name: string, html: () => string, outcome: HostilePage['outcome'] = 'taken'): HostilePage => ({
  name,
  html,
  outcome,
});
const styled = (name: string, styles: () => string[], outcome: HostilePage['outcome'] = 'taken'): HostilePage => ({
  name,
  html: () => '<table><tr><td data-cell="A1" data-s="0">1</td></tr></table>',
  styles,
  outcome,
});
const times = (count: number, text: string | ((n: number) => string)) =>
  typeof text === 'string' ? text.repeat(count) : Array.from({ length: count }, (_, n) => text(n)).join('');
const table = (inner: string) => `<table><tbody>${inner}</tbody></table>`;
const oneCell = (inner: string) => table(`<tr><td data-cell="A1">${inner}</td></tr>`);
const packed = (html: string) => gzipSync(html, { level: 1 }).toString('base64');

/** Addresses and attributes. */
const attributes: readonly HostilePage[] = [
  page('60,000 spaces at the end of an address', () => oneCell(`<a href="x${times(60_000, ' ')}y">x</a>`)),
  page('a million control characters within an address', () =>
    oneCell(`<a href="java${times(1_000_000, '\t\n')}script:x">x</a>`),
  ),
  page('100,000 addresses that end in spaces', () => oneCell(times(100_000, '<a href="/x      ">x</a>'))),
  page('an address of 10 MB', () => oneCell(`<a href="https://example.com/${times(10_000_000, 'a')}">x</a>`)),
  page('an image of 5 MB of spaces', () =>
    oneCell(`<img src="data:image/png;base64,${times(5_000_000, ' ')}" alt="x">`),
  ),
  page('an image of 5 MB that is none', () => oneCell(`<img src="data:image/png;base64,${times(5_000_000, '=')}">`)),
  page('a style of 10 MB of semicolons', () => oneCell(`<b style="${times(10_000_000, ';')}">x</b>`)),
  page('a style of a million open brackets', () => oneCell(`<b style="width:${times(1_000_000, '(')}">x</b>`)),
  page('a style of 300,000 comments', () => oneCell(`<b style="${times(300_000, '/* *')}">x</b>`)),
  page('a style of a million escapes', () => oneCell(`<b style="color:${times(1_000_000, '\\0')}">x</b>`)),
  page('a style of 200,000 declarations', () => oneCell(`<b style="${times(200_000, 'color:red;')}">x</b>`)),
  page('a style of 200,000 properties', () => oneCell(`<b style="${times(200_000, (n) => `a${n}:1;`)}">x</b>`)),
  page('a style of one number of a million digits', () => oneCell(`<b style="width:${times(1_000_000, '1')}px">x</b>`)),
  page('100,000 attributes on one element', () => oneCell(`<b ${times(100_000, (n) => `a${n}=1 `)}>x</b>`)),
  page('one attribute 100,000 times', () => oneCell(`<b ${times(100_000, 'title=x ')}>x</b>`)),
  page('a class of 5 MB', () => oneCell(`<b class="${times(2_500_000, 'x ')}">x</b>`)),
  page('a title of 5 MB of quotes', () => oneCell(`<b title='${times(5_000_000, '"')}'>x</b>`), '413 too_large'),
  page('300,000 ids that are one', () => times(300_000, '<i id=x>x</i>')),
  page('a style number of 400 nines', () => table(`<tr><td data-cell="A1" data-s="${times(400, '9')}">1</td></tr>`)),
  page('a style number of a million digits', () =>
    table(`<tr><td data-cell="A1" data-s="${times(1_000_000, '1')}">1</td></tr>`),
  ),
  page('a freeze of a billion rows', () => `<table data-freeze="999999999,999999999"><tr><td>1</td></tr></table>`),
  page('a control name of a million letters', () =>
    oneCell(`<textarea data-control="${times(1_000_000, 'a')}"></textarea>`),
  ),
];

/** Elements and their nesting. */
const elements: readonly HostilePage[] = [
  page('100,000 boxes within one another', () => times(100_000, '<div>'), '422 page_too_deep'),
  page('100,000 unclosed bold', () => `${times(100_000, '<b>')}x`, '422 page_too_deep'),
  page('50,000 links within links', () => oneCell(times(50_000, '<a href=/x>')), 'taken'),
  page('paragraphs through 2,000 open formats', () => times(2000, '<b><i><p>'), 'taken'),
  page('formats that are opened again 100,000 times', () => `<b><i><u><s>${times(100_000, '<p>x</p>')}`),
  page(
    '200 open formats and 20,000 paragraphs',
    () => `${times(60, (n) => `<font size=${n}>`)}${times(20_000, '<p>x')}`,
    'taken',
  ),
  page('fonts that are closed out of turn', () => times(20_000, '<b><p></b></p>'), 'taken'),
  page('300,000 texts that a table does not take', () => `<table>${times(300_000, 'x<tr>')}</table>`),
  page('100,000 tables within tables', () => times(100_000, '<table><tr><td>'), '422 page_too_deep'),
  page('tables within cells, 40 deep', () => `${times(40, '<table><tr><td>')}x`, '422 page_too_deep'),
  page('200,000 unclosed list items', () => `<ul>${times(200_000, '<li>x')}`),
  page(
    '100,000 choices of a list',
    () => oneCell(`<select data-control="A">${times(100_000, '<option>x')}</select>`),
    '413 too_large',
  ),
  page(
    '20,000 controls',
    () =>
      table(times(20_000, (n) => `<tr><td data-cell="A${n + 1}"><textarea data-control="C${n}"></textarea></td></tr>`)),
    '413 too_large',
  ),
  page(
    '1,000 controls of one name',
    () => table(times(1000, (n) => `<tr><td data-cell="A${n}"><textarea data-control="Same"></textarea></td></tr>`)),
    '422 control_names_equal',
  ),
  page('500,001 cells', () => table(`<tr>${times(500_001, '<td>')}</tr>`), '413 too_large'),
  page('a cell over 500,000 empty rows', () =>
    table(`<tr><td colspan=1000 rowspan=5000>x</td></tr>${times(500_000, '<tr></tr>')}`),
  ),
  page(
    '1,000 cells that span 1,000 columns and rows each',
    () => table(times(1000, '<tr><td colspan=1000 rowspan=1000>x</td></tr>')),
    '413 too_large',
  ),
  page(
    '100,000 columns in a group',
    () => `<table><colgroup>${times(100_000, '<col span=1000>')}</colgroup><tr><td>x</td></tr></table>`,
    '413 too_large',
  ),
  page('a million cells named alike', () => table(`<tr>${times(300_000, '<td data-cell="A1">1</td>')}</tr>`)),
  page('a drawing of 500,000 shapes', () => `<svg viewBox="0 0 9 9">${times(300_000, '<path d="M0 0"/>')}</svg>`),
  page('a path of 10 MB', () => `<svg viewBox="0 0 9 9"><path d="${times(2_000_000, 'M0 0 ')}"/></svg>`),
  page('drawings within drawings, 100,000 deep', () => times(100_000, '<svg><g>'), '422 page_too_deep'),
  page('200,000 ruby texts', () => times(200_000, '<ruby>x<rt>y</rt></ruby>')),
  page('a page of 5 MB of unclosed comments', () => times(1_250_000, '<!--')),
  page('a million processing instructions', () => times(1_000_000, '<?x>')),
  page('a million tags that are cut short', () => times(1_000_000, '</')),
  page('a million opening brackets', () => times(5_000_000, '<')),
  page('a million references that are none', () => times(2_000_000, '&#x')),
  page('a million references', () => times(1_000_000, '&amp;')),
  page('a million CDATA parts in a drawing', () => `<svg>${times(500_000, '<![CDATA[x]]>')}</svg>`),
  page('a million zero characters', () => times(1_000_000, '\0'), '422 bad_text'),
  page('a page of a million lone surrogates', () => times(500_000, '\ud800'), '422 bad_text'),
  page('what makes a text of the rest', () => `<plaintext>${times(1_000_000, '<b>')}`),
  page('100,000 scripts', () => times(100_000, '<script>x</script>')),
  page('100,000 unclosed scripts', () => times(200_000, '<script>')),
  page('formulas of mathematics, 100,000 deep', () => times(100_000, '<math><mtext>'), '422 page_too_deep'),
];

/** Cheap pages that would hang the tab of a viewer. */
const layout: readonly HostilePage[] = [
  page('16 columns within columns', () => `${times(16, '<div style="columns:2;height:50%">')}x`),
  page('200 shadows of a huge blur', () => times(200, '<p style="box-shadow:0 0 9999px 9999px red">x</p>')),
  page('200 shadows of a text', () => times(200, '<p style="text-shadow:0 0 9999px red">x</p>')),
  page('60,000 combining marks', () => `x${times(60_000, '\u0301')}`),
  page('a million combining marks over 10,000 letters', () => times(10_000, `x${times(100, '\u0301')}`)),
  page('a text of a billion pixels', () => '<p style="font-size:999999999px;width:999999999px">x</p>'),
  page('150 grids within grids', () => `${times(150, '<div style="display:grid">')}x`),
  page('100,000 changes of direction', () => times(200_000, '\u202e')),
];

/** Packed forms and styles of a page. */
const forms: readonly HostilePage[] = [
  page('a packed page of 300 MB', () => packed(times(300_000_000, 'x')), '413 too_large'),
  page('a page that is packed twice', () => packed(packed('<b>x</b>')), '422 page_undecodable'),
  page('a packed page that is cut short', () => packed(times(100_000, 'x')).slice(0, 80), '422 page_undecodable'),
  page('a packed page of spaces', () => `H4sI${times(1_000_000, ' ')}`, '422 page_undecodable'),
  styled('a style of the page of 4,001 characters', () => [times(4001, 'x')], '400 malformed'),
  styled('100,000 styles of the page', () => Array.from({ length: 100_000 }, () => 'color:red'), '400 malformed'),
  styled('styles of the page that open brackets', () => Array.from({ length: 4000 }, () => times(4000, '('))),
];

/** Every hostile page. */
export const hostilePages: readonly HostilePage[] = [...attributes, ...elements, ...layout, ...forms];
