interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** So far, in px, a finger moves that rests. */
const SLIP = 4;

/** What a finger does on the strip, by where it was put down: it rests, moves along it, or scrolls the page over it. */
export function fingerWay(from: Point, to: Point): 'rests' | 'along' | 'over' {
  const [x, y] = [Math.abs(to.clientX - from.clientX), Math.abs(to.clientY - from.clientY)];
  if (x < SLIP && y < SLIP) return 'rests';
  return x > y ? 'along' : 'over';
}
