import { limits } from '@sheetwire/contract/limits';
import { acceptedEncoding, encodeAnswer } from '#http/compress.ts';
import type { Encoded } from '#http/encoded.ts';
import { jsonOf } from '#http/json-pieces.ts';

interface Kept {
  readonly made: Promise<Encoded>;
  bytes: number;
}

/** The bytes of whole answers that no newer version changes, made once however many ask: those that were asked for lately. */
export class KeptAnswers {
  readonly #bounds: { readonly count: number; readonly bytes: number };
  readonly #answers = new Map<string, Kept>();
  #bytes = 0;

  constructor(bounds: { readonly count: number; readonly bytes: number } = limits.log.keptAnswers) {
    this.#bounds = bounds;
  }

  /** `key` names all in which two answers may differ; `make` is asked only for the first of a key. */
  of(
    { key, accepts }: { readonly key: string; readonly accepts: string | undefined },
    make: () => Promise<unknown>,
  ): Promise<Encoded> {
    const encoding = acceptedEncoding(accepts);
    const name = `${encoding ?? ''}\n${key}`;
    const found = this.#answers.get(name);
    const kept = found ?? { made: encodedOf(make, encoding), bytes: 0 };
    this.#answers.delete(name);
    this.#answers.set(name, kept);
    this.#makeRoom();
    if (!found)
      void kept.made.then(
        (answer) => this.#measure(name, kept, answer),
        () => this.#drop(name, kept),
      );
    return kept.made;
  }

  /** It may have gone while it was made. */
  #measure(name: string, kept: Kept, { encodedBody }: Encoded): void {
    if (this.#answers.get(name) !== kept) return;
    kept.bytes = encodedBody.length;
    this.#bytes += kept.bytes;
    this.#makeRoom();
  }

  /** What could not be made is made again for whoever asks next. */
  #drop(name: string, kept: Kept): void {
    if (this.#answers.get(name) === kept) this.#answers.delete(name);
  }

  #makeRoom(): void {
    for (const [oldest, { bytes }] of this.#answers) {
      if (this.#bytes <= this.#bounds.bytes && this.#answers.size <= this.#bounds.count) return;
      this.#answers.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

async function encodedOf(make: () => Promise<unknown>, encoding: string | undefined): Promise<Encoded> {
  return encodeAnswer(await jsonOf(await make()), encoding);
}
