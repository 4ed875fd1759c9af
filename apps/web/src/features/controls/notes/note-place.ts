/** A box on screen, px. */
export type Box = Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>;

/** What is around the words of a control. */
export interface Around {
  readonly control: Box;
  /** The cell that it stands in. */
  readonly cell: Box | undefined;
  /** What of the report is seen. */
  readonly frame: Box;
  readonly others: readonly Box[];
}

/**
 * Where words stand. The report makes room for those under their control; a success lies on its control, or over the
 * whole of a button.
 */
export type Side =
  | { readonly kind: 'beside'; readonly left: number }
  | { readonly kind: 'under'; readonly width: number }
  | { readonly kind: 'on' | 'over' };

/** Between a control and its words, px. */
export const GAP = 4;
/** What is left of a button around words over it: its ring stays seen. */
export const RIM = 3;
/** Controls no further apart stand together, as Submit and Cancel do. */
const NEAR = 12;
/** Words are not made narrower than this. */
const LEAST = 140;

/** Words stand beside their control where they cover no other one, else under it, no wider than its cell. */
export function sideOf(words: { readonly width: number; readonly height: number }, around: Around): Side {
  const { control, frame, others } = around;
  const inLine = others.filter((other) => other.top < control.bottom && other.bottom > control.top);
  const after = inLine.filter(({ left }) => left >= control.left).toSorted((a, b) => a.left - b.left);
  let end = control.right;
  for (const { left, right } of after) if (left - end <= NEAR) end = Math.max(end, right);
  const left = end + GAP;
  const top = besideTop(control, words.height);
  const beside = { left, right: left + words.width, top, bottom: top + words.height };
  if (beside.right + GAP <= frame.right && !others.some((other) => isOver(beside, other))) {
    return { kind: 'beside', left: left - control.left };
  }
  return { kind: 'under', width: Math.max(LEAST, underRoom(around)) };
}

/** A control at the edge of what is seen, or beyond it, is scrolled to: its words then have the room of its cell. */
function underRoom({ control, cell, frame }: Around): number {
  const whole = (cell?.right ?? control.right) - GAP - control.left;
  const seen = frame.right - GAP - control.left;
  return seen < LEAST ? whole : Math.min(whole, seen);
}

/** The corner at which words stand. */
export function cornerOf(side: Side, control: Box, words: { readonly width: number; readonly height: number }) {
  const { left, right, top, bottom } = control;
  switch (side.kind) {
    case 'beside':
      return { left: left + side.left, top: besideTop(control, words.height) };
    case 'under':
      return { left, top: bottom + GAP };
    case 'on':
      return { left: Math.max(left, right - words.width), top: bottom - words.height };
    case 'over':
      return { left: left + RIM, top: top + RIM };
  }
}

/** Words beside a control stand at its middle, or begin with it when they are higher. */
function besideTop({ top, bottom }: Box, height: number): number {
  return top + Math.max(0, (bottom - top - height) / 2);
}

function isOver(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}
