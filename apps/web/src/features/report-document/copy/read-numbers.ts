import { conventionsOf } from '@sheetwire/sheet/write/values/conventions';
import { shownDate } from '@sheetwire/sheet/write/values/shown-date';
import { type Shown, shownNumber } from '@sheetwire/sheet/write/values/shown-number';

/** Reads what a numeric cell shows, as the numeric cells of its table are written. */
export function numberReader(texts: Iterable<string>): (text: string) => Shown | undefined {
  const conventions = conventionsOf(texts);
  return (text) => shownNumber({ text }, conventions) ?? shownDate(text, conventions);
}
