import { type GrowingInput, repeated } from './growing-pages.ts';

const of = (name: string, piece: string): GrowingInput => ({ name, make: (size) => repeated(piece, size) });
/** So deep as a page may nest, and the rest of it beside. */
const nested = (name: string, open: string, deep: number): GrowingInput => ({
  name,
  make: (size) => repeated(`${open.repeat(deep)}x ${closing(open).repeat(deep)}`, size),
});

function closing(open: string): string {
  return [...open.matchAll(/<([a-z]+)/g)]
    .map(([, tag]) => `</${tag}>`)
    .reverse()
    .join('');
}

const box = 'display:inline-block;width:2px;height:2px';

/** Short pages that a browser takes long to draw, as far as they are not cleaned of what makes them dear. */
export const dearPages: readonly GrowingInput[] = [
  nested('columns in columns', '<div style="columns:2;height:90%">', 16),
  {
    name: 'columns that keep lines together',
    make: (size) => `<div style="columns:20;orphans:1000;widows:1000">${repeated('x y ', size)}</div>`,
  },
  {
    name: 'columns of tall cells',
    make: (size) =>
      `<div style="columns:20"><table>${repeated('<tr><td rowspan=99 style="break-inside:avoid">x', size)}</table></div>`,
  },
  nested('flexes in flexes', '<div style="display:flex;height:90%">', 90),
  nested('grids in grids', '<div style="display:grid;height:90%">', 90),
  nested('inline blocks in inline blocks', '<span style="display:inline-block">', 90),
  nested('tables in tables', '<table><tbody><tr><td>', 12),
  nested('tables by style', '<div style="display:table">', 90),
  nested('directions of writing', '<div style="writing-mode:vertical-rl"><div style="writing-mode:horizontal-tb">', 40),
  nested('floats in floats', '<div style="float:left">', 90),
  of('floats', '<div style="float:left;width:7px">x</div>'),
  of('wide shadows', `<i style="${box};box-shadow:0 0 900px 90px red">x</i>`),
  of('many shadows', `<i style="${box};box-shadow:${Array.from({ length: 9 }, () => '0 0 30px red').join(',')}">x</i>`),
  of('shadows of text', '<i style="text-shadow:0 0 300px red">x</i>'),
  of('shadows of a look', `<i style="${box};box-shadow:0 0 30px red">x</i>`),
  of('marks upon one letter', '\u0301'),
  of('marks upon many letters', `e${'\u0301'.repeat(30)} `),
  of('marks between empty elements', '<b></b>\u0301'),
  of('marks each in bold', '<b>\u0301</b>'),
  of('marks between letters that are not seen', `${'\u0301'.repeat(9)}\u200d`),
  {
    name: 'marks in a field without text',
    make: (size) => `<textarea data-control="A" placeholder="${repeated('\u0301', size)}"></textarea>`,
  },
  of('a long word', 'W'),
  of('turns of direction', '\u202ea\u202cb'),
  of('isolates', '\u2067'),
  of('huge letters', '<i style="font-size:9000px">W</i>'),
  of('huge letters in per cent', '<i style="font-size:900%">W</i>'),
  of('wide letter spaces', '<i style="letter-spacing:9000px">WW</i>'),
  of('thick lines', '<i style="border:9000px dotted red">x</i>'),
  of('dotted lines', '<i style="border:1px dotted red;display:inline-block;width:99000px">x</i>'),
  {
    name: 'waves under waves',
    make: (size) => '<u style="text-decoration:underline wavy red 100px">x'.repeat(60) + repeated('x', size),
  },
  of('gradients', `<i style="${box};background:repeating-linear-gradient(red,blue 0.01px)">x</i>`),
  of(
    'tracks of a grid',
    '<div style="display:grid;grid-template-columns:repeat(900,1px);grid-template-rows:repeat(900,1px)">x</div>',
  ),
  of('dashes', '<svg width="90" height="9"><path stroke="red" stroke-dasharray="0.001" d="M0 1H99999"/></svg>'),
  of(
    'dashes of a style',
    '<svg width="90" height="9"><path style="stroke:red;stroke-dasharray:0.001" d="M0 1H99999"/></svg>',
  ),
  { name: 'clips in clips', make: clips },
  {
    name: 'clips of letters around each other',
    make: (size) =>
      `<svg width="800" height="600"><clipPath id="c"><text y="300" font-size="300">WWW</text></clipPath>${repeated(`${'<g clip-path="url(#c)">'.repeat(150)}<rect width="800" height="600"/>${'</g>'.repeat(150)}`, size)}</svg>`,
  },
  nested('quotes in quotes', '<q>', 63),
  of('quotes', '<q>x</q>'),
  {
    name: 'dashes that shapes inherit',
    make: (size) =>
      `<svg width="90" height="9"><g stroke="red" stroke-dasharray="1">${repeated('<circle r="99999"/>', size)}</g></svg>`,
  },
  {
    name: 'clips of many shapes',
    make: (size) =>
      `<svg width="800" height="600"><clipPath id="c">${repeated('<rect width="9" height="9" rx="2"/>', size / 2)}</clipPath>${repeated('<rect width="800" height="600" clip-path="url(#c)"/>', size / 2)}</svg>`,
  },
  {
    name: 'stops of a gradient',
    make: (size) =>
      `<svg width="800" height="600"><linearGradient id="g">${repeated('<stop offset=".5" stop-color="red"/>', size / 2)}</linearGradient>${repeated('<rect width="800" height="600" fill="url(#g)"/>', size / 2)}</svg>`,
  },
  {
    name: 'gradients over each other',
    make: (size) =>
      `<div style="display:grid">${repeated(`<p style="height:600px;grid-row:1;grid-column:1;background:${'repeating-conic-gradient(red,#0000 1deg),'.repeat(90)}red">x</p>`, size)}</div>`,
  },
];

function clips(size: number): string {
  const parts: string[] = [];
  for (let n = 0, length = 0; length < size; n++) {
    const shapes = `<rect width="9" height="9" clip-path="url(#c${n - 1})"/>`.repeat(6);
    const part = `<clipPath id="c${n}">${shapes}</clipPath>`;
    parts.push(part);
    length += part.length;
  }
  return `<svg width="90" height="90">${parts.join('')}<rect width="9" height="9" clip-path="url(#c9)"/></svg>`;
}
