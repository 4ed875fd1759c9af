import type { OfficeLook, OfficeSheet } from './office-book.ts';
import type { PageLook } from './office-page.ts';
import type { ShownCell } from './shown-cells.ts';

/** What was compared of one kind, and what differs. */
export interface Tally {
  compared: number;
  readonly different: Difference[];
}

export interface Difference {
  readonly cell: string;
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface LookTallies {
  readonly colors: Tally;
  readonly fonts: Tally;
  readonly alignment: Tally;
}

/** Steps of 255 that two programs may round a tint apart. */
const tintStep = 2;

/** Compares what cells look like, conditional formats included, with what LibreOffice says of them. */
export function compareLooks(
  ours: ReadonlyMap<string, ShownCell>,
  sheet: OfficeSheet,
  ruled: ReadonlyMap<string, PageLook>,
): LookTallies {
  const tallies: LookTallies = {
    colors: { compared: 0, different: [] },
    fonts: { compared: 0, different: [] },
    alignment: { compared: 0, different: [] },
  };
  for (const look of sheet.looks) {
    for (const [top, left, bottom, right] of look.areas) {
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          const key = `${row},${column}`;
          const shown = ours.get(key);
          if (shown) compareCell(key, shown, { ...look, ...ruled.get(key) }, tallies);
        }
      }
    }
  }
  return tallies;
}

function compareCell(key: string, ours: ShownCell, theirs: OfficeLook, tallies: LookTallies): void {
  const say = (tally: Tally, what: string, pair: readonly [unknown, unknown], isEqual: boolean) => {
    tally.compared++;
    if (!isEqual) tally.different.push({ cell: key, what, ours: String(pair[0]), theirs: String(pair[1]) });
  };
  const { colors, fonts, alignment } = tallies;
  say(colors, 'fill', [ours.fill, theirs.fill], isNear(ours.fill ?? '#ffffff', theirs.fill ?? '#ffffff'));
  if (ours.text.trim() === '' || ours.hasRuns) return;
  say(colors, 'ink', [ours.color, theirs.color], isSameInk(ours.color, theirs.color));
  say(fonts, 'family', [ours.family, theirs.family], ours.family.toLowerCase() === theirs.family.toLowerCase());
  say(fonts, 'size', [ours.size, theirs.size], Math.abs(ours.size - theirs.size) < 0.1);
  for (const what of ['isBold', 'isItalic', 'isUnderlined', 'isStruck'] as const) {
    say(fonts, what, [ours[what], theirs[what]], ours[what] === theirs[what]);
  }
  const horizontal = theirs.horizontal === 'fill' ? 'left' : theirs.horizontal;
  say(alignment, 'horizontal', [ours.horizontal, horizontal], ours.horizontal === horizontal);
  const vertical = theirs.vertical === 'center' ? 'middle' : theirs.vertical;
  say(alignment, 'vertical', [ours.vertical, vertical], ours.vertical === vertical);
}

/** Black is the ink of the scheme, and an automatic ink is black or white by its ground. */
function isSameInk(ours: string | undefined, theirs: string | null): boolean {
  if (theirs === null) return ours === undefined || ours === '#000000' || ours === '#ffffff';
  return isNear(ours ?? '#000000', theirs);
}

function isNear(a: string, b: string): boolean {
  return [1, 3, 5].every(
    (at) => Math.abs(Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16)) <= tintStep,
  );
}
