import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { report as call } from '@sheetwire/contract/reports';
import type { Topic } from '@sheetwire/rules/topic';
import type { Encoded } from '#http/encoded.ts';
import type { Actor } from '#lib/actor.ts';
import type { Page } from '#ports/report-log.ts';
import type { SnapshotHead } from '#ports/snapshots.ts';
import { loadReport } from '#report/from-log/load-report.ts';
import { hasControls, hasUserHtml, pagesFor } from '#report/report-state.ts';
import { emptyDay } from './empty-report.ts';
import { isSame } from './is-same.ts';
import type { PageForm } from './page-form.ts';
import type { ReportsDeps } from './reports-deps.ts';

type Answer = Output<typeof call>;

interface SnapshotAsk {
  readonly topic: Topic;
  /** The chosen day, yyyy-mm-dd. */
  readonly date: string;
  readonly input: Parsed<typeof call>;
  readonly actor: Actor;
  /** What every answer says. */
  readonly common: Partial<Answer>;
  readonly accepts: string | undefined;
  readonly form: PageForm;
}

/**
 * The newest snapshot at or before a day; before the first one, the empty report (semantics 4, Historical date). Who holds it
 * already is told so by its row; of its pages only those are read that the user receives, in turn with other looks at the past.
 */
export async function snapshotReport(deps: ReportsDeps, ask: SnapshotAsk): Promise<Answer | Encoded> {
  const { topic, date, input, actor, common, accepts, form } = ask;
  const { user, addressee } = actor;
  deps.pastRate.take(user);
  const head = await deps.snapshots.head(topic, date);
  if (!head) return { ...emptyDay(topic), ...common };
  const facts = { hasUserHtml: hasUserHtml(head.pages, addressee), canInteract: false };
  // A snapshot of a later day may hold the same version: which day it is of is told anyway.
  if (isSame(input, { time: head.report.time, ...facts })) return { nodiff: true, shownDate: head.date, ...common };
  const { capturedAt, report } = head;
  const numbers = pagesFor(head.pages, addressee);
  const key = JSON.stringify([topic, head.date, capturedAt, report.version, report.time, numbers, common, form.says]);
  return deps.days.of({ key, accepts }, () =>
    deps.pastTurns.run(user, async () => ({ ...(await contents(deps, head, { actor, form })), ...common })),
  );
}

/** Of the capture that took the place of the one that was looked at, where that is gone. */
async function contents(
  deps: ReportsDeps,
  seen: SnapshotHead,
  { actor, form }: Pick<SnapshotAsk, 'actor' | 'form'>,
): Promise<Answer> {
  const { topic } = seen;
  let head: SnapshotHead | undefined = seen;
  for (let read = 0; head && read < limits.log.snapshotReads; read++) {
    const pages = await deps.snapshots.pages(head, pagesFor(head.pages, actor.addressee));
    if (pages) return shownDay(deps, head, { pages, actor, form });
    head = await deps.snapshots.head(topic, head.date);
  }
  return emptyDay(topic);
}

async function shownDay(
  deps: ReportsDeps,
  { report, date, pages: all }: SnapshotHead,
  { pages, actor, form }: Pick<SnapshotAsk, 'actor' | 'form'> & { readonly pages: readonly Page[] },
): Promise<Answer> {
  const { pages: shown } = await loadReport(deps.cleaner, { ...report, pages });
  return {
    pages: await Promise.all(shown.map((page) => page.encoded(form.encode))),
    pageNames: shown.map((page) => page.name),
    styles: shown.map((page) => [...page.styles]),
    time: report.time,
    sender: report.sender,
    version: report.version,
    metadata: { ...report.metadata },
    hasControls: hasControls(shown),
    nodiff: false,
    ...form.says,
    shownDate: date,
    publisherSeenUtc: null,
    hasUserHtml: hasUserHtml(all, actor.addressee),
    canInteract: false,
  };
}
