import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Access } from '../access.ts';

/** Topics of which all heads are looked through in one turn of the event loop. */
const PAGE = 20_000;

/** Topics after one, up to another; undefined is the end of all. */
export interface TopicPage {
  readonly after: string;
  readonly upTo: string | undefined;
}

/**
 * All topics in pages: what is only in their heads is in no index, as heads move with each version, and an embedded store
 * answers within a turn of the event loop (quality: 50 ms).
 */
export async function* topicPages(db: Access['db'], size: number = PAGE): AsyncGenerator<TopicPage> {
  for (let after = ''; ; await nextTurn()) {
    const names = db.selectFrom('topic').select('topic').where('topic', '>', after).orderBy('topic');
    const upTo = (
      await names
        .offset(size - 1)
        .limit(1)
        .executeTakeFirst()
    )?.topic;
    yield { after, upTo };
    if (upTo === undefined) return;
    after = upTo;
  }
}

/** The heads of a page. */
export function headsIn(db: Access['db'], { after, upTo }: TopicPage) {
  return db
    .selectFrom('topic')
    .where('topic', '>', after)
    .$if(upTo !== undefined, (some) => some.where('topic', '<=', upTo ?? ''));
}
