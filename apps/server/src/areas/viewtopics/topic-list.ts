import { createHash } from 'node:crypto';
import { entityOf } from '@sheetwire/rules/gropic';
import { groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import { isListed, placeOf, resorted, sorting } from '#lib/lists/sorted.ts';

/** Topics that are looked at between two steps. */
const STEP = 32;

/** A user's topics in order with their groups and entities, and what tells them from any other list. */
export interface TopicList {
  readonly topics: readonly Topic[];
  readonly groups: readonly string[];
  readonly entities: readonly string[];
  readonly digest: string;
}

/** The list of the topics that are found, in steps; `done` hears of it at once. */
export function* listing(
  finding: Generator<void, readonly Topic[]>,
  done: (list: TopicList) => void,
): Generator<void, TopicList> {
  const topics = yield* sorting(yield* finding);
  const groups = new Set<string>();
  const hash = createHash('sha256');
  for (let at = 0; at < topics.length; at += STEP) {
    const some = topics.slice(at, at + STEP);
    for (const topic of some) groups.add(groupOfTopic(topic));
    hash.update(linesOf(some));
    yield;
  }
  const places = { groups: yield* sorting([...groups]), entities: entitiesOf(groups) };
  const list = { topics, ...places, digest: hash.digest('base64') };
  done(list);
  return list;
}

/** The same of a list that is known, with some topics more or less. Its groups are others only where one came or went. */
export function* relisting(
  before: TopicList,
  moves: ReadonlyMap<Topic, boolean>,
  done: (list: TopicList) => void,
): Generator<void, TopicList> {
  const topics = resorted(before.topics, moves);
  const groups = new Map<string, boolean>();
  for (const group of new Set([...moves.keys()].map(groupOfTopic))) {
    const isIn = isNamedUnder(topics, `${group}/`);
    if (isListed(before.groups, group) !== isIn) groups.set(group, isIn);
  }
  yield;
  const hash = createHash('sha256');
  for (let at = 0; at < topics.length; at += STEP) {
    hash.update(linesOf(topics.slice(at, at + STEP)));
    yield;
  }
  const after = groups.size === 0 ? before.groups : resorted(before.groups, groups);
  const entities = groups.size === 0 ? before.entities : entitiesOf(after);
  const list = { topics, groups: after, entities, digest: hash.digest('base64') };
  done(list);
  return list;
}

/** Names that begin alike stand together in a list in order. */
function isNamedUnder(list: readonly string[], beginning: string): boolean {
  return list[placeOf(list, beginning)]?.startsWith(beginning) === true;
}

function linesOf(topics: readonly Topic[]): string {
  return topics.length === 0 ? '' : `${topics.join('\n')}\n`;
}

function entitiesOf(groups: Iterable<string>): string[] {
  const entities = new Set<string>();
  for (const group of groups) entities.add(entityOf(group));
  return [...entities].sort();
}
