import type { Op } from '@sheetwire/contract/live';
import { cellCountOf, rowCountOf, rowTexts } from '@sheetwire/page/model/cut-texts';
import { cutPage } from '@sheetwire/page/model/page-cut';
import { applyOps, type PageBody } from '@sheetwire/page/ops';

/** A small generator with a seed, so that a failing run can be run again. */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const CONTENTS = [
  '',
  '1,008',
  '−3.20',
  'A &amp; B',
  '<b>bold</b> and text',
  'A longer text that is cut',
  '&lt;i&gt;',
  '7%',
];

/** Ops of one random version: cells, styles, rows in and out, at times the whole page. */
export function randomOps(body: PageBody, below: (n: number) => number): Op[] {
  const kind = below(20);
  if (kind === 0) return [[0, 'p', randomPage(below)]];
  if (kind <= 4) return rowOps(body, below);
  if (kind >= 17) return rewrittenRows(body, below);
  const cells = cellCountOf(cutPage(body.html));
  const ops: Op[] = kind <= 7 ? [[0, 's', below(body.styles.length + 1), randomLook(below)]] : [];
  for (let n = below(12); n >= 0 && cells > 0; n--) {
    const html = CONTENTS[below(CONTENTS.length)] ?? '';
    ops.push(below(4) === 0 ? [0, 'c', below(cells), html, below(body.styles.length)] : [0, 'c', below(cells), html]);
  }
  return ops;
}

/** Looks by which texts take more room or less, and others. */
function randomLook(below: (n: number) => number): string {
  return LOOKS[below(LOOKS.length)] ?? `color:rgb(${below(255)},0,0)`;
}

const LOOKS = [
  '',
  'font-size:20pt',
  'text-align:right',
  'text-align:center;font-weight:bold',
  'padding-left:40px',
  undefined,
];

function rowOps(body: PageBody, below: (n: number) => number): Op[] {
  const count = rowCountOf(cutPage(body.html));
  const at = below(count + 1);
  const remove = below(3) === 0 ? Math.min(below(4), count - at) : 0;
  const rows = Array.from({ length: below(5) }, () => randomRow(below));
  const op: Op = [0, 'r', at, remove, rows.join('')];
  return keepsSections(body, op) ? [op] : [];
}

/** Rows of which looks and contents changed: numbers that fell below zero, cells that came to a style. */
function rewrittenRows(body: PageBody, below: (n: number) => number): Op[] {
  const rows = rowTexts(cutPage(body.html));
  return Array.from({ length: 1 + below(3) }, (): Op => {
    const at = below(rows.length);
    const html = rows[at] ?? '';
    const looks = html.replaceAll(/<(t[dh])([^>]*)>(\d+)</g, (whole, tag: string, attributes: string) => {
      if (below(2)) return whole;
      const others = attributes.replaceAll(/ data-(?:num|ink|s)="[^"]*"/g, '');
      const style = below(2) ? ` data-s="${below(body.styles.length)}"` : '';
      const look = `${below(2) ? ' data-num=""' : ''}${below(2) ? ' data-ink="red"' : ''}${style}`;
      return `<${tag}${below(2) ? look + others : others + look}>${below(99)}<`;
    });
    return [0, 'r', at, 1, looks];
  });
}

/** The server never takes rows of two sections out at once. */
function keepsSections(body: PageBody, op: Op): boolean {
  const after = applyOps([body], [op])[0]?.html ?? '';
  const tags = (html: string) => html.match(/<\/?t(?:head|body|foot)/g)?.join('');
  return tags(after) === tags(body.html) && rowCountOf(cutPage(after)) > 2;
}

const COLUMNS = 6;

function randomRow(below: (n: number) => number): string {
  const cells: string[] = [];
  for (let column = 0; column < COLUMNS; ) {
    const span = below(12) === 0 ? Math.min(2 + below(3), COLUMNS - column) : 1;
    const attributes = `${span > 1 ? ` colspan="${span}"` : ''}${below(2) ? ' data-num=""' : ''}${below(6) ? '' : ' style="font-weight:bold"'}${below(3) ? '' : ` data-s="${below(3)}"`}`;
    const tag = column === 0 ? 'th' : 'td';
    cells.push(`<${tag}${attributes}>${below(1000)}</${tag}>`);
    column += span;
  }
  return `<tr${below(5) ? '' : ' style="height:30px"'}>${cells.join('')}</tr>`;
}

/** A page with a head, frozen parts, and now and then merged rows and a second table. */
export function randomPage(below: (n: number) => number): string {
  const rows = Array.from({ length: 20 + below(200) }, () => randomRow(below));
  const merged = below(2) ? mergedRows(3 + below(70)) : '';
  const at = below(rows.length);
  const freeze = below(3) ? ` data-freeze="${below(3)},${below(3)}"` : '';
  const cols = '<col style="width:90px">'.repeat(COLUMNS);
  const names = `<tr>${Array.from({ length: COLUMNS }, (_, n) => `<th data-cell="H${n}">Head ${n}</th>`).join('')}</tr>`;
  const body = rows.slice(0, at).join('') + merged + rows.slice(at).join('');
  const second = below(3)
    ? ''
    : '<p>After</p><table><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>';
  return `<table${freeze}><colgroup>${cols}</colgroup><thead>${names}</thead><tbody>${body}</tbody></table>${second}`;
}

function mergedRows(count: number): string {
  const first = `<tr><th rowspan="${count}">Group</th>${'<td>1</td>'.repeat(COLUMNS - 1)}</tr>`;
  return first + `<tr>${'<td>2</td>'.repeat(COLUMNS - 1)}</tr>`.repeat(count - 1);
}
