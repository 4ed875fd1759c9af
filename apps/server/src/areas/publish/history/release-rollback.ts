import type { Output } from '@sheetwire/contract/call';
import type { publishRelease as call } from '@sheetwire/contract/publishing/history';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { PublishDeps } from '../publish-deps.ts';
import { mayKeep, type ReleaseAsk } from './keeper.ts';

interface Named {
  readonly version: number;
  /** A publish of this number waits for approval. */
  readonly isWaiting: boolean;
}

/** Whether a release names a rollback: the one that holds the publisher, or one of before. */
export async function isOfRollback(
  { marks }: Pick<PublishDeps, 'marks'>,
  topic: Topic,
  { version, isWaiting }: Named,
): Promise<boolean> {
  if ((await marks.held(topic))?.version === version) return true;
  return !isWaiting && (await wasRollback(marks, topic, version));
}

/** Lets the publisher that is held after a rollback publish again, or not; what somebody else released already is no fault. */
export async function releaseRollback(
  deps: PublishDeps,
  ask: ReleaseAsk,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const { topic } = ask;
  const isReleased = await released(deps, ask, request);
  const head = deps.engine.head(topic);
  return { topic, version: head?.version ?? 0, time: head?.time ?? 'no_time', changed: isReleased };
}

async function released(
  deps: PublishDeps,
  { topic, version, accept, reason }: ReleaseAsk,
  request: KnownRequest,
): Promise<boolean> {
  const { user, stillMay } = await mayKeep(deps, topic, request);
  const { marks, engine, clock } = deps;
  const held = await marks.held(topic);
  if (held && held.version > version) {
    const message = `The report was rolled back again; release version ${held.version}`;
    throw new Refusal('wrong_base_version', { have: held.version, message });
  }
  if (held?.version !== version) {
    engine.released(topic, version);
    if (await wasRollback(marks, topic, version)) return false;
    throw new Refusal('unknown_version', { message: `Nothing is on hold at version ${version}` });
  }
  if (!accept) return false;
  stillMay();
  const note = { at: clock.now(), actor: user, action: 'publisher released', object: topic, address: request.address };
  const after = { version, ...(reason !== '' && { reason }) };
  const isReleased = await marks.release(topic, version, { ...note, after });
  engine.released(topic, version);
  return isReleased;
}

async function wasRollback(marks: PublishDeps['marks'], topic: Topic, version: number): Promise<boolean> {
  const found = await marks.since(topic, version);
  return found.some((mark) => mark.version === version && mark.kind === 'rollback');
}
