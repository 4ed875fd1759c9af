import { limits } from '@sheetwire/contract/limits';

const all = 100;

/** A zoom in per cent as far as a spreadsheet can show it; undefined for none and for the usual one. */
export function shownZoom(percent: number | undefined): number | undefined {
  const { least, most } = limits.sheetZoom;
  return percent === undefined || percent === all || percent < least || percent > most ? undefined : percent;
}
