import { entityOf, type Gropic, isReportGropic } from '@sheetwire/rules/gropic';
import { isUser, type Principal, type User } from '@sheetwire/rules/principal';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import { movedBetween } from './moved.ts';
import type { RightsStep } from './rights-index.ts';
import type { TopicIndex } from './topic-index.ts';

/** So many changed gropics are looked at for each user; of more only those that the user may or might view. */
const FEW = 100;

/** Topics that stand or fall together: they are decided by the same lists before and after. */
export interface Bundle {
  readonly gropic: Gropic;
  readonly hasSecret: boolean;
  /** Any of them. */
  readonly sample: Topic;
}

/**
 * What a change of rights can touch of what users view: gropics whose lists changed, and for a user whose groups changed
 * those that name a group which came or went. All others need no look, however many there are.
 */
export class ViewChange {
  readonly #step: RightsStep;
  readonly #index: TopicIndex;
  readonly #changed: ReadonlySet<Gropic>;
  /** Gropics that came under administration or out of it, by entity. */
  readonly #shape = new Map<string, Gropic[]>();
  readonly #topics = new Map<string, readonly Topic[]>();

  constructor(step: RightsStep, index: TopicIndex) {
    this.#step = step;
    this.#index = index;
    this.#changed = new Set(step.changed);
    for (const gropic of step.changed) {
      if (step.before.administered.has(gropic) === step.after.administered.has(gropic)) continue;
      if (!index.hasTopicsUnder(gropic)) continue;
      const entity = entityOf(gropic);
      const known = this.#shape.get(entity);
      if (known) known.push(gropic);
      else this.#shape.set(entity, [gropic]);
    }
  }

  /** Users whose view may be another one, whether or not it is; undefined says anybody's. */
  concerned(): Iterable<User> | undefined {
    const { before, after, changed, touched } = this.#step;
    const users = new Set<User>();
    if (changed.length > FEW) return undefined;
    for (const gropic of changed) {
      const [was, is] = [before.administered.get(gropic), after.administered.get(gropic)];
      if (was === undefined || is === undefined) return undefined;
      const { gone, come } = movedBetween(was.viewers, is.viewers);
      for (const viewer of [...gone, ...come]) {
        if (!isUser(viewer)) return undefined;
        users.add(viewer);
      }
    }
    return unitedUsers(users, after.membership.eachTouched(touched));
  }

  /** The topics whose answer may be another one for this user; undefined where a gropic turns out to have none. */
  *bundlesFor(user: User): Generator<Bundle | undefined> {
    const seen = new Set<Gropic>();
    for (const gropic of this.#gropicsFor(user)) {
      if (seen.has(gropic)) continue;
      seen.add(gropic);
      for (const hasSecret of [false, true]) {
        const [sample] = this.topicsOf({ gropic, hasSecret });
        yield sample === undefined ? undefined : { gropic, hasSecret, sample };
      }
    }
  }

  topicsOf(bundle: Omit<Bundle, 'sample'>): readonly Topic[] {
    const key = `${bundle.hasSecret}${bundle.gropic}`;
    const known = this.#topics.get(key);
    if (known) return known;
    const topics = this.#find(bundle);
    this.#topics.set(key, topics);
    return topics;
  }

  /** Reports that came by lists of their own or lost them are told of by themselves, not with their group. */
  #find({ gropic, hasSecret }: Omit<Bundle, 'sample'>): readonly Topic[] {
    const { before, after } = this.#step;
    const isReport = isReportGropic(gropic);
    if (isReport && !before.administered.has(gropic) && !after.administered.has(gropic)) return [];
    const topics = this.#index.decidedBy(after, gropic, hasSecret);
    const had = isReport ? undefined : before.reportsWithLists(gropic);
    return had === undefined ? topics : topics.filter((topic) => !had.has(gropicOf(topic)));
  }

  *#gropicsFor(user: User): Generator<Gropic> {
    const { before, after, changed, touched } = this.#step;
    const [was, is] = [before.holder(user).principals, after.holder(user).principals];
    if (changed.length <= FEW) yield* changed;
    else {
      yield* this.#shape.get(entityOf(user)) ?? [];
      for (const gropic of this.#viewableBy(was.union(is))) if (this.#changed.has(gropic)) yield gropic;
    }
    if (touched.size > 0) yield* this.#viewableBy(was.symmetricDifference(is));
  }

  *#viewableBy(principals: Iterable<Principal>): Generator<Gropic> {
    const { before, after } = this.#step;
    for (const principal of principals) {
      yield* before.gropicsBy('viewable', principal)?.keys() ?? [];
      yield* after.gropicsBy('viewable', principal)?.keys() ?? [];
    }
  }
}

function* unitedUsers(users: ReadonlySet<User>, more: Iterable<User>): Generator<User> {
  yield* users;
  for (const user of more) if (!users.has(user)) yield user;
}
