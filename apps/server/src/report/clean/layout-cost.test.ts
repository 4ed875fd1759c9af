import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { dearPages } from '../../testing/foreign-input/dear-pages.ts';
import { CellHeads } from './cell-heads.ts';
import { cleanCell, cleanPage } from './clean-page.ts';
import { cleanOwnStyle, cleanStyle } from './css/css.ts';

const { layout } = limits.clean;
const cleaned = (html: string) => cleanPage(html).html;
const count = (html: string, piece: string) => html.split(piece).length - 1;

test.each([
  'box-shadow:0 0 90000px red',
  'text-shadow:0 0 200px #000000',
  `box-shadow:${Array.from({ length: 5 }, () => '1px 1px red').join(',')}`,
  'font-size:90000px',
  'font:90000px Arial',
  'letter-spacing:-90000px',
  'border:90000px solid red',
  'border-top-width:5000px',
  'grid-template-columns:repeat(900, 1px)',
  'grid-row-start:900',
  'column-count:3',
  'orphans:900',
  'text-decoration:underline WAVY 100px',
  'text-decoration-style:wavy',
])('%s goes: no report needs it, and a browser takes long over it', (css) => {
  expect(cleanOwnStyle(css)).toBe('');
});

test.each([
  'box-shadow:0 2px 8px rgb(0, 0, 0, 20%),0 0 1px rgb(0, 0, 0, 20%)',
  'font-size:72pt',
  'border:.5pt solid windowtext',
  'grid-template-columns:repeat(12, 1fr)',
  'orphans:2',
  'line-height:1.2',
])('%s stays', (css) => {
  expect(cleanOwnStyle(css)).toBe(css);
});

test('columns of text go: a browser may look for their ends without end', () => {
  expect(cleaned('<div style="columns:2;column-count:2;column-width:9px;column-gap:2px">x</div>')).toBe(
    '<div style="column-gap:2px">x</div>',
  );
});

test('each cell and all that lies outside of cells have room for so many shadows, floats and dashed lines', () => {
  const shadows = '<i style="text-shadow:1px 1px red">x</i>'.repeat(layout.shadows + 5);
  const floats = '<i style="float:left">x</i>'.repeat(layout.floats + 5);
  const lines = `<svg>${'<path stroke-dasharray="1" d="M0 0"/>'.repeat(layout.dashes + 5)}</svg>`;
  const styled = `<svg>${'<path style="stroke-dasharray:1" d="M0 0"/>'.repeat(layout.dashes + 5)}</svg>`;
  expect(count(cleaned(lines + styled), 'stroke-dasharray')).toBe(layout.dashes);
  expect(count(cleaned(styled), 'stroke-dasharray')).toBe(layout.dashes);
  const html = cleaned(`${shadows}${floats}${lines}<table><tr><td>${shadows}<td>${shadows}</table>`);
  expect(count(html, 'text-shadow')).toBe(3 * layout.shadows);
  expect(count(html, 'float')).toBe(layout.floats);
  expect(count(html, 'stroke-dasharray')).toBe(layout.dashes);
  expect(html).toContain(`<td>${cleanCell(shadows).html}</td>`);
});

test('layouts of their own lie only so deep in each other, and what is hidden stays hidden', () => {
  const flex = '<div style="display:flex">'.repeat(layout.depth + 5);
  expect(count(cleaned(`${flex}<p style="display:none">x`), 'display:flex')).toBe(layout.depth);
  expect(cleaned(`${flex}<p style="display:none">x`)).toContain('<p style="display:none">');
  expect(count(cleaned('<div style="writing-mode:vertical-rl">'.repeat(50)), 'writing-mode')).toBe(layout.depth);
});

test('tables lie only so deep in each other', () => {
  const nested = (depth: number) => '<table><tr><td>'.repeat(depth);
  expect(() => cleaned(nested(layout.tables + 1))).toThrow('tables can be nested at most');
  expect(cleaned(nested(layout.tables))).toContain('<table>');
});

test('a letter keeps the marks that a script needs and no more, however the text is cut', () => {
  const marks = '\u0301'.repeat(60_000);
  const calm = `e${'\u0301'.repeat(layout.marks)}`;
  expect(cleaned(`<p>e${marks}</p>`)).toBe(`<p>${calm}</p>`);
  expect(cleaned(`e${marks}<!-- -->${marks}<x>${marks}`)).toBe(calm);
  expect(cleanCell(`e${marks} &amp;`).html).toBe(`${calm} &amp;`);
  expect(cleaned(`<select data-control=A><option>e${marks}</select>`)).toContain(`<option>${calm}</option>`);
  expect(cleaned('<p>ก็ที่ क्षि Ångström e\u0301\u0323</p>')).toBe('<p>ก็ที่ क्षि Ångström e\u0301\u0323</p>');
});

test('marks go on upon a letter over what is not seen and over elements in its line', () => {
  const marks = '\u0301'.repeat(layout.marks);
  const bold = (count: number) => '<b>\u0301</b>'.repeat(count) + '<b></b>'.repeat(layout.marks + 5 - count);
  expect(cleaned(`e${bold(layout.marks + 5)}`)).toBe(`e${bold(layout.marks)}`);
  expect(cleaned(`e${marks}<b></b>${marks}<wbr>${marks}`)).toBe(`e${marks}<b></b><wbr>`);
  expect(cleaned(`e${marks}<!-- -->\u202e<!-- -->${marks}<x></x>${marks}`)).toBe(`e${marks}`);
  expect(cleaned(`e${`${marks}\u200d`.repeat(100)}`)).toBe(`e${marks}`);
  expect(cleaned(`<svg><text>e${marks}<tspan>${marks}</tspan></text></svg>`)).toContain(`e${marks}<tspan></tspan>`);
  const family = '\u{1f468}\ufe0f\u200d\u{1f469}\u200d\u{1f467}';
  const flag = `\u{1f3f4}${String.fromCodePoint(0xe0067, 0xe0062, 0xe0065, 0xe006e, 0xe0067, 0xe007f)}`;
  expect(cleaned(`<p>${family} ${flag} می\u200cخواهم</p>`)).toBe(`<p>${family} ${flag} می\u200cخواهم</p>`);
});

test.each(['<br>', '</p><p>', '</p><table><tbody><tr><td>', '<textarea data-control="A"></textarea>'])(
  'behind %s marks are those of another letter',
  (between) => {
    const marks = `e${'\u0301'.repeat(layout.marks)}`;
    expect(cleaned(`<p>${marks}${between}${marks.slice(1)}`)).toContain(`${between}${marks.slice(1)}`);
  },
);

test('a cell whose text begins with a mark is cleaned alike behind a head that is known', () => {
  const heads = new CellHeads();
  const marks = '\u0301'.repeat(layout.marks);
  expect(cleanCell(`<b>e${marks}</b>x`, heads).html).toBe(`<b>e${marks}</b>x`);
  expect(heads.textAt(`<b>e${marks}</b>y`)).toBeDefined();
  expect(cleanCell(`<b>e${marks}</b>${marks}`, heads).html).toBe(`<b>e${marks}</b>`);
});

test.each([
  '<p title="?">x</p>',
  '<textarea placeholder="?" data-control="A"></textarea>',
  '<img src="/linkedfiles/a" alt="?">',
])('the text of an attribute that a browser shows is as calm as that of the page: %s', (html) => {
  const [calm, wild] = ['', `\u202e${'\u0301'.repeat(60_000)}`].map(
    (more) => `e${'\u0301'.repeat(layout.marks)}${more}`,
  );
  expect(cleaned(html.replace('?', wild ?? ''))).toBe(html.replace('?', calm ?? ''));
});

test('what is turned says so once, in a style that is no longer than others', () => {
  const turned = (style: string) => cleaned(`<div style="${style}">x</div>`);
  expect(turned('rotate:1deg;rotate:2deg;color:red;scale:-1 -1;rotate:3deg')).toBe(
    '<div style="color:red;rotate:3deg;scale:-1 -1">x</div>',
  );
  expect(turned('rotate:1deg;'.repeat(1000))).toBe('<div>x</div>');
});

test('letters that turn the direction of all that follows go, and dir stays', () => {
  expect(cleaned('<p dir="rtl">a\u202eb\u202c</p>')).toBe('<p dir="rtl">ab</p>');
});

test('a quote has marks of its own', () => {
  expect(cleaned('<p><q>Bid <q>1</q></q></p>')).toBe('<p>“Bid “1””</p>');
});

test('tables name only so many columns', () => {
  const table = (inner: string) => `<table>${inner}<tr><td>x</table>`;
  expect(() => cleaned(table('<col span="1000">').repeat(101))).toThrow(
    'a page can name at most 100000 columns by col and colgroup',
  );
  expect(() => cleaned(table('<colgroup span="1000"></colgroup>').repeat(101))).toThrow(
    'a page can name at most 100000 columns by col and colgroup',
  );
  expect(cleaned(table('<col span="1000">'))).toContain('<col span="1000">');
});

test('a gradient has only so many stops, and a scope so many gradients', () => {
  const gradient = `<linearGradient>${'<stop></stop>'.repeat(layout.stops + 5)}</linearGradient>`;
  expect(count(cleaned(`<svg>${gradient}${gradient}</svg>`), '<stop')).toBe(2 * layout.stops);
  const filled = '<p style="background:linear-gradient(red,blue)">x</p>';
  expect(count(cleaned(filled.repeat(layout.gradients + 5)), 'gradient')).toBe(layout.gradients);
  const layers = (most: number) =>
    `background:${'linear-gradient(red,blue),'.repeat(most - 1)}linear-gradient(red,blue)`;
  expect(cleaned(`<p style="${layers(layout.layers + 1)}">x</p>`)).toBe('<p>x</p>');
  expect(cleanStyle(layers(layout.layers))).toBe(layers(layout.layers));
  expect(cleanStyle(layers(layout.layers + 1))).toBe('');
});

test('each cell of a column may have a bar of its own', () => {
  const bar = '<tr><td style="background:linear-gradient(red,blue)">1</td></tr>';
  const page = `<table><tbody>${bar.repeat(layout.gradients + 5)}</tbody></table>`;
  expect(cleaned(page)).toBe(page);
});

test('the look of cells, which many share, casts no shadow', () => {
  expect(cleanStyle('color:red;box-shadow:1px 1px red;float:left;stroke-dasharray:2')).toBe('color:red');
});

test.each(dearPages)('cleaning $name twice is cleaning it once', ({ make }) => {
  const once = cleaned(make(20_000));
  expect(cleaned(once)).toBe(once);
});
