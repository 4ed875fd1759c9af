import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Selectable } from 'kysely';
import type { StoredInfo, StoredInfoStore } from '#ports/sessions.ts';
import type { AccessFor, Context } from '../context.ts';
import type { StoredInfoTable } from '../tables/people-tables.ts';
import { SWEEP } from './sweep-lock.ts';
import { userLock } from './user-lock.ts';

export const storedInfoCommands = {
  async saveStoredInfo({ db, lock }: Context, info: StoredInfo): Promise<void> {
    await lock(userLock(info.user));
    const { family, ...rest } = rowOf(info);
    await db
      .insertInto('stored_info')
      .values({ family, ...rest })
      .onConflict((conflict) => conflict.column('family').doUpdateSet(rest))
      .execute();
    const unused = db
      .selectFrom('stored_info')
      .select('family')
      .where('user_name', '=', info.user)
      .where('family', '!=', family)
      .orderBy('rotated_at', 'desc')
      .orderBy('family')
      .limit(limits.store.maxWaiting)
      .offset(limits.maxSessions - 1);
    await db.deleteFrom('stored_info').where('family', 'in', unused).execute();
  },

  async rotateStoredInfo(
    { db }: Context,
    { info, expected }: { info: StoredInfo; expected: string },
  ): Promise<boolean> {
    const { family, ...rest } = rowOf(info);
    const result = await db
      .updateTable('stored_info')
      .set(rest)
      .where('family', '=', family)
      .where('current_hash', '=', expected)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },

  async endFamily({ db }: Context, { family }: { family: string }): Promise<void> {
    await db.deleteFrom('stored_info').where('family', '=', family).execute();
  },

  async sweepStoredInfos(
    { db, tryLock }: Context,
    { usedBefore, createdBefore }: { usedBefore: number; createdBefore: number },
  ): Promise<number> {
    if (!(await tryLock(SWEEP))) return 0;
    const result = await db
      .deleteFrom('stored_info')
      .where((eb) => eb.or([eb('rotated_at', '<', usedBefore), eb('created_at', '<', createdBefore)]))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
};

/** Stored login info; only hashes are kept (safety 3). */
export class SqlStoredInfoStore implements StoredInfoStore {
  readonly #access: AccessFor<typeof storedInfoCommands>;
  constructor(access: AccessFor<typeof storedInfoCommands>) {
    this.#access = access;
  }

  save(info: StoredInfo): Promise<void> {
    return this.#access.write('saveStoredInfo', info);
  }

  rotate(info: StoredInfo, expectedHash: string): Promise<boolean> {
    return this.#access.write('rotateStoredInfo', { info, expected: expectedHash });
  }

  async byFamily(family: string): Promise<StoredInfo | undefined> {
    const { db } = this.#access;
    const row = await db.selectFrom('stored_info').selectAll().where('family', '=', family).executeTakeFirst();
    return row && infoOf(row);
  }

  endFamily(family: string): Promise<void> {
    return this.#access.write('endFamily', { family });
  }

  sweep(usedBefore: number, createdBefore: number): Promise<number> {
    return this.#access.write('sweepStoredInfos', { usedBefore, createdBefore });
  }
}

function rowOf(info: StoredInfo): StoredInfoTable {
  return {
    family: info.family,
    user_name: info.user,
    current_hash: info.currentHash,
    previous_hash: info.previousHash,
    sealed_successor: info.sealedSuccessor,
    rotated_at: info.rotatedAt,
    created_at: info.createdAt,
  };
}

function infoOf(row: Selectable<StoredInfoTable>): StoredInfo {
  return {
    family: row.family,
    user: branded<'User'>(row.user_name),
    currentHash: row.current_hash,
    previousHash: row.previous_hash,
    sealedSuccessor: row.sealed_successor,
    rotatedAt: row.rotated_at,
    createdAt: row.created_at,
  };
}
