import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { Access } from '../../access.ts';

interface Way {
  readonly from: number;
  readonly to: number;
}

/**
 * Whether the steps from one version to another are few and small enough to be told; of a long way no more is looked at
 * than tells that it is long.
 */
export async function isShortWay(db: Access['db'], topic: Topic, { from, to }: Way): Promise<boolean> {
  const { maxStepBytes } = limits.store;
  const maxSteps = limits.log.waySteps;
  const steps = db
    .selectFrom('version')
    .select(sql<number>`length(body)`.as('bytes'))
    .where('topic', '=', topic)
    .where('version', '>', from)
    .where('version', '<=', to)
    .orderBy('version')
    .limit(maxSteps + 1);
  const { count, bytes } = await db
    .selectFrom(steps.as('step'))
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('bytes').as('bytes')])
    .executeTakeFirstOrThrow();
  return Number(count) <= maxSteps && Number(bytes) <= maxStepBytes;
}
