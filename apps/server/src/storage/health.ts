import type { Context } from './context.ts';

/** A small durable write of its own: the proof that the store takes writes. */
export const healthCommands = {
  async checkHealth({ db, at }: Context, _: Record<string, never>): Promise<void> {
    await db
      .insertInto('health')
      .values({ id: 1, checked_at: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ checked_at: at }))
      .execute();
  },
};
