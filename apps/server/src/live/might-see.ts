import { entityOf } from '@sheetwire/rules/gropic';
import { isEveryone, type Principal, type User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { RightsIndex } from '#rights/rights-index.ts';
import type { LiveHub } from './hub.ts';

/** Who has a stream and may be named by the lists of a topic; undefined after each look that found nobody. */
export function* mightSee(hub: LiveHub, topic: Topic, rights: RightsIndex): Generator<User | undefined> {
  const there = [...hub.users()];
  const viewers = rights.permsOf(topic)?.viewers;
  if (viewers === undefined) {
    if (rights.unadministered === 'none') return;
    for (const user of there) yield entityOf(user) === entityOf(topic) ? user : undefined;
    return;
  }
  yield* viewers.some(isEveryone) ? there : yield* namedOf(hub, { there, viewers }, rights);
}

interface Some {
  readonly there: readonly User[];
  readonly viewers: readonly Principal[];
}

/** Those who are there whom lists may name: most reports are for few of all who are there. */
function* namedOf(hub: LiveHub, { there, viewers }: Some, rights: RightsIndex): Generator<undefined, Iterable<User>> {
  const named = new Set<User>();
  let looked = 0;
  for (const user of rights.membership.touchedInSteps(new Set(viewers))) {
    yield;
    // To look at more names than there are people is no gain.
    if (++looked > there.length) return there;
    if (user !== undefined && hub.countOf(user) > 0) named.add(user);
  }
  return named;
}
