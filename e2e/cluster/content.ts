import { ann, ben, boss, bot } from './cast.ts';

/** So many cells a report has, all of which say the same. */
export const CELLS = 24;
const control = '<tr><td><textarea data-control="Limit"></textarea></td></tr>';

/** A report whose every cell says the same number, so that a torn one shows. */
export function pagesOf(value: number, isControlled: boolean): { name: string; html: string }[] {
  const cells = Array.from({ length: CELLS }, (_, n) => `<tr><td data-cell="A${n + 1}">${value}</td></tr>`);
  return [{ name: 'P', html: `<table><tbody>${cells.join('')}${isControlled ? control : ''}</tbody></table>` }];
}

/** What the cells of pages say, each value once. */
export function valuesOf(pages: readonly string[]): number[] {
  const all = pages.flatMap((html) => [...html.matchAll(/>(\d+)</g)]).map(([, digits]) => Number(digits));
  return [...new Set(all)];
}

/** The rights of a report: with or without the viewer who is told to go. */
export function rightsOf(gropic: string, isSeen: boolean) {
  const viewers = [boss, bot, ann, ...(isSeen ? [ben] : [])];
  return { gropic, viewers, publishers: [bot], interactors: [ann], admins: [boss] };
}
