import { showAlert } from '#features/alerts/alerts.ts';
import { deedWords } from './deed-words.ts';
import { type Doing, useDoing } from './use-asked.ts';

/** One thing done at a time, whose failure is an alert; where nobody knows whether it was done, the alert names it. */
export function useDeed(name: string): Doing {
  return useDoing((_, error) => showAlert(deedWords(name, error)));
}
