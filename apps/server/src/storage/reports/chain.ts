import type { Topic } from '@sheetwire/rules/topic';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Chain } from './replay.ts';

/** The newest keyframe of a topic and the deltas after it, in one statement: no writer can come in between. */
export async function readChain(db: Kysely<Database>, topic: Topic): Promise<Chain | undefined> {
  const keyframe = db
    .selectFrom('keyframe')
    .select(['version', 'body', sql<string>`''`.as('time'), sql<string>`''`.as('sender')])
    .select(sql<number>`1`.as('is_packed'))
    .where('topic', '=', topic)
    .where('version', '=', (eb) => newest(eb, topic));
  const deltas = db
    .selectFrom('version')
    .select(['version', 'body', 'time', 'sender', 'is_packed'])
    .where('topic', '=', topic)
    .where('version', '>', (eb) => newest(eb, topic));
  const [first, ...rest] = await keyframe.unionAll(deltas).orderBy('version').execute();
  return first && { keyframe: first.body, deltas: rest };
}

function newest(eb: ExpressionBuilder<Database, 'keyframe' | 'version'>, topic: Topic) {
  return eb
    .selectFrom('keyframe as newest')
    .select((one) => one.fn.max('newest.version').as('version'))
    .where('newest.topic', '=', topic);
}
