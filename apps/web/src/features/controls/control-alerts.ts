import { alertWords } from './control-words.ts';
import type { Refusal } from './send-update.ts';

/** The alerts of spec 8 about updates: an error, and a publisher that does not confirm, are told once until a success. */
export class ControlAlerts {
  readonly #show: (text: string) => void;
  #hasToldError = false;
  #hasToldUnconfirmed = false;

  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  confirmed(): void {
    this.#hasToldError = false;
    this.#hasToldUnconfirmed = false;
  }

  /** A text is sent again until it is confirmed; the mark beside it says so all the time. */
  unconfirmed(): void {
    if (this.#hasToldUnconfirmed) return;
    this.#hasToldUnconfirmed = true;
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
