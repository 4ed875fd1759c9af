import type { Topic } from '@sheetwire/rules/topic';
import type { CellPlace, CellsOf, ShownCell, VersionProof } from '#ports/past/report-past.ts';
import type { Page } from '#ports/report-log.ts';
import type { Access } from '../../access.ts';
import { pagesInFrame } from '../frame.ts';
import type { KeyframeMaker } from '../keyframe-maker.ts';
import { unpack } from '../packing.ts';
import type { Chain } from '../replay.ts';
import type { RowSeals } from '../sealed/row-seals.ts';
import { chainOf, proofOf, readSealedChain } from '../sealed/sealed-chain.ts';
import { distinctPlaces } from './cell-texts.ts';
import { readChainTo } from './past-chain.ts';
import { readSnapshotOf } from './sealed-snapshots.ts';

type Thread = Pick<KeyframeMaker, 'texts' | 'textsOf'>;
type Pages = readonly Pick<Page, 'name' | 'user'>[];

/** What can be shown of versions, and what their cells show: all of it off the event loop, as reports may be large (time 6). */
export class Proofs {
  readonly #access: Access;
  readonly #thread: Thread;
  readonly #seals: RowSeals | undefined;

  constructor(access: Access, thread: Thread, seals: RowSeals | undefined) {
    this.#access = access;
    this.#thread = thread;
    this.#seals = seals;
  }

  async proof(topic: Topic, version: number, cells: CellsOf = () => []): Promise<VersionProof | undefined> {
    const chain = await readSealedChain(this.#access.db, topic, version);
    const row = chain?.steps.at(-1);
    if (!chain || row?.version !== version) return this.#ofSnapshot(topic, version, cells);
    const state = this.#seals ? await proofOf(this.#seals, chain) : 'unsigned';
    const { time, sender, hash, previous } = row;
    const shown = state === 'signed' ? await this.#shownIn(chainOf(chain), cells) : undefined;
    return { version, time, sender, hash, previous, state, cells: shown };
  }

  async shown(topic: Topic, version: number, cells: CellsOf): Promise<readonly (ShownCell | undefined)[]> {
    const chain = await readChainTo(this.#access.db, topic, version);
    return chain ? this.#shownIn(chain, cells) : [];
  }

  async #shownIn(chain: Chain, cells: CellsOf): Promise<readonly (ShownCell | undefined)[]> {
    const pages = pagesInFrame(await unpack(chain.keyframe));
    const places = cells(pages);
    return shownOf(pages, places, (distinct) => this.#thread.texts(chain, distinct));
  }

  /** A version that is kept no more may be held by a snapshot, which was sealed while it was. */
  async #ofSnapshot(topic: Topic, version: number, cells: CellsOf): Promise<VersionProof | undefined> {
    if (!this.#seals) return undefined;
    const snapshot = await readSnapshotOf(this.#access.db, topic, { version });
    const state = snapshot && this.#seals.checkSnapshot(snapshot);
    if (!snapshot || state === undefined || state === 'none') return undefined;
    const { time, sender, hash, previous, pages } = snapshot;
    const facts = { version, time, sender, hash, previous };
    if (state !== 'good') return { ...facts, state: state === 'broken' ? 'changed' : state, cells: undefined };
    const places = cells(pages);
    const named = new Set(places.map((place) => place?.page));
    const textOf = async (body: Uint8Array) => (await unpack(body)).toString('utf8');
    const bodies = await Promise.all(
      pages.map(async ({ body }, n) => ({ html: named.has(n) ? await textOf(body) : '' })),
    );
    const cellsShown = await shownOf(pages, places, (distinct) => this.#thread.textsOf(bodies, distinct));
    return { ...facts, state: 'signed', cells: cellsShown };
  }
}

async function shownOf(
  pages: Pages,
  places: ReturnType<CellsOf>,
  textsAt: (distinct: readonly CellPlace[]) => Promise<readonly (string | undefined)[]>,
): Promise<(ShownCell | undefined)[]> {
  const { places: distinct, numbers } = distinctPlaces(places);
  const texts = distinct.length === 0 ? [] : await textsAt(distinct);
  return places.map((place, n) => {
    const [page, number] = [place && pages[place.page], numbers[n]];
    return page && { page: page.name, text: number === undefined ? undefined : texts[number] };
  });
}
