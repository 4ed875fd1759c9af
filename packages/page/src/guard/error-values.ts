import { cellText } from '../compare/cell-text.ts';

const ERROR =
  /^(?:#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|PYTHON!|EXTERNAL!)|Err:5\d\d)$/;
const MAY_SHOW = /(?:^|>)(?:\s|&nbsp;)*(?:#[A-Z]|Err:5)/;

/** Characters of a text that are looked through in one step, of which some thirty are done between two looks at a clock. */
const AT_ONCE = 64 * 1024;

/** The error value that a cell shows. */
export function errorIn(html: string): string | undefined {
  if (!html.includes('#') && !html.includes('Err:')) return undefined;
  const text = cellText(html).trim();
  return ERROR.test(text) ? text : undefined;
}

/** Whether a cell of this markup may show an error value; of a long one a part at a time, each from the end of a tag on. */
export function* mayShowErrors(html: string): Generator<void, boolean> {
  if (!html.includes('#') && !html.includes('Err:5')) return false;
  for (let from = 0; from < html.length; ) {
    const end = html.indexOf('>', from + AT_ONCE);
    // What a tag ends with begins the next part: no match goes over it.
    const to = end < 0 ? html.length : end;
    if (MAY_SHOW.test(html.slice(from, to))) return true;
    yield;
    from = to;
  }
  return false;
}
