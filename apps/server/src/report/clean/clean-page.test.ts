import { PageModel } from '@sheetwire/page/model/page-model';
import { expect, test } from 'vitest';
import { cleanCell, cleanerVersion, cleanPage } from './clean-page.ts';
import { CleanRefusal } from './refusal.ts';

const cleaned = (html: string) => cleanPage(html).html;
function refusalOf(clean: () => unknown): string {
  try {
    clean();
  } catch (error) {
    return error instanceof CleanRefusal ? error.code : String(error);
  }
  return 'nothing';
}

test('what is written is canonical: closed tags, quoted and escaped attributes, no comments', () => {
  expect(cleaned(`<p title='a"<>\`&b'>x<br>y<!-- z --><p>1 > 0 & 2`)).toBe(
    '<p title="a&quot;&lt;&gt;&#96;&amp;b">x<br>y</p><p>1 &gt; 0 &amp; 2</p>',
  );
});

test('bare rows and cells are read as a table', () => {
  expect(cleaned(' <tr><td>1<td>2')).toBe('<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>');
});

test('a whole document leaves its body', () => {
  expect(
    cleaned('<!doctype html><html><head><title>t</title><style>a{}</style></head><body><p>x</p></body></html>'),
  ).toBe('<p>x</p>');
});

test('a table says at which zoom it is shown, as far as a spreadsheet goes', () => {
  const zoom = (value: string) => / data-zoom="[^"]*"/.exec(cleaned(`<table data-zoom="${value}"><tr><td>1`))?.[0];
  expect([zoom('85'), zoom('9999'), zoom('0'), zoom('calc(1)')]).toEqual([
    ' data-zoom="85"',
    ' data-zoom="400"',
    ' data-zoom="10"',
    undefined,
  ]);
});

test('a table says how high its rows are, in whole pixels', () => {
  const rowHeight = (value: string) =>
    / data-row-height="[^"]*"/.exec(cleaned(`<table data-row-height="${value}"><tr><td>1`))?.[0];
  expect(rowHeight('20')).toBe(' data-row-height="20"');
  expect(rowHeight('9999')).toBe(' data-row-height="546"');
  expect(rowHeight('high')).toBeUndefined();
});

test('rows and columns say which groups they are in, and tables where the totals stand', () => {
  const page =
    '<table data-outline="below after"><colgroup><col data-level="1" hidden=""></colgroup><tbody><tr data-level="2" hidden=""><td>1</td></tr></tbody></table>';
  expect(cleaned(page)).toBe(page);
  expect(cleaned('<table data-print="landscape"><tr><td>1')).toContain('<table data-print="landscape">');
  expect(cleaned('<table data-outline="up" data-print="x"><tr data-level="x"><td>1')).toBe(
    '<table><tbody><tr><td>1</td></tr></tbody></table>',
  );
  expect(cleaned('<table><tr data-level="12"><td>1')).toContain('<tr data-level="7">');
});

test('a text turned by a drawing stays as it was drawn', () => {
  const turned =
    '<svg width="60" height="50" style="max-width:none;overflow:visible"><text fill="currentColor" transform="translate(10 45) rotate(-45)">rising</text></svg>';
  expect(cleanCell(turned).html).toBe(turned);
});

test('the sheet attributes stay, with the style number last', () => {
  const page = cleanPage(
    '<table data-freeze="1,2" data-paper class=x><tr><td data-s="3" data-cell="B7" data-num data-ink="red" data-other=1>1',
  );
  expect(page.html).toBe(
    '<table data-freeze="1,2" data-paper=""><tbody><tr><td data-cell="B7" data-num="" data-ink="red" data-s="3">1</td></tr></tbody></table>',
  );
  expect(page.cellCount).toBe(1);
});

test('a delta writes a style number where cleaning writes it', () => {
  const page = new PageModel({ html: cleaned('<table><tr><td data-cell="A1" style="color:red">1'), styles: [] });
  page.setCell(0, '2', 4);
  expect(cleaned(page.html)).toBe(page.html);
  expect(page.cellStyle(0)).toBe(4);
});

test('a cell name is used once in a page', () => {
  expect(cleaned('<table><tr><td data-cell=A1>1<td data-cell=A1>2')).toContain('<td data-cell="A1">1</td><td>2</td>');
});

test('a style number is a plain number of the list', () => {
  expect(cleaned('<table><tr><td data-s=007>')).toContain('<td data-s="7">');
  expect(cleaned('<table><tr><td data-s=9999><td data-s=-1><td data-s="1 2">')).toContain(
    '<td></td><td></td><td></td>',
  );
});

test('spans are bounded', () => {
  expect(cleaned('<table><tr><td colspan=99999 rowspan=0>')).toContain('<td colspan="1000" rowspan="1">');
  expect(
    refusalOf(() => cleaned(`<table><tr>${'<td colspan=1000 rowspan=10000>'.repeat(2)}${'<tr>'.repeat(9999)}`)),
  ).toBe('too_large');
});

test('a table within a table is told', () => {
  expect(cleanPage('<table><tr><td><table><tr><td>1</table></table>').hasNestedTables).toBe(true);
  expect(cleanPage('<table><tr><td>1</table><table><tr><td>2</table>').hasNestedTables).toBe(false);
  expect(cleanCell('<table><tr><td>1</table>').hasTable).toBe(true);
});

test('ids get one prefix, and links within a page are left to be found by it', () => {
  expect(cleaned('<p id=top>x</p><a href="#top">up</a>')).toBe(
    '<p id="r-top">x</p><a href="#top" rel="noopener noreferrer">up</a>',
  );
  expect(cleaned('<p id="r-top">x</p>')).toBe('<p id="r-top">x</p>');
});

test('a drawing keeps its shapes in their case and its own gradients', () => {
  expect(
    cleaned(
      '<svg viewbox="0 0 9 9"><title>t</title><linearGradient id=g><stop offset=0></linearGradient><rect fill="url(#g)" onclick=x() href=y /><use href="#g"/><foreignObject><p>x</p></foreignObject><text>a<tspan>b</tspan></text></svg>',
    ),
  ).toBe(
    '<svg viewBox="0 0 9 9"><linearGradient id="r-g"><stop offset="0"></stop></linearGradient><rect fill="url(#r-g)"></rect><text>a<tspan>b</tspan></text></svg>',
  );
});

test('an image that may not be shown leaves its text', () => {
  expect(cleaned('<img src="https://example.com/x.png" alt="a <b>">')).toBe('a &lt;b&gt;');
});

test('text beginning with a line feed reads back', () => {
  const html = '<pre>\n\na</pre><textarea data-control="T">\n\nb</textarea>';
  expect(cleaned(html)).toBe(html);
});

test('an element that the parser would not leave in its place gives its content alone', () => {
  expect(cleaned('<a href="/x"><marquee><a href="/y">z</a></marquee></a>')).not.toMatch(/<a[^>]*><a/);
  expect(cleaned('<p><object><div>gone</div></object>kept</p>')).toBe('<p>kept</p>');
  expect(cleaned('<h1><dialog open><h2>x</h2></dialog></h1>')).toBe('<h1>x</h1>');
});

test('a cell spans no more rows than its part of the table has', () => {
  expect(
    cleaned('<table><tr><td rowspan=5000>1</td></tr><tr></tr><tfoot><tr><td rowspan=2>2</td></tr></tfoot></table>'),
  ).toBe(
    '<table><tbody><tr><td rowspan="2">1</td></tr><tr></tr></tbody><tfoot><tr><td rowspan="1">2</td></tr></tfoot></table>',
  );
});

test('readings above characters keep their mark-up, and stand nowhere but in a ruby', () => {
  const html = '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>';
  expect(cleaned(html)).toBe(html);
  expect(cleaned('<ruby>漢<rt>かん<rt>じ</ruby>')).toBe('<ruby>漢<rt>かん</rt><rt>じ</rt></ruby>');
  expect(cleaned('<ruby><rb>漢<rtc><rt>かん</ruby>')).toBe('<ruby><rb>漢</rb><rt>かん</rt></ruby>');
  // A browser would end the first of two that lie in each other.
  expect(cleaned('<ruby><rt>a<marquee><rt>b</marquee></ruby>')).toBe('<ruby><rt>ab</rt></ruby>');
  expect(cleaned('<p><rt>a</rt></p>')).toBe('<p>a</p>');
});

test('the caps refuse: depth, elements, cells, text that cannot be kept', () => {
  expect(refusalOf(() => cleaned('<div>'.repeat(201)))).toBe('page_too_deep');
  expect(refusalOf(() => cleaned('<div>'.repeat(200)))).toBe('nothing');
  expect(refusalOf(() => cleanPage('<i>x</i>'.repeat(101), { nodes: 100 }))).toBe('too_large');
  expect(refusalOf(() => cleanPage('<table><tr><td><td><td>', { cells: 2 }))).toBe('too_large');
  expect(refusalOf(() => cleaned('a\0'))).toBe('bad_text');
  expect(refusalOf(() => cleanCell('a\ud800'))).toBe('bad_text');
  // Formatting that is never closed is opened again in each paragraph.
  expect(
    refusalOf(() => cleaned('<p>'.concat(...Array.from({ length: 300 }, (_, n) => `<font size=${n % 9} title=${n}>`)))),
  ).toBe('page_too_deep');
});

test('a short page does not grow into a large one', () => {
  const fonts = Array.from({ length: 5 }, (_, n) => `<font title="${n}${'x'.repeat(10_000)}">`).join('');
  expect(refusalOf(() => cleaned(`<p>${fonts}${'<p>x'.repeat(10_000)}`))).toBe('too_large');
  expect(refusalOf(() => cleaned(`<p>${'<b><i><u>'.repeat(3)}${'<p>x'.repeat(30_000)}`))).toBe('too_large');
  expect(refusalOf(() => cleaned('<td>1'.repeat(20_000)))).toBe('nothing');
});

test.each([
  ['1,204.50', '1,204.50'],
  ['a > b', 'a &gt; b'],
  ['a &amp; b &lt; c &quot;d&quot; &#39;e&#39; &nbsp;', 'a &amp; b &lt; c "d" \'e\' \u00a0'],
  ['&amp;quot;', '&amp;quot;'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['&eacute; & &notit;', 'é &amp; ¬it;'],
  ['<tr><td>x</td></tr>', 'x'],
  ['<b>x', '<b>x</b>'],
])('the cell %j becomes %j', (html, expected) => {
  expect(cleanCell(html).html).toBe(expected);
  expect(cleaned(`<table><tr><td>${html}</td></tr></table>`)).toContain(
    html.startsWith('<tr') ? '<td>x</td>' : `<td>${expected}</td>`,
  );
});

test('what the cleaner writes of these samples belongs to its version: a change of one is a change of both', () => {
  const samples: Readonly<Record<string, string>> = {
    '<div style="rotate:90deg;left:2px;position:fixed" data-drawing="d2" data-rows="2">x</div>':
      '<div style="left:2px;rotate:90deg" data-drawing="d2" data-rows="2">x</div>',
    '<summary data-note="Bid" data-side="start">n</summary>': '<summary data-note="Bid" data-side="start">n</summary>',
    '<p style="rotate:90deg;text-shadow:999px 0 red;font-size:9999px;float:left">x</p>': '<p style="float:left">x</p>',
    'a\u202eb': 'ab',
    [`a${'\u0301'.repeat(10)}<b></b>\u0301`]: `a${'\u0301'.repeat(10)}<b></b>`,
    '<svg><path style="stroke-dasharray:0.1"/></svg>': '<svg><path></path></svg>',
    '<svg><clipPath id="a"><text>x</text></clipPath></svg>': '<svg><clipPath id="r-a"></clipPath></svg>',
    '<p title="a\u202eb">x</p>': '<p title="ab">x</p>',
    '<div style="rotate:1deg;rotate:2deg">x</div>': '<div style="rotate:2deg">x</div>',
    '<svg><path d="M0 0" stroke-dasharray="0.1"/></svg>': '<svg><path d="M0 0"></path></svg>',
  };
  const written = Object.keys(samples).map(cleaned);
  expect({ cleanerVersion, written }).toEqual({ cleanerVersion: 4, written: Object.values(samples) });
});
