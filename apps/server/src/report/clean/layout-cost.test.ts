import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { dearPages } from '../../testing/foreign-input/dear-pages.ts';
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
  'column-count:900',
])('%s goes: no report needs it, and a browser takes long over it', (css) => {
  expect(cleanOwnStyle(css)).toBe('');
});

test.each([
  'box-shadow:0 2px 8px rgb(0, 0, 0, 20%),0 0 1px rgb(0, 0, 0, 20%)',
  'font-size:72pt',
  'border:.5pt solid windowtext',
  'grid-template-columns:repeat(12, 1fr)',
  'column-count:3',
  'line-height:1.2',
])('%s stays', (css) => {
  expect(cleanOwnStyle(css)).toBe(css);
});

test('columns stand outside of tables and not in columns', () => {
  const columns = (inside: string) => `<div style="column-count:2;color:red">${inside}</div>`;
  expect(count(cleaned(columns(columns(columns('x')))), 'column-count')).toBe(1);
  expect(cleaned(columns('x') + columns('y'))).toBe(columns('x') + columns('y'));
  expect(cleaned(`<table><tr><td>${columns('x')}</table>`)).not.toContain('column-count');
});

test('each cell and all that lies outside of cells have room for so many shadows, floats and dashed lines', () => {
  const shadows = '<i style="text-shadow:1px 1px red">x</i>'.repeat(layout.shadows + 5);
  const floats = '<i style="float:left">x</i>'.repeat(layout.floats + 5);
  const lines = `<svg>${'<path stroke-dasharray="1" d="M0 0"/>'.repeat(layout.dashes + 5)}</svg>`;
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

test('letters that turn the direction of all that follows go, and dir stays', () => {
  expect(cleaned('<p dir="rtl">a\u202eb\u202c</p>')).toBe('<p dir="rtl">ab</p>');
});

test('dashes that are too short to be seen go', () => {
  const line = (dashes: string) => cleaned(`<svg><path stroke-dasharray="${dashes}"/></svg>`);
  expect(line('0.001')).not.toContain('dash');
  expect(line('0 4')).toContain('stroke-dasharray="0 4"');
});

test('a clip within a clip is not drawn', () => {
  const html = '<svg><clipPath id="r-a" clip-path="url(#b)"><rect clip-path="url(#b)"></rect></clipPath></svg>';
  expect(cleaned(html)).toBe('<svg><clipPath id="r-a"><rect></rect></clipPath></svg>');
  expect(cleaned('<svg><rect clip-path="url(#b)"/></svg>')).toBe('<svg><rect clip-path="url(#r-b)"></rect></svg>');
});

test('the look of cells, which many share, casts no shadow', () => {
  expect(cleanStyle('color:red;box-shadow:1px 1px red;float:left;columns:2')).toBe('color:red');
});

test.each(dearPages)('cleaning $name twice is cleaning it once', ({ make }) => {
  const once = cleaned(make(20_000));
  expect(cleaned(once)).toBe(once);
});
