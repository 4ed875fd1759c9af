import { limits } from '@sheetwire/contract/limits';
import {
  type AttributeRule,
  type AttributeRules,
  colour,
  common,
  decimal,
  flag,
  idList,
  index,
  matching,
  oneOf,
  rules,
  size,
  text,
  turnedStyle,
  whole,
} from './rules.ts';
import { cleanLink } from './urls.ts';

/**
 * How an element takes part in the parser's rules, so that what is written reads back as the same tree:
 * `text` lies in a line; `block` ends an open paragraph; `heading`, `item` (li) and `entry` (dd, dt) end one of their
 * own kind too; `note` (rt, rp, rb) stands in a ruby alone, where it ends an open one; `void` has no content.
 */
export type Placement = 'text' | 'block' | 'heading' | 'item' | 'entry' | 'note' | 'void' | 'rule';

export interface ElementRule {
  readonly placement: Placement;
  readonly attributes: AttributeRules;
}

const align = oneOf('left', 'right', 'center', 'justify', 'char');
const valign = oneOf('top', 'middle', 'bottom', 'baseline');

/** Names for assistive technology; parts of a table get theirs from the portal. */
const named: Readonly<Record<string, AttributeRule>> = {
  ...common,
  'aria-label': text,
  'aria-hidden': oneOf('true', 'false'),
};

const elements = new Map<string, ElementRule>();

function define(tags: string, placement: Placement, own: Readonly<Record<string, AttributeRule>> = {}): void {
  for (const tag of tags.split(' ')) elements.set(tag, { placement, attributes: rules({ ...named, ...own }) });
}

define(
  'b strong i em u s small sub sup mark code kbd samp var span abbr cite dfn bdi bdo tt big strike label ruby',
  'text',
);
define('del ins', 'text', { datetime: text });
define('time', 'text', { datetime: text });
define('data', 'text', { value: text });
define('font', 'text', { color: colour, size: matching(/^[+-]?\d$/), face: matching(/^[\w ,.'-]{1,200}$/) });
define('a', 'text', { href: cleanLink, target: oneOf('_blank') });
define('progress', 'text', { value: decimal, max: decimal });
define('meter', 'text', { value: decimal, min: decimal, max: decimal, low: decimal, high: decimal, optimum: decimal });
define('legend', 'text');
define('p center', 'block', { align });
/** Something over the cells of a sheet: its identity, and the rows that it covers. */
define('div', 'block', {
  align,
  style: turnedStyle,
  'data-drawing': matching(/^[\w-]{1,32}$/),
  'data-rows': whole(1, limits.clean.rowSpan),
});
define('section article aside header footer main nav address figure figcaption blockquote pre', 'block');
/** What opens; that of a chart holds its numbers. */
define('details', 'block', {
  open: flag,
  'data-table': text,
  'data-chart': matching(/^[a-z+%2 ]{1,1000}$/),
  'data-title': text,
});
define('fieldset hgroup dl', 'block');
/** The mark of a note in the corner of a cell: its text, and where that is shown. */
define('summary', 'block', { 'data-note': text, 'data-side': oneOf('up', 'start', 'up start') });
define('ul', 'block', { type: oneOf('disc', 'circle', 'square') });
define('ol', 'block', { type: matching(/^[1aAiI]$/), start: matching(/^-?\d{1,6}$/), reversed: flag });
define('h1 h2 h3 h4 h5 h6', 'heading', { align });
define('li', 'item', { value: matching(/^-?\d{1,6}$/) });
define('dd dt', 'entry');
define('rt rp rb', 'note');
define('br wbr', 'void');
define('hr', 'rule', { align, width: size, color: colour });

/** The elements that may stand in the text of a page, with their attributes; tables, images, controls and drawings apart. */
export const flowElements: ReadonlyMap<string, ElementRule> = elements;

const columns = { ...common, span: whole(1, limits.clean.columnSpan), width: size, align, valign };
const rowLook = { ...common, align, valign, bgcolor: colour, height: size };
/** How many groups of an outline a row or column is in. */
const level = whole(1, limits.groupLevels);

/** The parts of a table and their attributes; cells have more, see cellAttributes. */
export const tableParts: ReadonlyMap<string, AttributeRules> = new Map([
  [
    'table',
    rules({
      ...common,
      width: size,
      height: size,
      border: whole(0, 100),
      cellpadding: whole(0, 100),
      cellspacing: whole(0, 100),
      align,
      bgcolor: colour,
      'data-freeze': matching(/^\d{1,4},\d{1,4}$/),
      'data-paper': flag,
      'data-row-height': whole(1, limits.clean.rowHeight),
      'data-zoom': whole(limits.sheetZoom.least, limits.sheetZoom.most),
      'data-print': oneOf('landscape'),
      'data-outline': matching(/^(?:above|below) (?:before|after)$/),
    }),
  ],
  ['caption', rules({ ...common, align: oneOf('left', 'right', 'top', 'bottom') })],
  ['colgroup', rules(columns)],
  ['col', rules({ ...columns, 'data-level': level })],
  ['thead', rules(rowLook)],
  ['tbody', rules(rowLook)],
  ['tfoot', rules(rowLook)],
  ['tr', rules({ ...rowLook, 'data-level': level })],
]);

/** The attributes of td and th (interfaces 6); `data-s` is written last by the serialiser. */
export const cellAttributes: AttributeRules = rules({
  ...common,
  colspan: whole(1, limits.clean.columnSpan),
  rowspan: whole(1, limits.clean.rowSpan),
  scope: oneOf('row', 'col', 'rowgroup', 'colgroup'),
  headers: idList,
  abbr: text,
  align,
  valign,
  width: size,
  height: size,
  bgcolor: colour,
  nowrap: flag,
  'data-cell': matching(/^[\w.$!:-]{1,64}$/),
  'data-num': flag,
  'data-ink': matching(/^[a-z]{3,12}\d{0,2}$/),
  'data-s': index(limits.maxStyles),
});

/** Elements whose content is not text of the page: they go with all that is in them. */
export const droppedWhole: ReadonlySet<string> = new Set(
  'script style template noscript iframe noembed noframes xmp plaintext math title head datalist frameset object embed audio video canvas'.split(
    ' ',
  ),
);
