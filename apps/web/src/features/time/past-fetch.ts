import type { Caller } from '@sheetwire/client/caller';
import { isOps } from '@sheetwire/client/live-event';
import type { Output } from '@sheetwire/contract/call';
import type { Op } from '@sheetwire/contract/live';
import { report as reportCall, takesShortPages } from '@sheetwire/contract/reports';
import type { Topic } from '@sheetwire/rules/topic';
import type { Moment } from '#features/selection/address.ts';
import type { ShownReport, ShownVersion } from '#features/viewer-ports.ts';
import { readPage } from '#lib/read-page.ts';
import type { StepsAside } from './steps/steps-aside.ts';

export interface PastQuestion {
  readonly topic: Topic;
  readonly at: Moment;
  /** The version that is shown: few steps may lead from it. */
  readonly from: number | undefined;
  readonly signal: AbortSignal;
}

interface FoundMoment {
  /** 0 before everything that is kept. */
  readonly version: number;
  /** When it was published, epoch ms. */
  readonly utc: number | undefined;
  readonly newer: number;
  /** Versions after this one and before the next that is kept are no longer kept. */
  readonly isThinned: boolean;
}

/** What the server holds of a moment. */
export type PastAnswer =
  | { readonly kind: 'closed' }
  | ({ readonly kind: 'nothing' } & FoundMoment)
  | ({ readonly kind: 'ops'; readonly ops: readonly Op[]; readonly shown: ShownVersion } & FoundMoment)
  | ({ readonly kind: 'pages'; readonly report: ShownReport } & FoundMoment);

export interface PastHow {
  readonly onServerTime?: (at: number) => void;
  /** Fetches and reads steps off the main thread. */
  readonly aside?: Pick<StepsAside, 'question'>;
}

/** Asks for a report as it was; `closed` to who may not view it now (time 2). */
export async function fetchPast(
  call: Caller,
  { topic, at, from, signal }: PastQuestion,
  { onServerTime, aside }: PastHow = {},
): Promise<PastAnswer> {
  const question = { topic, at, ...(from === undefined ? {} : { fromVersion: from }) };
  // Without a version to come from, the answer has no steps.
  const asked = from === undefined ? undefined : aside?.question();
  const answer = await call(reportCall, question, {
    signal,
    headers: takesShortPages,
    ...(onServerTime && { onServerTime }),
    ...(asked && { send: asked.send }),
  });
  const { shownVersion: version, shownUtc, newer = 0, thinned: isThinned = false } = answer;
  const steps = asked?.steps();
  const ops = steps ?? answer.ops;
  if (version === undefined) return { kind: 'closed' };
  const found = { version, utc: shownUtc ? Date.parse(shownUtc) : undefined, newer, isThinned };
  if (version === 0) return { kind: 'nothing', ...found };
  if (ops === undefined) return { kind: 'pages', report: await reportOf(topic, answer), ...found };
  if (ops !== steps && !isOps(ops)) throw new TypeError('The steps to this moment cannot be read');
  const { time = 'no_time', sender = '' } = answer;
  return { kind: 'ops', ops, shown: { version, time, sender }, ...found };
}

async function reportOf(topic: Topic, answer: Output<typeof reportCall>): Promise<ShownReport> {
  const pages = await Promise.all((answer.pages ?? []).map((page) => readPage(page, answer.shortPages)));
  return {
    topic,
    pages,
    pageNames: answer.pageNames ?? [],
    styles: answer.styles ?? pages.map(() => []),
    version: answer.version ?? 0,
    time: answer.time ?? 'no_time',
    sender: answer.sender ?? '',
    metadata: answer.metadata ?? {},
    snapshotDates: answer.snapshotDates ?? [],
    shownDate: null,
    canInteract: false,
    hasControls: answer.hasControls ?? false,
  };
}
