import { acceptedEncoding, encodeAnswer } from '#http/compress.ts';
import type { Encoded } from '#http/encoded.ts';
import { jsonOf } from '#http/json-pieces.ts';
import { BoundedMap } from '#lib/bounded-map.ts';
import type { ReportState } from '#report/report-state.ts';

/** Differing answers of one version that are kept: other rights, other private pages, other pages, another encoding. */
const MOST = 16;

/**
 * The bytes of whole answers, made at most once a version however many poll (quality, polling clients). Every version
 * is a state of its own, so an answer goes when its version does.
 */
export class PackedAnswers {
  readonly #answers = new WeakMap<ReportState, BoundedMap<string, Promise<Encoded>>>();

  /** `key` names all in which two answers of a version may differ; `make` is asked only for the first of a key. */
  of(
    state: ReportState,
    { key, accepts }: { readonly key: string; readonly accepts: string | undefined },
    make: () => Promise<unknown>,
  ): Promise<Encoded> {
    const encoding = acceptedEncoding(accepts);
    const known = this.#answers.get(state) ?? new BoundedMap<string, Promise<Encoded>>(MOST);
    this.#answers.set(state, known);
    const name = `${encoding ?? ''}\n${key}`;
    const found = known.get(name);
    if (found) return found;
    const made = make().then(async (answer) => encodeAnswer(await jsonOf(answer), encoding));
    made.catch(() => known.delete(name));
    known.set(name, made);
    return made;
  }
}
