/** One place where two lists differ: `remove` items at `at` give way to `insert` items at `newAt` of the new list. */
export interface Hunk {
  readonly at: number;
  readonly remove: number;
  readonly newAt: number;
  readonly insert: number;
}

/** More differences than this are not worth finding one by one. */
const MAX_EDITS = 400;

/**
 * Where two lists of texts differ, in order (Myers, "An O(ND) difference algorithm", 1986). Undefined when more than 400
 * single edits would be needed.
 */
export function diffLists(before: readonly string[], after: readonly string[]): Hunk[] | undefined {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const middle = { a: before.slice(head, before.length - tail), b: after.slice(head, after.length - tail) };
  if (middle.a.length === 0 || middle.b.length === 0) {
    const only = { at: head, remove: middle.a.length, newAt: head, insert: middle.b.length };
    return only.remove + only.insert === 0 ? [] : [only];
  }
  const trace = shortestEdit(middle.a, middle.b);
  return trace && hunksOf(backtrack(trace, middle.a.length, middle.b.length), head);
}

type Step = readonly [x: number, y: number, kind: 'remove' | 'insert'];

/** The furthest x on each diagonal after each number of edits. */
function shortestEdit(a: readonly string[], b: readonly string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    const next = new Map(reach);
    trace.push(reach);
    for (let k = -edits; k <= edits; k += 2) {
      const x = slide(a, b, k, goesDown(reach, k, edits) ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1);
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return trace;
    }
    reach = next;
  }
  return undefined;
}

/** Follows equal items down a diagonal. */
function slide(a: readonly string[], b: readonly string[], k: number, from: number): number {
  let x = from;
  while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
  return x;
}

function goesDown(reach: ReadonlyMap<number, number>, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
}

function backtrack(trace: readonly Map<number, number>[], endX: number, endY: number): Step[] {
  const steps: Step[] = [];
  let x = endX;
  let y = endY;
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const reach = trace[edits] ?? new Map<number, number>();
    const k = x - y;
    const down = goesDown(reach, k, edits);
    const fromK = down ? k + 1 : k - 1;
    x = reach.get(fromK) ?? 0;
    y = x - fromK;
    steps.push([x, y, down ? 'insert' : 'remove']);
  }
  return steps.reverse();
}

function hunksOf(steps: readonly Step[], offset: number): Hunk[] {
  const hunks: Hunk[] = [];
  for (const [x, y, kind] of steps) {
    const last = hunks.at(-1);
    const at = x + offset;
    const newAt = y + offset;
    const touches = last && last.at + last.remove === at && last.newAt + last.insert === newAt;
    const grown = touches ? last : { at, remove: 0, newAt, insert: 0 };
    if (touches) hunks.pop();
    hunks.push({
      ...grown,
      remove: grown.remove + (kind === 'remove' ? 1 : 0),
      insert: grown.insert + (kind === 'insert' ? 1 : 0),
    });
  }
  return hunks;
}
