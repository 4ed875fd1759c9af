import { escaped } from '../../src/test-support/xlsx-builder.ts';
import type { Case } from './case-sheet.ts';

type Point = readonly [type: string, value?: string];

const values = [0, 10, 25, 40, 50, 75, 90, 100] as const;
const mixed = [-50, -20, 0, 10, 30, 'text', undefined, 80] as const;
const below = [-80, -60, -40, -20, -5] as const;

const point = ([type, value]: Point) =>
  `<cfvo type="${type}"${value === undefined ? '' : ` val="${escaped(value)}"`}/>`;
const color = (rgb: string) => `<color rgb="FF${rgb}"/>`;

function scale(label: string, points: readonly Point[], of: Case['values'] = values): Case {
  const colors = points.length === 2 ? ['FFEF9C', '63BE7B'] : ['F8696B', 'FFEB84', '63BE7B'];
  const rules = `<cfRule type="colorScale" priority="1"><colorScale>${points.map(point).join('')}${colors.map(color).join('')}</colorScale></cfRule>`;
  return { label, values: of, rules };
}

/** Colour scales with each kind of point. */
export const scaleCases: readonly Case[] = [
  scale('2: min max', [['min'], ['max']]),
  scale('2: num 20 80', [
    ['num', '20'],
    ['num', '80'],
  ]),
  scale('2: percent 10 90', [
    ['percent', '10'],
    ['percent', '90'],
  ]),
  scale('2: percentile 10 90', [
    ['percentile', '10'],
    ['percentile', '90'],
  ]),
  scale('2: formula', [['formula', 'AVERAGE(#)'], ['max']]),
  scale('3: percentile 50', [['min'], ['percentile', '50'], ['max']]),
  scale('3: percent 50', [['min'], ['percent', '50'], ['max']]),
  scale('3: num 0', [['min'], ['num', '0'], ['max']], mixed),
  scale('3: num 20 50 80', [
    ['num', '20'],
    ['num', '50'],
    ['num', '80'],
  ]),
  scale('3: formula', [['min'], ['formula', 'MEDIAN(#)'], ['max']], mixed),
  scale('2: all the same', [['min'], ['max']], [5, 5, 5]),
  scale('3: all the same', [['min'], ['percentile', '50'], ['max']], [5, 5, 5]),
  scale('2: with an error', [['min'], ['max']], [1, 5, { formula: '1/0' }, 9]),
];

function bar(label: string, points: readonly [Point, Point], attributes = '', of: Case['values'] = values): Case {
  const rules = `<cfRule type="dataBar" priority="1"><dataBar${attributes}>${points.map(point).join('')}${color('638EC6')}</dataBar></cfRule>`;
  return { label, values: of, rules };
}

const whole = [['min'], ['max']] as const;

/** Data bars as Excel 2007 has them. */
export const barCases: readonly Case[] = [
  bar('min max', whole),
  bar('num 0 50', [
    ['num', '0'],
    ['num', '50'],
  ]),
  bar('percent 10 90', [
    ['percent', '10'],
    ['percent', '90'],
  ]),
  bar('percentile 20 80', [
    ['percentile', '20'],
    ['percentile', '80'],
  ]),
  bar('formula', [
    ['formula', '0'],
    ['formula', '2*MAX(#)'],
  ]),
  bar('no value', whole, ' showValue="0"'),
  bar('length 0 100', whole, ' minLength="0" maxLength="100"'),
  bar('negative ones', whole, '', mixed),
];

interface LaterBar {
  readonly ends?: readonly [Point, Point];
  readonly attributes?: string;
  readonly parts?: string;
  readonly of?: Case['values'];
}

const laterPoint = ([type, value]: Point) =>
  value === undefined
    ? `<x14:cfvo type="${type}"/>`
    : `<x14:cfvo type="${type}"><xm:f>${escaped(value)}</xm:f></x14:cfvo>`;
const ink = (name: string, rgb: string) => `<x14:${name} rgb="FF${rgb}"/>`;
let tied = 0;

function laterBar(label: string, given: LaterBar = {}): Case {
  const { ends = [['autoMin'], ['autoMax']], attributes = '', of = mixed } = given;
  const parts = given.parts ?? ink('negativeFillColor', 'FF0000') + ink('axisColor', '000000');
  const id = `{00000000-0000-4000-8000-${String(++tied).padStart(12, '0')}}`;
  const basic =
    '<cfRule type="dataBar" priority="1"><dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar>' +
    `<extLst><ext uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:id>${id}</x14:id></ext></extLst></cfRule>`;
  const later = `<x14:cfRule type="dataBar" id="${id}"><x14:dataBar minLength="0" maxLength="100"${attributes}>${ends.map(laterPoint).join('')}${parts}</x14:dataBar></x14:cfRule>`;
  return { label, values: of, rules: basic, later };
}

const edged =
  ink('borderColor', '1F4E9E') +
  ink('negativeFillColor', 'FF0000') +
  ink('negativeBorderColor', '7F0000') +
  ink('axisColor', '000000');

/** Data bars as Excel 2010 has them. */
export const laterBarCases: readonly Case[] = [
  laterBar('automatic, gradient'),
  laterBar('solid', { attributes: ' gradient="0"' }),
  laterBar('solid, edged', {
    attributes: ' gradient="0" border="1" negativeBarBorderColorSameAsPositive="0"',
    parts: edged,
  }),
  laterBar('gradient, edged', { attributes: ' border="1"', parts: edged }),
  laterBar('same below 0', {
    attributes: ' gradient="0" negativeBarColorSameAsPositive="1"',
    parts: ink('axisColor', '00B050'),
  }),
  laterBar('axis in the middle', { attributes: ' gradient="0" axisPosition="middle"' }),
  laterBar('no axis', { attributes: ' gradient="0" axisPosition="none"' }),
  laterBar('right to left', { attributes: ' gradient="0" direction="rightToLeft"' }),
  laterBar('left to right', { attributes: ' gradient="0" direction="leftToRight"' }),
  laterBar('num -100 100', {
    attributes: ' gradient="0"',
    ends: [
      ['num', '-100'],
      ['num', '100'],
    ],
  }),
  laterBar('num 0 50', {
    attributes: ' gradient="0"',
    ends: [
      ['num', '0'],
      ['num', '50'],
    ],
  }),
  laterBar('percent 10 90', {
    attributes: ' gradient="0"',
    ends: [
      ['percent', '10'],
      ['percent', '90'],
    ],
    of: values,
  }),
  laterBar('percentile 20 80', {
    attributes: ' gradient="0"',
    ends: [
      ['percentile', '20'],
      ['percentile', '80'],
    ],
    of: values,
  }),
  laterBar('formula', {
    attributes: ' gradient="0"',
    ends: [
      ['formula', '0'],
      ['formula', '2*MAX(#)'],
    ],
    of: values,
  }),
  laterBar('min max', { attributes: ' gradient="0"', ends: [['min'], ['max']] }),
  laterBar('positive ones', { attributes: ' gradient="0"', of: values }),
  laterBar('negative ones', { attributes: ' gradient="0"', of: below }),
  laterBar('positive, min max', { attributes: ' gradient="0"', ends: [['min'], ['max']], of: [20, 40, 60, 80] }),
  laterBar('no value', { attributes: ' gradient="0" showValue="0"' }),
  laterBar('gradient, positive', { of: values }),
];

const steps = (count: number) => Array.from({ length: count }, (_, n) => Math.round((100 * n) / count));
const upTo = (count: number) => Array.from({ length: count }, (_, n) => Math.round((100 * n) / (count - 1)));

function icons(set: string, attributes = '', ends?: readonly string[], of?: Case['values']): Case {
  const count = Number(set[0]);
  const points = ends ?? steps(count).map((percent) => `<cfvo type="percent" val="${percent}"/>`);
  const rules = `<cfRule type="iconSet" priority="1"><iconSet iconSet="${set}"${attributes}>${points.join('')}</iconSet></cfRule>`;
  return { label: `${set}${attributes}`, values: of ?? upTo(count), rules };
}

const basicSets = [
  '3Arrows',
  '3ArrowsGray',
  '3Flags',
  '3TrafficLights1',
  '3TrafficLights2',
  '3Signs',
  '3Symbols',
  '3Symbols2',
  '4Arrows',
  '4ArrowsGray',
  '4RedToBlack',
  '4Rating',
  '4TrafficLights',
  '5Arrows',
  '5ArrowsGray',
  '5Rating',
  '5Quarters',
];
const three = (type: string, a: string, b: string, more = '') => [
  `<cfvo type="percent" val="0"/>`,
  `<cfvo type="${type}" val="${escaped(a)}"${more}/>`,
  `<cfvo type="${type}" val="${escaped(b)}"${more}/>`,
];
const centred = (style: number) => [1, 5, 9].map((value) => [value, style] as const);

/** The sets of icons of Excel 2007, and what a set says beside. */
export const iconCases: readonly Case[] = [
  ...basicSets.map((set) => icons(set)),
  icons('3Arrows', ' reverse="1"'),
  icons('3TrafficLights1', ' showValue="0"'),
  { ...icons('3TrafficLights1', ' showValue="0"', undefined, centred(4)), label: 'alone, centred' },
  { ...icons('3TrafficLights1', ' showValue="0"', undefined, centred(5)), label: 'alone, at the right' },
  { ...icons('3TrafficLights1', '', undefined, centred(3)), label: 'value at the left' },
  { ...icons('3TrafficLights1', '', undefined, centred(4)), label: 'value centred' },
  { ...icons('3Arrows', '', three('num', '5', '9'), [1, 5, 9, 'text', undefined]), label: 'num 5 9' },
  { ...icons('3Arrows', '', three('num', '5', '9', ' gte="0"'), [1, 5, 9, 10]), label: 'num > 5 > 9' },
  { ...icons('3Arrows', '', three('percentile', '33', '67'), values), label: 'percentile 33 67' },
  { ...icons('3Arrows', '', three('percent', '33', '67'), values), label: 'percent 33 67' },
  { ...icons('3Arrows', '', three('formula', 'AVERAGE(#)', 'MAX(#)'), values), label: 'formula' },
  { ...icons('3Arrows', '', three('percent', '33', '67'), [1, 5, { formula: 'NA()' }, 9]), label: 'with an error' },
  { ...icons('3Arrows', '', three('percent', '33', '67'), [5, 5, 5]), label: 'all the same' },
];

function laterIcons(
  label: string,
  set: string,
  attributes = '',
  own: readonly (readonly [string, number])[] = [],
): Case {
  const count = Number(set[0]);
  const points = steps(count).map((percent) => laterPoint(['percent', String(percent)]));
  const named = own.map(([name, id]) => `<x14:cfIcon iconSet="${name}" iconId="${id}"/>`);
  const id = `{00000000-0000-4000-8000-${String(++tied).padStart(12, '0')}}`;
  const later = `<x14:cfRule type="iconSet" priority="1" id="${id}"><x14:iconSet iconSet="${set}"${attributes}>${points.join('')}${named.join('')}</x14:iconSet></x14:cfRule>`;
  return { label, values: upTo(count), later };
}

const own = [
  ['3Flags', 0],
  ['NoIcons', 0],
  ['3Stars', 2],
] as const;

/** The sets of icons of Excel 2010, and icons of one's own. */
export const laterIconCases: readonly Case[] = [
  laterIcons('3Triangles', '3Triangles'),
  laterIcons('3Stars', '3Stars'),
  laterIcons('5Boxes', '5Boxes'),
  laterIcons('3Stars, reversed', '3Stars', ' reverse="1"'),
  laterIcons('5Boxes, alone', '5Boxes', ' showValue="0"'),
  laterIcons('own icons', '3Arrows', ' custom="1"', own),
  laterIcons('own icons, reversed', '3Arrows', ' custom="1" reverse="1"', own),
];
