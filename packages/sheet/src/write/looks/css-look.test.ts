import { expect, test } from 'vitest';
import { plainFont as font } from '../../plain-look.ts';
import { cssColor } from './css-color.ts';
import { lookOf } from './css-look.ts';

test.each([
  ['#abc', '#aabbcc'],
  ['#A1B2C3', '#a1b2c3'],
  ['#ff000080', '#ff7f7f'],
  ['red', '#ff0000'],
  ['rgb(18, 52, 86)', '#123456'],
  ['rgb(18 52 86 / 50%)', '#899aab'],
  ['rgba(0,0,0,0)', undefined],
  ['hsl(120, 100%, 25%)', '#008000'],
  ['light-dark(rgb(1,2,3), #fff)', '#010203'],
  ['transparent', undefined],
  ['canvastext', undefined],
  ['color-mix(in srgb, red, blue)', undefined],
])('the colour %s is %s', (text, color) => {
  expect(cssColor(text)).toBe(color);
});

test.each([
  ['font-weight:700', { isBold: true }],
  ['font-weight:bold;font-style:italic', { isBold: true, isItalic: true }],
  ['text-decoration:underline line-through', { underline: 'single', isStruck: true }],
  ['text-decoration:underline double', { underline: 'double' }],
  ['text-decoration:underline;text-underline-offset:.2em', { underline: 'singleAccounting' }],
  ['font-size:14pt', { size: 14 }],
  ['font-size:16px', { size: 12 }],
  ['font-size:150%', { size: 11 }],
  ['font-family:"Liberation Mono",monospace', { name: 'Liberation Mono' }],
  ['font-family:system-ui,sans-serif', { name: 'Arial' }],
  ['font:bold 12pt/1.5 "Segoe UI",sans-serif', { isBold: true, size: 12, name: 'Segoe UI' }],
  ['font-size:smaller', { size: 9.25 }],
  ['font-size:smaller;vertical-align:super', { size: 11, position: 'super' }],
  ['color:#123456 !important', { color: '#123456' }],
])('the font of %s', (css, expected) => {
  expect(lookOf(css, font).font).toEqual({ ...font, ...expected });
});

test.each([
  ['border:1px solid #ff0000', { top: 'thin', end: 'thin', bottom: 'thin', start: 'thin' }],
  ['border-bottom:2px solid', { bottom: 'medium' }],
  ['border-block-end:3px double #000000', { bottom: 'double' }],
  ['border-inline-start:1px dashed', { start: 'dashed' }],
  ['border-style:solid;border-width:1px 0 3px', { top: 'thin', bottom: 'thick' }],
  ['border:1px solid;border-left:0', { top: 'thin', end: 'thin', bottom: 'thin' }],
  ['border-top-style:dotted', { top: 'dotted' }],
  ['border-color:#ff0000', {}],
  ['border-block-end:.5px dotted canvastext', { bottom: 'hair' }],
  [
    'background-image:repeating-linear-gradient(90deg,#112233 0px 9px,#0000 9px 12px,#112233 12px 15px,#0000 15px 18px);background-position:0 100%;border-block-end:1px solid #0000',
    { bottom: 'dashDot' },
  ],
  [
    'background-image:repeating-linear-gradient(135deg,#112233 0px 11px,#0000 11px 13px);background-position:100% 0;border-inline-end:2px solid #0000',
    { end: 'slantDashDot' },
  ],
  [
    'background-image:repeating-linear-gradient(180deg,#0000ff 0 1px,#ffffff 1px 4px);border-inline-start:1px solid #112233',
    { start: 'thin' },
  ],
  [
    'background-image:repeating-linear-gradient(90deg,#112233 0px 2px,#0000 2px 4px),repeating-linear-gradient(45deg,#0000ff 0 1px,#ffffff 1px 4px);background-position:0 100%,0 0;background-repeat:no-repeat,repeat;border-block-end:1px solid #0000;border-block-start:2px solid #112233',
    { top: 'medium', bottom: 'dotted' },
  ],
])('the lines of %s', (css, expected) => {
  const { top, end, bottom, start } = lookOf(css, font).borders;
  const styles = Object.entries({ top, end, bottom, start }).flatMap(([side, line]) =>
    line ? [[side, line.style]] : [],
  );
  expect(Object.fromEntries(styles)).toEqual(expected);
});

test.each([
  ['text-align:center', { horizontal: 'center' }],
  ['text-align:left;padding-left:22px', { horizontal: 'left', indent: 2 }],
  ['text-align:right;padding-right:13px', { horizontal: 'right', indent: 1 }],
  ['vertical-align:middle;white-space:pre-wrap', { vertical: 'center', isWrapped: true }],
  ['writing-mode:vertical-rl', { rotation: -90 }],
  ['writing-mode:sideways-lr', { rotation: 90 }],
  ['writing-mode:vertical-rl;text-orientation:upright', { rotation: 'stacked' }],
  ['direction:rtl', { direction: 'rtl' }],
  ['rotate:-45deg', { rotation: 45 }],
  ['text-align:justify;text-align-last:justify', { horizontal: 'distributed' }],
])('the setting of %s', (css, expected) => {
  expect(lookOf(css, font).align).toMatchObject(expected);
});

test('what a spreadsheet cannot show leaves the plain look', () => {
  const css = 'background-image:linear-gradient(red,blue);opacity:.5;__proto__:1;constructor:x;width:calc(1px + 2px)';

  expect(lookOf(css, font)).toEqual(lookOf('', font));
});
