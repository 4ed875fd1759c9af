import type { Output, Parsed } from '@sheetwire/contract/call';
import { secretHeaders } from '@sheetwire/contract/headers';
import { limits } from '@sheetwire/contract/limits';
import type { report as call } from '@sheetwire/contract/reports';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import type { Encoded } from '#http/encoded.ts';
import type { KnownRequest } from '#http/route.ts';
import type { Actor } from '#lib/actor.ts';
import { Refusal } from '#lib/refusal.ts';
import { mayConfigure } from '#policies/administering.ts';
import { viewOf } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { hasControls, hasUserHtml, pagesFor, type ReportState } from '#report/report-state.ts';
import { emptyReport } from './empty-report.ts';
import { isSame } from './is-same.ts';
import { type PageForm, pageForm } from './page-form.ts';
import { pastReport } from './past/past-report.ts';
import type { ReportsDeps } from './reports-deps.ts';
import { snapshotReport } from './snapshot-report.ts';

type Input = Parsed<typeof call>;
type Answer = Output<typeof call>;

/** The newest version of a report, or a day's snapshot of it, as this user may see it (interfaces 9). */
export async function report(deps: ReportsDeps, input: Input, request: KnownRequest): Promise<Answer | Encoded> {
  const { actor } = request;
  if (!actor.hasLicense) return { nodiff: true, hasLicense: false };
  const { topic } = input.topic;
  const viewSecret = request.header(secretHeaders.view);
  await deps.guardViewSecret({
    actor,
    address: request.address,
    topic,
    head: deps.engine.head(topic),
    given: viewSecret,
  });
  const head = deps.engine.head(topic);
  const view = head && viewOf(deps, { head, actor, viewSecret });
  if (!head || !view?.mayView) return { ...emptyReport(topic), logDeep: actor.deepLog };
  if (isBehind(deps, head, input)) await deps.engine.refresh(topic);
  const answer =
    input.returnReport === false
      ? newsOf(deps, input.topic, actor)
      : await shown(deps, input, request, { head, mayInteract: view.mayInteract });
  return mayStillView(deps, head, request) ? answer : { ...emptyReport(topic), logDeep: actor.deepLog };
}

/**
 * The caller holds a version that another server made and this one has not heard of yet: nobody is sent back to an older one.
 * Who was told that there is nothing to see may have been shown a newer one before. While nothing vouches for what is in
 * memory the store is asked each time.
 */
function isBehind(deps: ReportsDeps, { time }: TopicHead, { topic, at, reportTime = '' }: Input): boolean {
  if (topic.date !== undefined || at !== undefined) return false;
  if (deps.isCutOff() || deps.engine.unread.newestFor(topic.topic, limits.unread.answered) !== undefined) return true;
  return reportTime === NOTHING || (WIRE_TIME.test(reportTime) && reportTime > time);
}

/** Who paused without a stream learns by it that there are newer versions. */
function newsOf(deps: ReportsDeps, { topic, date }: Input['topic'], actor: Actor): Answer {
  const version = deps.engine.head(topic)?.version ?? 0;
  return { nodiff: true, ...(date === undefined && { version, ...waitingOf(deps, topic, actor) }) };
}

/** The time of the empty report. */
const NOTHING = 'no_time';

const WIRE_TIME = /^\d{17}$/;

/** What was waited for may have taken longer than the right to see it; a view secret counts that was judged. */
function mayStillView(deps: ReportsDeps, { topic, viewSecret: judged }: TopicHead, request: KnownRequest): boolean {
  const head = deps.engine.head(topic);
  if (!head) return false;
  const viewSecret = head.viewSecret === judged ? request.header(secretHeaders.view) : undefined;
  return viewOf(deps, { head, actor: request.actor, viewSecret }).mayView;
}

async function shown(
  deps: ReportsDeps,
  input: Input,
  request: KnownRequest,
  { head, mayInteract }: Pick<LiveAsk, 'head' | 'mayInteract'>,
): Promise<Answer | Encoded> {
  const { actor } = request;
  const { topic, date } = input.topic;
  const dates = await deps.snapshotDates(topic);
  const common = { topicBase: topic, logout: false, logDeep: actor.deepLog, ...datesIfNew(dates, input) };
  if (input.at !== undefined) {
    if (date !== undefined) throw new Refusal('malformed', { message: 'at: specify a day or a moment, not both' });
    return { ...(await pastReport(deps, { head, input, at: input.at, request })), ...common };
  }
  const sent = { accepts: request.header('accept-encoding'), form: pageForm(deps, request) };
  if (date !== undefined) return snapshotReport(deps, { topic, date, input, actor, common, ...sent });
  return liveReport(deps, { head, actor, input, mayInteract, common, ...sent });
}

function datesIfNew(dates: readonly string[], input: Input): { snapshotDates?: string[] } {
  return dates.length === input.numSnapshotDates ? {} : { snapshotDates: [...dates] };
}

interface LiveAsk {
  readonly head: TopicHead;
  readonly actor: Actor;
  readonly input: Input;
  readonly mayInteract: boolean;
  /** What every answer says. */
  readonly common: Partial<Answer>;
  readonly accepts: string | undefined;
  readonly form: PageForm;
}

async function liveReport(deps: ReportsDeps, ask: LiveAsk): Promise<Answer | Encoded> {
  const { head, actor, input, mayInteract, common } = ask;
  const { topic } = head;
  return deps.engine.read<Answer | Promise<Encoded>>(topic, (state) => {
    if (!state || state.pages.length === 0) return { ...emptyReport(topic), ...common };
    const facts = { hasUserHtml: hasUserHtml(state.pages, actor.addressee), canInteract: mayInteract };
    const seen = { ...publisherOf(deps, topic), ...waitingOf(deps, topic, actor) };
    if (isSame(input, { time: state.time, ...facts })) return { nodiff: true, ...seen, ...common };
    return contents(deps, state, { ...ask, topic, common: { ...facts, ...seen, ...common } });
  });
}

/** Takes every page at once, before anything is waited for: the state may change in place afterwards. */
function contents(
  deps: ReportsDeps,
  state: ReportState,
  {
    topic,
    actor,
    common,
    accepts,
    form,
  }: Pick<LiveAsk, 'actor' | 'common' | 'accepts' | 'form'> & { readonly topic: Topic },
): Promise<Encoded> {
  const numbers = pagesFor(state.pages, actor.addressee);
  const key = JSON.stringify([numbers, common, form.says]);
  return deps.answers.of(state, { key, accepts }, () => {
    const shown = numbers.flatMap((n) => state.pages[n] ?? []);
    const pages = shown.map((page) => page.encoded(form.encode));
    const answer = {
      pageNames: shown.map((page) => page.name),
      styles: shown.map((page) => [...page.styles]),
      time: state.time,
      sender: state.sender,
      version: state.version,
      metadata: { ...state.metadata },
      hasControls: hasControls(shown),
      nodiff: false,
      shownDate: null,
      recentTimes: [...deps.engine.recentTimes(topic)],
      ...form.says,
      ...common,
    };
    return Promise.all(pages).then((encoded): Answer => ({ pages: encoded, ...answer }));
  });
}

/** When the publisher was last heard, whether it is connected, and whether it was and is silent since. */
function publisherOf({ publishers }: ReportsDeps, topic: Topic) {
  const at = publishers.seenAt(topic);
  return {
    publisherSeenUtc: at === undefined ? null : new Date(at).toISOString(),
    ...(publishers.isConnected(topic) && { publisherConnected: true }),
    ...(publishers.isSilent(topic) && { publisherSilent: true }),
  };
}

/** Since when a newer publish waits for approval, and whether the reader may release it (time 5). */
function waitingOf({ heldNow, rights }: ReportsDeps, topic: Topic, actor: Actor) {
  const waits = heldNow(topic);
  if (!waits) return {};
  const mayRelease = mayConfigure(rights(), actor, gropicOf(topic));
  return { waitingUtc: new Date(waits.since).toISOString(), ...(mayRelease && { mayRelease }) };
}
