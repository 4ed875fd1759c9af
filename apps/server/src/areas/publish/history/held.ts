import type { Topic } from '@sheetwire/rules/topic';
import { Refusal } from '#lib/refusal.ts';
import type { VersionMark } from '#ports/past/version-marks.ts';
import { holdOf } from '#report/hold-of.ts';
import type { PublishDeps } from '../publish-deps.ts';

/** Refuses a publish while its publisher is held after a rollback (time 4). */
export async function assertNotHeld(
  { engine, marks }: Pick<PublishDeps, 'engine' | 'marks'>,
  topic: Topic,
): Promise<void> {
  const held = await holdOf({ engine, marks }, topic);
  if (held) throw new Refusal('rolled_back', { message: heldWords(held), have: held.version });
}

function heldWords({ by, restored, words, version }: VersionMark): string {
  return `${by} rolled the report back to version ${restored} (${words}). Publishing is on hold until version ${version} is released`;
}
