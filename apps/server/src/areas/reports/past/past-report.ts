import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import type { report as call } from '@sheetwire/contract/reports';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import type { KeptVersion, Moment } from '#ports/past/report-past.ts';
import { tiersAt } from '#ports/past/retention.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { loadReport } from '#report/from-log/load-report.ts';
import { timeDigits, timeOfDigits } from '#report/publish-times.ts';
import { hasControls, hasUserHtml, opsFor, pagesFor } from '#report/report-state.ts';
import { emptyDay } from '../empty-report.ts';
import { pageForm } from '../page-form.ts';
import type { ReportsDeps } from '../reports-deps.ts';

type Input = Parsed<typeof call>;
type Answer = Output<typeof call>;

interface PastAsk {
  readonly head: TopicHead;
  readonly input: Input;
  readonly at: NonNullable<Input['at']>;
  readonly request: KnownRequest;
}

/**
 * A report as it was at a moment, under the rights of now; of private pages everybody receives their own alone, then as
 * now (time 2). Before the first version that is kept it is empty.
 */
export async function pastReport(deps: ReportsDeps, ask: PastAsk): Promise<Answer> {
  const { topic } = ask.head;
  deps.pastRate.take(ask.request.actor.user);
  // What was found may go before it is read, as versions are thinned out: then what is kept of the moment is looked for anew.
  for (let look = 0; look < limits.log.looks; look++) {
    const found = await deps.past.at(topic, momentOf(ask.at));
    if (!found) return { ...emptyDay(topic), shownVersion: 0, shownUtc: null, newer: await deps.past.newer(topic, 0) };
    const answer = await shownAt(deps, ask, found);
    if (answer) return answer;
  }
  throw new StoreFault(`the version of ${topic} at that moment cannot be read`);
}

async function shownAt(deps: ReportsDeps, ask: PastAsk, found: KeptVersion): Promise<Answer | undefined> {
  const { head, input, at, request } = ask;
  const { topic } = head;
  await deps.visits.note(topic, request, utcOf(found));
  const facts = {
    shownVersion: found.version,
    shownUtc: utcOf(found),
    newer: await deps.past.newer(topic, found.version),
    ...((await isThinnedAfter(deps, topic, { found, at })) && { thinned: true }),
    canInteract: false,
    publisherSeenUtc: null,
    shownDate: null,
  };
  return deps.pastTurns.run(request.actor.user, async () => {
    const ops = await shortWay(deps, topic, found, { input, request });
    const { version, time, sender } = found;
    if (ops) return { nodiff: false, version, time, sender, ops, ...facts };
    const shown = await contents(deps, topic, found, request);
    return shown && { ...shown, ...facts };
  });
}

/**
 * Whether versions that came after the one that was found, and before the next that is kept, are gone: which of them the
 * moment had is not known any more. A gap in the numbers of newer versions was none (time 1).
 */
async function isThinnedAfter(
  { past, storeNow, keptOf }: ReportsDeps,
  topic: Topic,
  { found, at }: { readonly found: KeptVersion; readonly at: PastAsk['at'] },
): Promise<boolean> {
  const moment = momentOf(at);
  if ('version' in moment ? moment.version === found.version : moment.time === found.time) return false;
  const next = await past.next(topic, found.version);
  if (!next) return false;
  // The history took more than it may, and what the next one goes on from went with the oldest versions.
  if (next.from !== found.version) return true;
  if (next.version === found.version + 1) return false;
  return next.time < timeDigits(tiersAt(await storeNow(), (await keptOf(topic)).kept).every);
}

function momentOf(at: PastAsk['at']): Moment {
  return typeof at === 'number' ? { version: at } : { time: timeDigits(Date.parse(at)) };
}

/** ISO 8601 of a version's time. */
export function utcOf({ time }: Pick<KeptVersion, 'time'>): string {
  return new Date(timeOfDigits(time)).toISOString();
}

/** The steps from the version that the client shows, where they tell all of it and its pages are of this cleaner. */
async function shortWay(
  deps: ReportsDeps,
  topic: Topic,
  { version }: KeptVersion,
  { input, request }: Pick<PastAsk, 'input' | 'request'>,
): Promise<Answer['ops']> {
  const from = input.fromVersion;
  if (from === undefined) return undefined;
  if (from === version) return [];
  const way = await deps.past.ops(topic, from, version);
  if (!way || way.cleaner !== deps.cleaner.version) return undefined;
  return opsFor(way.ops, pagesFor(way.pages, request.actor.addressee), way.pages.length).map(partsOf);
}

function partsOf(op: Op): (string | number)[] {
  const parts: readonly (string | number | undefined)[] = op;
  return parts.filter((part) => part !== undefined);
}

async function contents(
  deps: ReportsDeps,
  topic: Topic,
  { version }: KeptVersion,
  request: KnownRequest,
): Promise<Answer | undefined> {
  const { addressee } = request.actor;
  const { encode, says } = pageForm(deps, request);
  const stored = await deps.past.read(topic, version);
  if (!stored) return undefined;
  const state = await loadReport(deps.cleaner, stored);
  const shown = pagesFor(state.pages, addressee).flatMap((n) => state.pages[n] ?? []);
  return {
    pages: await Promise.all(shown.map((page) => page.encoded(encode))),
    pageNames: shown.map((page) => page.name),
    styles: shown.map((page) => [...page.styles]),
    time: stored.time,
    sender: stored.sender,
    version,
    metadata: { ...stored.metadata },
    hasControls: hasControls(shown),
    hasUserHtml: hasUserHtml(state.pages, addressee),
    nodiff: false,
    ...says,
  };
}
