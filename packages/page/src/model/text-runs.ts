interface TextSource {
  readonly html: string;
}

/** Joins pieces of texts; neighbours of one text go as one piece, so that what never changed costs nothing by part. */
export class TextRuns {
  readonly #pieces: string[] = [];
  #source: TextSource | undefined;
  #from = 0;
  #to = 0;

  /** Adds a piece of a text. */
  slice(source: TextSource, from: number, to: number): void {
    if (source === this.#source && from === this.#to) {
      this.#to = to;
      return;
    }
    this.#flush();
    this.#source = source;
    this.#from = from;
    this.#to = to;
  }

  /** Adds a text of its own. */
  own(text: string): void {
    if (text === '') return;
    this.#flush();
    this.#pieces.push(text);
  }

  joined(): string {
    this.#flush();
    return this.#pieces.join('');
  }

  #flush(): void {
    if (this.#source && this.#to > this.#from) this.#pieces.push(this.#source.html.slice(this.#from, this.#to));
    this.#source = undefined;
    this.#from = 0;
    this.#to = 0;
  }
}
