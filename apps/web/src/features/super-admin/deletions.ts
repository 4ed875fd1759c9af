/** Deletions that were asked for here: a list that comes before their answer would take what goes for lost. */
export class Deletions {
  readonly #onAnswer: () => void;
  #underWay = 0;

  constructor(onAnswer: () => void) {
    this.#onAnswer = onAnswer;
  }

  get areUnderWay(): boolean {
    return this.#underWay > 0;
  }

  /** `deed` says whether it was done; `removed` follows if so, while no list is taken. */
  async run(deed: () => Promise<boolean>, removed: () => void): Promise<void> {
    this.#underWay++;
    try {
      if (await deed()) removed();
    } finally {
      this.#underWay--;
      this.#onAnswer();
    }
  }
}
