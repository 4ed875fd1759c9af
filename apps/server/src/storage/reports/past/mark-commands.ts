import type { Topic } from '@sheetwire/rules/topic';
import type { Context } from '../../context.ts';
import { auditCommands, type KeptAuditRow, keptRow } from '../../rights/audit.ts';
import type { EncodedAppend } from '../encode-append.ts';
import { keepKeyframe, type SealedKeyframe } from '../put-keyframe.ts';
import { makeRoomForLink } from './link-room.ts';

/** A mark on a version, which is read from a keyframe of its own from then on. */
export interface NewMark {
  readonly topic: Topic;
  readonly version: number;
  readonly kind: 'tag' | 'restored' | 'linked';
  /** '' takes a tag away. */
  readonly words: string;
  readonly by: string;
  /** Marks of the kind that a report has at most. */
  readonly most: number;
  /** Where it has none yet. */
  readonly keyframe: SealedKeyframe | undefined;
  /** For the audit log. */
  readonly row?: KeptAuditRow;
}

export type Marked = 'gone' | 'full' | { readonly time: string; readonly changed: boolean };

export const markCommands = {
  /** While the marks of a report change, none of its versions goes. */
  async markVersion(context: Context, mark: NewMark): Promise<Marked> {
    await context.lock('thin versions');
    await context.lock('prune versions');
    const { topic, version, kind, words } = mark;
    const { db } = context;
    const rows = db.selectFrom('version').select('time').where('topic', '=', topic);
    const kept = await rows.where('version', '=', version).executeTakeFirst();
    if (!kept) return 'gone';
    const own = ofKind(context, mark).where('version', '=', version);
    const before = await own.executeTakeFirst();
    const { time } = kept;
    if (before ? before.words === words && kind === 'tag' : kind === 'tag' && words === '')
      return { time, changed: false };
    if (before && kind === 'linked') return { time, changed: false };
    if (!before && (await isFull(context, mark))) return 'full';
    await put(context, mark);
    if (mark.keyframe) await keepKeyframe(context, { topic, ...mark.keyframe });
    if (mark.row) await auditCommands.addAudit(context, mark.row);
    return { time, changed: true };
  },

  /** False when the publisher of the report is not held after this version. */
  async releasePublisher(
    context: Context,
    { topic, version, row }: { topic: Topic; version: number; row?: KeptAuditRow },
  ): Promise<boolean> {
    const released = await context.db
      .updateTable('topic')
      .set({ held_version: 0 })
      .where('topic', '=', topic)
      .where('held_version', '=', version)
      .executeTakeFirst();
    const isReleased = released.numUpdatedRows > 0n;
    if (isReleased && row) await auditCommands.addAudit(context, row);
    return isReleased;
  },
};

/** Rollbacks of versions that were appended in the same step. */
export async function writeRollbacks(context: Context, entries: readonly EncodedAppend[]): Promise<void> {
  const { db, at } = context;
  const rows = entries.flatMap(({ topic, version, sender, rollback }) =>
    rollback
      ? [
          {
            ...{ topic, version, kind: 'rollback', words: rollback.reason },
            ...{ restored: rollback.restored, by_user: sender, created_at: at },
          },
        ]
      : [],
  );
  if (rows.length > 0) await db.insertInto('version_mark').values(rows).execute();
  for (const { topic, version, base, sender, rollback } of entries) {
    if (!rollback) continue;
    const { restored, reason, ...asked } = rollback;
    const note = { ...asked, actor: sender, action: 'report rolled back', object: topic };
    const change = { before: { version: base }, after: { version, restored, reason } };
    await auditCommands.addAudit(context, keptRow({ ...note, ...change }));
  }
}

function ofKind({ db }: Context, { topic, kind }: Pick<NewMark, 'topic' | 'kind'>) {
  return db.selectFrom('version_mark').select(['version', 'words']).where('topic', '=', topic).where('kind', '=', kind);
}

/** Of versions that were rolled back to the last ones stay; a tag goes when somebody takes it away. */
async function isFull(context: Context, mark: NewMark): Promise<boolean> {
  if (mark.kind === 'linked') {
    await makeRoomForLink(context, mark);
    return false;
  }
  const marks = await ofKind(context, mark).orderBy('created_at').orderBy('version').execute();
  if (marks.length < mark.most) return false;
  if (mark.kind === 'tag') return true;
  const oldest = marks.slice(0, marks.length - mark.most + 1).map(({ version }) => version);
  const { db } = context;
  const own = db.deleteFrom('version_mark').where('topic', '=', mark.topic).where('kind', '=', mark.kind);
  await own.where('version', 'in', oldest).execute();
  return false;
}

async function put({ db, at }: Context, { topic, version, kind, words, by }: NewMark): Promise<void> {
  const own = db.deleteFrom('version_mark').where('topic', '=', topic).where('kind', '=', kind);
  await own.where('version', '=', version).execute();
  if (kind === 'tag' && words === '') return;
  const row = { topic, version, kind, words, restored: 0, by_user: by, created_at: at };
  await db.insertInto('version_mark').values(row).execute();
}
