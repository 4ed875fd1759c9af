import type { Op } from '@sheetwire/contract/live';
import type { Topic } from '@sheetwire/rules/topic';
import type { LoggedVersion, TopicHead } from '#ports/report-log.ts';
import type { VersionStep } from '#report/recent-steps.ts';

/** The ops that lead to a head; undefined when the log does not tell each, or a step was a whole report. */
export function opsTo(head: TopicHead, steps: readonly LoggedVersion[]): Op[] | undefined {
  const ops: Op[] = [];
  for (const { change } of steps) {
    if (change.kind === 'whole') return undefined;
    ops.push(...change.ops);
  }
  return steps.at(-1)?.version === head.version ? ops : undefined;
}

/** The steps from a known version to a head, and no further; one fetch of the whole when the log does not tell each. */
export function stepsTo(head: TopicHead, known: number, logged: readonly LoggedVersion[] | undefined): VersionStep[] {
  const { topic, version: to, time, sender } = head;
  const steps = logged?.filter(({ version }) => version <= to);
  const isWhole = steps?.at(-1)?.version !== to || steps.some((step) => step.change.kind === 'whole');
  if (isWhole || !steps) return [{ topic, from: known, to, time, sender, ops: undefined }];
  return steps.map((step) => stepOf(topic, step));
}

/** A logged version as viewers hear of it. */
export function stepOf(topic: Topic, { from, version, time, sender, change }: LoggedVersion): VersionStep {
  return { topic, from, to: version, time, sender, ops: change.kind === 'delta' ? change.ops : undefined };
}
