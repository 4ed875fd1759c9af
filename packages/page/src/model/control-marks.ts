/** The element of a control in canonical HTML. */
export interface ControlMark {
  readonly name: string;
  /** Where its open tag begins. */
  readonly start: number;
  /** Behind its open tag. */
  readonly open: number;
  /** Behind the element. */
  readonly end: number;
}

const MARK = ' data-control="';
const TAG = /(textarea|select|input|button) /y;

/**
 * The controls of canonical HTML in the order of the document, in one pass. It has no bare `<` or `>` but those of its
 * tags, and no bare `"` in its values: a text that looks like a control's mark lies in no tag of one.
 */
export function controlMarks(html: string): ControlMark[] {
  const marks: ControlMark[] = [];
  const unclosed = new Set<string>();
  let done = 0;
  for (let at = html.indexOf(MARK); at >= 0; at = html.indexOf(MARK, Math.max(done, at + MARK.length))) {
    const start = tagStart(html, at, done);
    done = at;
    const element = start < 0 ? undefined : elementAt(html, start, at, unclosed);
    if (!element) continue;
    marks.push(element);
    // No control stands in another.
    done = element.end;
  }
  return marks;
}

/** Where the tag begins that an offset lies in, looked for as far as `from`; -1 in a text. */
function tagStart(html: string, at: number, from: number): number {
  for (let n = at; n >= from; n--) {
    const code = html.charCodeAt(n);
    if (code === LESS) return n;
    if (code === MORE) return -1;
  }
  return -1;
}

const LESS = 0x3c;
const MORE = 0x3e;

/** A tag that nothing closes from here on is looked for once: `unclosed` remembers it. */
function elementAt(html: string, start: number, mark: number, unclosed: Set<string>): ControlMark | undefined {
  TAG.lastIndex = start + 1;
  const tag = TAG.exec(html)?.[1];
  if (tag === undefined || unclosed.has(tag)) return undefined;
  const open = html.indexOf('>', mark) + 1;
  const from = mark + MARK.length;
  const name = html.slice(from, html.indexOf('"', from));
  const close = `</${tag}>`;
  const closeAt = tag === 'input' ? open - close.length : html.indexOf(close, open);
  if (closeAt < 0) unclosed.add(tag);
  return open === 0 || closeAt < 0 ? undefined : { name, start, open, end: closeAt + close.length };
}
