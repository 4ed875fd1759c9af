import { limits } from '@sheetwire/contract/limits';

/** A step that brings text. */
type TextStep = { readonly html: string } | { readonly css: string };

/** Whether steps are so few that the event loop may take them over and clean them; more is sent as a whole, on threads. */
export function areFew(pages: readonly { readonly steps: readonly TextStep[] }[]): boolean {
  let [count, text] = [0, 0];
  for (const { steps } of pages) {
    count += steps.length;
    if (count > limits.byBytes.cells) return false;
    for (const step of steps) text += 'html' in step ? step.html.length : step.css.length;
  }
  return text <= limits.byBytes.text;
}
