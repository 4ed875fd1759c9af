import type { ControlElement } from '../read-control.ts';

/** The text in which an input method is putting characters together. */
export class Composing {
  element: ControlElement | undefined;
  readonly #isOfEveryWord: boolean;

  constructor(userAgent: string) {
    this.#isOfEveryWord = composesEveryWord(userAgent);
  }

  /** Whether what stands in a control is no word yet: characters from which its user still makes others. */
  isUnfinished(element: ControlElement): boolean {
    return element === this.element && !this.#isOfEveryWord;
  }
}

/** Keyboards of Android put every word of every language together: typing stops there as anywhere else. */
export function composesEveryWord(userAgent: string): boolean {
  return /Android/i.test(userAgent);
}
