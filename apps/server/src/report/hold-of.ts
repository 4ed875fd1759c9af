import type { Topic } from '@sheetwire/rules/topic';
import type { VersionMark, VersionMarks } from '#ports/past/version-marks.ts';
import type { ReportEngine } from './engine.ts';

export interface HoldDeps {
  readonly engine: Pick<ReportEngine, 'head' | 'released'>;
  readonly marks: Pick<VersionMarks, 'held'>;
}

/**
 * The rollback that holds the publisher of a report (time 4). Of one that is known the store is asked each time: another
 * server may have let it go on, and tells nobody.
 */
export async function holdOf({ engine, marks }: HoldDeps, topic: Topic): Promise<VersionMark | undefined> {
  const known = engine.head(topic)?.heldVersion;
  if (known === undefined) return undefined;
  const held = await marks.held(topic);
  if (!held) engine.released(topic, known);
  return held;
}
