import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { opText } from '@sheetwire/contract/ops';
import type { Topic } from '@sheetwire/rules/topic';
import type { BusMessage, ToldStep, ToldSteps } from '#ports/bus.ts';
import type { LoggedVersion, TopicHead } from '#ports/report-log.ts';
import type { OwnVersion } from '#report/own-version.ts';
import type { VersionStep } from '#report/recent-steps.ts';

/** What another node told of a report. */
export interface Told {
  readonly version: number;
  readonly steps: ToldSteps | undefined;
  /** The `traceparent` of its publish, where that is recorded. */
  readonly trace?: string | undefined;
}

/** What was told beyond a version that is known; undefined when something is missing in between. */
export function toldSince({ version, steps }: Told, known: number): readonly ToldStep[] | undefined {
  const list = steps?.list ?? [];
  const first = list.findIndex(({ to }) => to > known);
  const rest = first < 0 ? [] : list.slice(first);
  const isChain = rest.every((step, n) => n === 0 || step.from === rest[n - 1]?.to);
  const isKnown = rest[0] !== undefined && rest[0].from <= known;
  return isChain && isKnown && rest.at(-1)?.to === version ? rest : undefined;
}

/** The head after steps that were told: they change no secret, and hold no publisher. */
export function headTold(
  topic: Topic,
  known: TopicHead | undefined,
  steps: readonly ToldStep[],
): TopicHead | undefined {
  const last = steps.at(-1);
  if (!last) return undefined;
  const { to: version, time, sender, isLive } = last;
  const { viewSecret = null, publishSecret = null, heldVersion } = known ?? {};
  const told = { topic: known?.topic ?? topic, version, time, sender, isLive, viewSecret, publishSecret };
  return heldVersion === undefined ? told : { ...told, heldVersion };
}

/** The same as the log would tell it beyond a version; undefined when a step was told without what changed. */
export function loggedOf(
  steps: readonly ToldStep[],
  known: number,
): { readonly steps: readonly LoggedVersion[]; readonly ops: readonly Op[] } | undefined {
  // Several steps in one tell the head alone.
  if (steps[0]?.from !== known) return undefined;
  const logged: LoggedVersion[] = [];
  const all: Op[] = [];
  for (const { from, to: version, time, sender, ops } of steps) {
    if (!ops) return undefined;
    logged.push({ from, version, time, sender, change: { kind: 'delta', ops } });
    all.push(...ops);
  }
  return { steps: logged, ops: all };
}

/** What the other nodes are told of a version that was published here: all of it while it is small (decision 3). */
export function toldVersion(
  { topic, from, to, time, sender, ops }: VersionStep,
  { isLive, changesHead, cleaner }: OwnVersion,
  trace?: string,
): BusMessage {
  const news = { kind: 'version', topic, version: to, ...(trace !== undefined && { trace }) } as const;
  if (changesHead) return news;
  const isSmall = ops && ops.reduce((sum, op) => sum + opText(op).length + OP, 0) <= limits.bus.delta;
  const step: ToldStep = { from, to, time, sender, isLive, ...(isSmall && { ops }) };
  return { ...news, steps: { cleaner, list: [step] } };
}

/** Roughly what an op takes beside its text. */
const OP = 24;
