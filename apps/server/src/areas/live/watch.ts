import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { watch as call } from '@sheetwire/contract/live';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { frame } from '#live/frames.ts';
import type { LiveStream } from '#live/live-stream.ts';
import type { LiveDeps } from './live-deps.ts';

type Wanted = Parsed<typeof call>['topics'];

/**
 * Sets what a stream carries and sends what each topic lacks since the version that the client holds. A topic that may
 * not be viewed is ignored like one that does not exist (interfaces 7), and so is one at whose secret its caller guesses:
 * only when no other is wanted is the call refused.
 */
export async function watch(
  deps: LiveDeps,
  { streamId, topics }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const stream = deps.hub.stream(streamId);
  if (!stream || stream.owner.lineHash !== request.actor.lineHash)
    throw new Refusal('not_found', { message: 'The stream has ended; reopen it' });
  deps.lastAsked.set(stream, topics);
  const allowed = topics.some(({ viewSecret }) => viewSecret) ? await unguessed(deps, topics, request) : topics;
  if (deps.lastAsked.get(stream) === topics && deps.hub.stream(streamId) === stream) {
    deps.watching.set(stream, allowed);
    deps.onWatched(stream);
  }
  tellAgain(deps, stream, topics);
  // Who asks whether the line still carries anything reads the answer on the line itself.
  if (deps.hub.mayVouch()) deps.hub.comment(stream);
  return {};
}

/**
 * Who names a version was shown it, and who may not watch it should not see it: another server that had not heard of the
 * lost right answered the last question. It is asked again until both know the same (semantics 2).
 */
function tellAgain(deps: LiveDeps, stream: LiveStream, topics: Wanted): void {
  const isRefused = ({ topic, version }: Wanted[number]) =>
    version > 0 && !stream.watches.some((watch) => watch.topic === topic);
  if (!topics.some(isRefused)) return;
  const later = setTimeout(() => {
    if (deps.hub.stream(stream.id) !== stream || deps.lastAsked.get(stream) !== topics) return;
    for (const { topic } of topics.filter(isRefused)) stream.send(frame('rights', { topic }));
  }, limits.rightsAgain);
  later.unref();
}

/** One after the other: each may be the guess that is one too many. */
async function unguessed(deps: LiveDeps, topics: Wanted, { actor, address }: KnownRequest): Promise<Wanted> {
  const allowed: Wanted = [];
  let refused: Refusal | undefined;
  for (const wanted of topics) {
    const { topic, viewSecret: given } = wanted;
    try {
      await deps.guardViewSecret({ actor, address, topic, head: deps.head(topic), given });
      allowed.push(wanted);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      refused = fault;
    }
  }
  if (refused && allowed.length === 0) throw refused;
  return allowed;
}
