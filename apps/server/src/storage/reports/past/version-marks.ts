import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { AuditNote } from '#ports/audit.ts';
import type { VersionSpan } from '#ports/past/report-past.ts';
import type { NewTag, Tagged, VersionMark, VersionMarks } from '#ports/past/version-marks.ts';
import type { StoredReport } from '#ports/report-log.ts';
import type { Access } from '../../access.ts';
import { rowOfNote } from '../../rights/audit.ts';
import type { KeyframeMaker } from '../keyframe-maker.ts';
import type { RowSeals } from '../sealed/row-seals.ts';
import { chainOf, proofOf, readSealedChain, type SealedChain } from '../sealed/sealed-chain.ts';
import type { NewMark } from './mark-commands.ts';

/** Tags and rollbacks in SQL: a version that has one has a keyframe of its own (decision 65). */
export class SqlVersionMarks implements VersionMarks {
  readonly #access: Access;
  readonly #maker: Pick<KeyframeMaker, 'make' | 'replay'>;
  readonly #seals: RowSeals | undefined;

  constructor(access: Access, maker: Pick<KeyframeMaker, 'make' | 'replay'>, seals: RowSeals | undefined) {
    this.#access = access;
    this.#maker = maker;
    this.#seals = seals;
  }

  tag(topic: Topic, { version, tag, by, note }: NewTag): Promise<Tagged> {
    return this.#mark({ topic, version, kind: 'tag', words: tag, by, most: limits.past.tags, ...rowOfNote(note) });
  }

  async content(topic: Topic, version: number): Promise<StoredReport | undefined> {
    const chain = await readSealedChain(this.#access.db, topic, version);
    return chain?.steps.at(-1)?.version === version ? this.#maker.replay(chainOf(chain)) : undefined;
  }

  async keepRestored(topic: Topic, version: number, by: string): Promise<boolean> {
    const most = limits.log.restored;
    return (await this.#mark({ topic, version, kind: 'restored', words: '', by, most })) !== 'gone';
  }

  async link(topic: Topic, version: number, by: string): Promise<boolean> {
    const known = this.#access.db.selectFrom('version_mark').select('version').where('topic', '=', topic);
    const own = known.where('version', '=', version).where('kind', '=', 'linked');
    if (await own.executeTakeFirst()) return true;
    const most = limits.past.links;
    return (await this.#mark({ topic, version, kind: 'linked', words: '', by, most })) !== 'gone';
  }

  async between(topic: Topic, { first, last }: VersionSpan): Promise<readonly VersionMark[]> {
    const marks = this.#marks(topic).where('version.version', '>=', first).where('version.version', '<=', last);
    return (await marks.execute()).map(markOf).toReversed();
  }

  async since(topic: Topic, version: number): Promise<readonly VersionMark[]> {
    return (await this.#marks(topic).where('version.version', '>=', version).execute()).map(markOf).toReversed();
  }

  async held(topic: Topic): Promise<VersionMark | undefined> {
    const row = await this.#told()
      .innerJoin('topic', (join) =>
        join.onRef('topic.topic', '=', 'version_mark.topic').onRef('topic.held_version', '=', 'version_mark.version'),
      )
      .where('topic.topic', '=', topic)
      .where('version_mark.kind', '=', 'rollback')
      .executeTakeFirst();
    return row && markOf(row);
  }

  release(topic: Topic, version: number, note?: AuditNote): Promise<boolean> {
    return this.#access.write('releasePublisher', { topic, version, ...rowOfNote(note) });
  }

  /** The keyframe is made before the mark is written, and is of no use where that finds the version gone. */
  async #mark(mark: Omit<NewMark, 'keyframe'>): Promise<Tagged> {
    const { topic, version } = mark;
    const chain = await readSealedChain(this.#access.db, topic, version);
    if (chain?.steps.at(-1)?.version !== version) return 'gone';
    const isWanted = chain.frame.version < version && (mark.kind !== 'tag' || mark.words !== '');
    const keyframe = isWanted ? await this.#keyframe(topic, chain) : undefined;
    return this.#access.write('markVersion', { ...mark, keyframe });
  }

  async #keyframe(topic: Topic, chain: SealedChain) {
    const keyframe = await this.#maker.make(chainOf(chain));
    const seal = this.#seals?.frame({ topic, ...keyframe }, await proofOf(this.#seals, chain)) ?? '';
    return { ...keyframe, seal };
  }

  #marks(topic: Topic) {
    return this.#told()
      .where('version_mark.topic', '=', topic)
      .where('version_mark.kind', 'in', ['tag', 'rollback'])
      .where('version.version', 'is not', null)
      .orderBy('version_mark.version', 'desc')
      .orderBy('version_mark.kind')
      .limit(limits.log.marksTold);
  }

  #told() {
    return this.#access.db
      .selectFrom('version_mark')
      .leftJoin('version', (join) =>
        join.onRef('version.topic', '=', 'version_mark.topic').onRef('version.version', '=', 'version_mark.version'),
      )
      .select((eb) => ['version_mark.version', eb.fn.coalesce('version.time', sql<string>`''`).as('time')])
      .select((eb) => eb.fn.coalesce('version.sender', 'version_mark.by_user').as('sender'))
      .select(['version_mark.kind', 'version_mark.words', 'version_mark.restored', 'version_mark.by_user']);
  }
}

interface MarkRow extends Omit<VersionMark, 'kind' | 'by'> {
  readonly kind: string;
  readonly by_user: string;
}

function markOf({ kind, by_user: by, ...mark }: MarkRow): VersionMark {
  return { ...mark, by, kind: kind === 'tag' ? 'tag' : 'rollback' };
}
