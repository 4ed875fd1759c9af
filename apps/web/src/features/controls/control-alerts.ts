import { alertWords } from './control-words.ts';
import type { Refusal, Update } from './send-update.ts';

/**
 * The alerts of spec 8 about updates: an error is told once until a success, and that its publisher does not confirm an
 * entry once for each.
 */
export class ControlAlerts {
  readonly #show: (text: string) => void;
  #hasToldError = false;
  readonly #unconfirmed = new WeakSet<Update>();

  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  confirmed(): void {
    this.#hasToldError = false;
  }

  /** A text is sent again until it is confirmed; the mark beside it says so all the time. */
  unconfirmed(update: Update): void {
    if (this.#unconfirmed.has(update)) return;
    this.#unconfirmed.add(update);
    this.#show(alertWords.unconfirmed);
  }

  tooMany(): void {
    this.#show(alertWords.tooMany);
  }

  refused(refusal: Refusal): void {
    switch (refusal.kind) {
      case 'unauthorized':
        this.#show(alertWords.unauthorized);
        break;
      case 'unconfirmed':
        this.#show(alertWords.unconfirmed);
        break;
      case 'error':
        if (!this.#hasToldError) this.#show(alertWords.error(refusal.text));
        this.#hasToldError = true;
    }
  }
}
