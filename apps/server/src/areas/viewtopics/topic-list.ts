import { createHash } from 'node:crypto';
import { entityOf } from '@sheetwire/rules/gropic';
import { groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import { placeOf, resorted, sorting } from '#lib/lists/sorted.ts';

/** Topics that are looked at between two steps. */
const STEP = 32;

/** A user's topics in order with their groups and entities, and what tells them from any other list. */
export interface TopicList {
  readonly topics: readonly Topic[];
  readonly groups: readonly string[];
  readonly entities: readonly string[];
  readonly digest: string;
}

/** The list of these topics, in steps; `done` hears of it at once. */
export function* listing(found: readonly Topic[], done: (list: TopicList) => void): Generator<void, TopicList> {
  const topics = yield* sorting(found);
  const groups = new Set<string>();
  const hash = createHash('sha256');
  for (let at = 0; at < topics.length; at += STEP) {
    const some = topics.slice(at, at + STEP);
    for (const topic of some) groups.add(groupOfTopic(topic));
    hash.update(linesOf(some));
    yield;
  }
  const list = { topics, ...placesOf(groups), digest: hash.digest('base64') };
  done(list);
  return list;
}

/** The list with some topics more or less. Its groups are looked through only where one came or may have gone. */
export function listAfter(before: TopicList, moves: ReadonlyMap<Topic, boolean>): TopicList {
  const topics = resorted(before.topics, moves);
  const groups = new Map<string, boolean>();
  for (const group of [...moves.keys()].map(groupOfTopic)) groups.set(group, isNamedUnder(topics, `${group}/`));
  const digest = createHash('sha256').update(linesOf(topics)).digest('base64');
  return { topics, ...placesOf(new Set(resorted(before.groups, groups))), digest };
}

/** Names that begin alike stand together in a list in order. */
function isNamedUnder(list: readonly string[], beginning: string): boolean {
  return list[placeOf(list, beginning)]?.startsWith(beginning) === true;
}

function linesOf(topics: readonly Topic[]): string {
  return topics.length === 0 ? '' : `${topics.join('\n')}\n`;
}

function placesOf(groups: ReadonlySet<string>): Pick<TopicList, 'groups' | 'entities'> {
  const entities = new Set([...groups].map(entityOf));
  return { groups: [...groups].sort(), entities: [...entities].sort() };
}
