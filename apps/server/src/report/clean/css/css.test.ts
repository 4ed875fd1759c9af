import { expect, test } from 'vitest';
import { cleanStyle } from './css.ts';

test.each([
  ['color:#F00; background-color : RGB(0, 0,255)', 'color:#F00;background-color:rgb(0, 0,255)'],
  ['border-bottom:.5pt solid windowtext', 'border-bottom:.5pt solid windowtext'],
  ["font-family:'Segoe UI',Arial", "font-family:'Segoe UI',Arial"],
  ['width:calc(100% - 2px)', 'width:calc(100% - 2px)'],
  ['background:linear-gradient(90deg, red 0%, #00f 100%)', 'background:linear-gradient(90deg, red 0%, #00f 100%)'],
  ['grid-template-columns:repeat(3, minmax(10px, 1fr))', 'grid-template-columns:repeat(3, minmax(10px, 1fr))'],
  ['position:sticky;top:0', 'position:sticky;top:0'],
  ['color:red !important', 'color:red'],
  [
    'background-image:linear-gradient(to bottom right,transparent calc(50% - .5px),#000000 calc(50% + .5px))',
    'background-image:linear-gradient(to bottom right,transparent calc(50% - .5px),#000000 calc(50% + .5px))',
  ],
  ['font-family:"Ångström & Co",Carlito,sans-serif', 'font-family:"Ångström & Co",Carlito,sans-serif'],
  ['vertical-align:top;align-content:start;overflow:clip', 'vertical-align:top;align-content:start;overflow:clip'],
  ['text-decoration:underline line-through double', 'text-decoration:underline line-through double'],
  [
    'background-image:repeating-linear-gradient(90deg,canvastext 0px 9px,#0000 9px 12px);background-origin:border-box',
    'background-image:repeating-linear-gradient(90deg,canvastext 0px 9px,#0000 9px 12px);background-origin:border-box',
  ],
  ['border-block-end:.5px dotted canvastext', 'border-block-end:.5px dotted canvastext'],
  [
    'padding-right:calc(clamp(4px,100% - 64px,8px) + -0.3em)',
    'padding-right:calc(clamp(4px,100% - 64px,8px) + -0.3em)',
  ],
  [
    'text-align:justify;text-align-last:justify;text-underline-offset:.2em',
    'text-align:justify;text-align-last:justify;text-underline-offset:.2em',
  ],
  ['writing-mode:sideways-lr;white-space:pre-wrap', 'writing-mode:sideways-lr;white-space:pre-wrap'],
  ['margin:0 auto 4px', 'margin:0 auto 4px'],
  ['text-indent:-4px', 'text-indent:-4px'],
  ['font:italic 700 11pt/1.2 Calibri, sans-serif', 'font:italic 700 11pt/1.2 Calibri, sans-serif'],
])('%s stays', (css, cleaned) => {
  expect(cleanStyle(css)).toBe(cleaned);
});

test.each([
  'background:url(x.png)',
  'background:u\\72l(x.png)',
  'background:image-set("x.png" 1x)',
  'background:src("x")',
  'color:attr(data-x color)',
  'color:var(--x)',
  'color:env(x)',
  'background:element(#x)',
  'background:paint(x)',
  '--x:red',
  'position:fixed',
  'position:absolute',
  'position:/**/fixed',
  'margin-left:-5px',
  'margin:0 -1em',
  'margin-top:calc(0px - 90px)',
  'content:"x"',
  'behavior:x',
  '-moz-binding:x',
  'animation:x 1s',
  'transition:all 1s',
  'view-transition-name:x',
  'zoom:2',
  'transform:none',
  'clip-path:inset(0 -40px 0 0)',
  'rotate:9deg',
  'scale:2',
  'translate:1px',
  'z-index:9',
  'width:expression(alert(1))',
  'color:red}*{color:blue',
  'color:/*',
  'color:"',
  'font-family:"a;b{}"',
  'width:1e9px',
  'grid-template-columns:repeat(9999, 1px)',
  'cursor:move',
  'pointer-events:none',
  'color:',
  'mso-number-format:General',
  'color:red;'.repeat(500),
])('%s goes', (css) => {
  expect(cleanStyle(css)).toBe('');
});

test('a declaration that goes takes none of its neighbours with it', () => {
  expect(cleanStyle('color:red;background:url(a;b);width:2px;content:";";height:3px')).toBe(
    'color:red;width:2px;height:3px',
  );
});
