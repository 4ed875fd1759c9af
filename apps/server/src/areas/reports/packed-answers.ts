import { limits } from '@sheetwire/contract/limits';
import { acceptedEncoding, encodeAnswer } from '#http/compress.ts';
import type { Encoded } from '#http/encoded.ts';
import { jsonOf } from '#http/json-pieces.ts';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import type { ReportState } from '#report/report-state.ts';

/** Differing answers of one version that are kept: other rights, other private pages, other pages, another encoding. */
const MOST = 16;

type OfVersion = BoundedMap<string, Kept>;

class Kept {
  readonly made: Promise<Encoded>;
  /** Where it is kept, and as what. */
  readonly of: OfVersion;
  readonly name: string;
  readonly place: WeakRef<Kept> = new WeakRef(this);

  constructor(made: Promise<Encoded>, of: OfVersion, name: string) {
    this.made = made;
    this.of = of;
    this.name = name;
  }

  drop(): void {
    if (this.of.get(this.name) === this) this.of.delete(this.name);
  }
}

/**
 * The bytes of whole answers, made at most once a version however many poll (quality, polling clients). Every version is a
 * state of its own, so an answer goes when its version does; of all versions together the bytes are bounded, since one that
 * stays for a day is told anew each time its publisher is heard.
 */
export class PackedAnswers {
  readonly #bounds: { readonly count: number; readonly bytes: number };
  readonly #answers = new WeakMap<ReportState, OfVersion>();
  /** The bytes of each, 0 while it is made; the one that was asked for longest ago first. None is held by this list. */
  readonly #lately = new Map<WeakRef<Kept>, number>();
  #bytes = 0;

  constructor(bounds: { readonly count: number; readonly bytes: number } = limits.packedAnswers) {
    this.#bounds = bounds;
  }

  /** `key` names all in which two answers of a version may differ; `make` is asked only for the first of a key. */
  of(
    state: ReportState,
    { key, accepts }: { readonly key: string; readonly accepts: string | undefined },
    make: () => Promise<unknown>,
  ): Promise<Encoded> {
    const encoding = acceptedEncoding(accepts);
    const known: OfVersion = this.#answers.get(state) ?? new BoundedMap(MOST);
    this.#answers.set(state, known);
    const name = `${encoding ?? ''}\n${key}`;
    const found = known.get(name);
    if (found) {
      this.#put(found, this.#lately.get(found.place) ?? 0);
      return found.made;
    }
    const made = make().then(async (answer) => encodeAnswer(await jsonOf(answer), encoding));
    const kept = new Kept(made, known, name);
    known.set(name, kept);
    this.#put(kept, 0);
    made.then(
      ({ encodedBody }) => this.#measured(kept, encodedBody.length),
      () => kept.drop(),
    );
    return made;
  }

  /** It may have gone while it was made. */
  #measured(kept: Kept, bytes: number): void {
    if (this.#lately.has(kept.place)) this.#put(kept, bytes);
  }

  /** It is the one that was asked for last. */
  #put({ place }: Kept, bytes: number): void {
    this.#bytes += bytes - (this.#lately.get(place) ?? 0);
    this.#lately.delete(place);
    this.#lately.set(place, bytes);
    for (const [oldest, own] of this.#lately) {
      if (this.#bytes <= this.#bounds.bytes && this.#lately.size <= this.#bounds.count) return;
      this.#lately.delete(oldest);
      this.#bytes -= own;
      oldest.deref()?.drop();
    }
  }
}
