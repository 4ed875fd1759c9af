import type { Axis } from './axis.ts';
import { coveredGroups } from './groups.ts';
import { STEP } from './outline-css.ts';
import { boxOfRow } from './row-box.ts';
import type { TableOutline } from './table-outline.ts';

/** Pixels of a button. */
const SIZE = 18;
/** Pixels beyond the box that are kept ready. */
const BEYOND = 200;

/** A button or a line where it is to stand. */
interface Placed {
  readonly axis: Axis;
  readonly group: number;
  readonly key: string;
  /** Along the rows or columns: the middle of the button, and the ends of its line. */
  readonly at: number;
  readonly line: readonly [from: number, to: number] | undefined;
}

/** The buttons beside the rows and above the columns; only those near what is seen are in the document. */
export class Gutter {
  readonly rows = document.createElement('div');
  readonly #host: HTMLElement;
  readonly #tables: readonly TableOutline[];
  readonly #onToggle: () => void;
  readonly #buttons = new Map<string, HTMLButtonElement>();

  constructor(host: HTMLElement, tables: readonly TableOutline[], onToggle: () => void) {
    this.#host = host;
    this.#tables = tables;
    this.#onToggle = onToggle;
    this.rows.className = 'outline-rows';
    this.rows.setAttribute('role', 'group');
    this.rows.setAttribute('aria-label', 'Row groups');
  }

  /** Puts the buttons where their totals stand now. */
  place(columns: HTMLElement, page: HTMLElement): void {
    const box = this.#host.getBoundingClientRect();
    const down = this.#tables.flatMap((table, n) => rowsOf(table, n, box));
    const across = this.#tables.slice(0, 1).flatMap((table) => columnsOf(table, box));
    this.rows.style.height = `${page.offsetTop + page.offsetHeight}px`;
    const top = box.top + this.#host.clientTop - this.#host.scrollTop;
    const left = box.left + this.#host.clientLeft - this.#host.scrollLeft;
    const kept = new Set<string>();
    this.#write(this.rows, down, { kept, origin: top, isDown: true });
    this.#write(columns, across, { kept, origin: left, isDown: false });
    for (const [key, button] of this.#buttons) {
      if (kept.has(key) || button.matches(':focus')) continue;
      button.remove();
      this.#buttons.delete(key);
    }
  }

  #write(
    strip: HTMLElement,
    placed: readonly Placed[],
    { kept, origin, isDown }: { kept: Set<string>; origin: number; isDown: boolean },
  ): void {
    const lines: HTMLElement[] = [];
    let before: Element | undefined;
    for (const one of placed.toSorted((a, b) => a.at - b.at || a.group - b.group)) {
      const button = this.#button(one);
      kept.add(one.key);
      const level = one.axis.groups[one.group]?.level ?? 1;
      const side = `${(level - 1) * STEP + 1}px`;
      const along = `${one.at - origin - SIZE / 2}px`;
      Object.assign(button.style, isDown ? { top: along, left: side } : { left: along, top: side });
      if (one.line) lines.push(lineOf(one.line, { origin, level, isDown }));
      // What has the focus stays where it is.
      if (button.parentElement !== strip || (before && !follows(button, before) && !button.matches(':focus'))) {
        if (before) before.after(button);
        else strip.prepend(button);
      }
      before = button;
    }
    for (const line of strip.querySelectorAll('i')) line.remove();
    strip.append(...lines);
  }

  #button({ key, axis, group }: Placed): HTMLButtonElement {
    const known = this.#buttons.get(key);
    const button = known ?? this.#newButton(key);
    const isShut = axis.isShut[group] ?? false;
    button.ariaExpanded = String(!isShut);
    const name = axis.names[group] ?? '';
    if (button.ariaLabel !== name) {
      button.ariaLabel = name;
      button.title = name;
    }
    return button;
  }

  #newButton(key: string): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.addEventListener('click', () => this.#toggle(key));
    this.#buttons.set(key, button);
    return button;
  }

  #toggle(key: string): void {
    const [number, own = ''] = key.split(':');
    const table = this.#tables[Number(number)];
    for (const axis of table ? [table.rows, table.columns] : []) {
      const place = axis.keys.indexOf(own);
      if (place >= 0) axis.set(place, !axis.isShut[place]);
    }
    this.#onToggle();
  }
}

function follows(button: Element, before: Element): boolean {
  return (before.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function lineOf(
  [from, to]: readonly [number, number],
  { origin, level, isDown }: { origin: number; level: number; isDown: boolean },
): HTMLElement {
  const line = document.createElement('i');
  const side = `${(level - 1) * STEP + 1 + SIZE / 2}px`;
  const [start, length] = [`${from - origin}px`, `${Math.max(0, to - from)}px`];
  Object.assign(
    line.style,
    isDown ? { top: start, height: length, left: side } : { left: start, width: length, top: side },
  );
  return line;
}

/** The row groups of a table whose total, or a part of which, lies near the box. */
function rowsOf({ lines, rows, table }: TableOutline, number: number, box: DOMRect): Placed[] {
  if (rows.groups.length === 0) return [];
  const seen = seenLines(lines, box);
  if (!seen) return [];
  const hidden = rows.hidden();
  const covered = coveredGroups(rows.groups, rows.isShut);
  const edges = table.getBoundingClientRect();
  return rows.groups.flatMap((group, n): Placed[] => {
    const { from, to, total } = group;
    const isAway = to < seen.first - 1 || from > seen.last + 1;
    if (isAway || hidden[total] || covered[n]) return [];
    const at = middleOf(boxOfRow(lines[total])) ?? (total < 0 ? edges.top : edges.bottom);
    const place = { axis: rows, group: n, key: `${number}:${rows.keys[n]}`, at };
    if (rows.isShut[n]) return [{ ...place, line: undefined }];
    const first = boxOfRow(lines[Math.max(from, seen.first)]);
    const last = boxOfRow(lines[Math.min(to, seen.last)]);
    return [{ ...place, line: first && last && [first.top + 2, last.bottom - 2] }];
  });
}

/** Where a button stands beside a row: in its middle, or near the top of a tall one. */
function middleOf(rect: DOMRect | undefined): number | undefined {
  return rect && rect.top + Math.min(rect.height / 2, 14);
}

/** The lines of a table that lie near the box: its blocks are looked at first. */
function seenLines(lines: readonly HTMLTableRowElement[], box: DOMRect) {
  let first = -1;
  let last = -1;
  let block: Element | null = null;
  let isNear = false;
  for (const [n, line] of lines.entries()) {
    if (line.parentElement !== block) {
      block = line.parentElement;
      const rect = block?.getBoundingClientRect();
      isNear = rect !== undefined && rect.bottom > box.top - BEYOND && rect.top < box.bottom + BEYOND;
    }
    if (!isNear) continue;
    if (first < 0) first = n;
    last = n;
  }
  return first < 0 ? undefined : { first, last };
}

function columnsOf(outline: TableOutline, box: DOMRect): Placed[] {
  const { columns, table, isRightToLeft } = outline;
  if (columns.groups.length === 0) return [];
  const hidden = columns.hidden();
  const covered = coveredGroups(columns.groups, columns.isShut);
  const edges = outline.columnEdges();
  const whole = edges.at(-1) ?? 0;
  const rect = table.getBoundingClientRect();
  const at = (offset: number) => (isRightToLeft ? rect.right - offset : rect.left + offset);
  return columns.groups.flatMap(({ from, to, total }, n): Placed[] => {
    if (hidden[total] || covered[n]) return [];
    const start = edges[total] ?? (total < 0 ? 0 : whole);
    const middle = at(total < 0 ? start + SIZE / 2 : start + SIZE / 2 + 2);
    if (middle < box.left - BEYOND || middle > box.right + BEYOND) return [];
    const ends = [at((edges[from] ?? 0) + 2), at((edges[to + 1] ?? whole) - 2)].sort((a, b) => a - b);
    const [low = 0, high = 0] = ends;
    const line = columns.isShut[n] ? undefined : ([low, high] as const);
    return [{ axis: columns, group: n, key: `0:${columns.keys[n]}`, at: middle, line }];
  });
}
