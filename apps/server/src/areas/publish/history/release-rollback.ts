import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { Refusal } from '#lib/refusal.ts';
import type { PublishDeps } from '../publish-deps.ts';

/** A release as it was asked for, by who may. */
export interface ReleaseAsk {
  readonly topic: Topic;
  readonly version: number;
  readonly accept: boolean;
  readonly reason: string;
  readonly user: User;
  readonly stillMay: () => void;
  readonly address: string;
}

/**
 * Lets the publisher that is held after a rollback publish again; undefined when the version is no rollback. Not accepted,
 * it stays held. What somebody else released already is no fault.
 */
export async function releaseRollback(
  { marks, engine, clock }: PublishDeps,
  { topic, version, accept, reason, user, stillMay, address }: ReleaseAsk,
): Promise<boolean | undefined> {
  const held = await marks.held(topic);
  if (held && held.version > version) {
    const message = `The report was rolled back again; release version ${held.version}`;
    throw new Refusal('wrong_base_version', { have: held.version, message });
  }
  if (held?.version !== version) engine.released(topic, version);
  if (held?.version !== version) return (await wasRollback(marks, topic, version)) ? false : undefined;
  if (!accept) return false;
  stillMay();
  const note = { at: clock.now(), actor: user, action: 'publisher released', object: topic, address };
  const after = { version, ...(reason !== '' && { reason }) };
  const isReleased = await marks.release(topic, version, { ...note, after });
  engine.released(topic, version);
  return isReleased;
}

async function wasRollback(marks: PublishDeps['marks'], topic: Topic, version: number): Promise<boolean> {
  const found = await marks.since(topic, version);
  return found.some((mark) => mark.version === version && mark.kind === 'rollback');
}
