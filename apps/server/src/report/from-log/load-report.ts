import type { Op } from '@sheetwire/contract/live';
import type { Topic } from '@sheetwire/rules/topic';
import type { HeldValue } from '#ports/controls.ts';
import type { LoggedVersion, Page, ReportLog, StoredReport, TopicHead } from '#ports/report-log.ts';
import type { Cleaner } from '#report/cleaner.ts';
import { heldAt, ownVersionOf } from '#report/held/held-values.ts';
import { PageState } from '#report/page-state.ts';
import type { ReportState } from '#report/report-state.ts';
import { applySteps, type OpControls } from './follow-steps.ts';
import { opsTo } from './logged-steps.ts';

const MAX_READS = 4;

/** What the store tells of a version that is a few steps ahead of one in memory. */
export interface Ahead {
  readonly head: TopicHead;
  readonly steps: readonly LoggedVersion[];
  readonly ops: readonly Op[];
  readonly held: readonly HeldValue[];
}

/**
 * The steps from a version in memory to the newest one; undefined when only the whole report tells. `seen` is the head
 * where it was read just now.
 */
export async function readAhead(
  log: ReportLog,
  state: ReportState,
  topic: Topic,
  seen?: TopicHead,
): Promise<Ahead | undefined> {
  for (let read = 1; read <= MAX_READS; read++) {
    const head = (read === 1 ? seen : undefined) ?? (await log.head(topic));
    const ahead = head && (await stepsAhead(log, state, head));
    const held = ahead && state.holdControls ? await log.held(topic) : [];
    // A held value of a newer version has taken the place of the one that the head had.
    if (!ahead || held.every(({ version }) => version <= ahead.head.version)) return ahead && { ...ahead, held };
  }
  return undefined;
}

async function stepsAhead(
  log: ReportLog,
  { version: from }: ReportState,
  head: TopicHead,
): Promise<Omit<Ahead, 'held'> | undefined> {
  if (head.version === from) return { head, steps: [], ops: [] };
  const logged = head.version > from ? await log.since(head.topic, from) : undefined;
  const steps = logged?.filter(({ version }) => version <= head.version);
  const ops = steps && opsTo(head, steps);
  return steps && ops && { head, steps, ops };
}

/** Whether steps go on from pages of this cleaner: what another one let through is cleaned again, whole (safety 1). */
export function isOfCleaner(state: ReportState, cleaner: Cleaner): boolean {
  return state.cleaner === cleaner.version;
}

/** Takes steps over into a report in memory; its pages change in place. */
export function stateAhead(state: ReportState, { head, ops, held }: Ahead, controls: OpControls): ReportState {
  applySteps(state.pages, ops, controls);
  const { version, time, sender } = head;
  const values = heldAt(held, version);
  return { ...state, version, time, sender, held: values, ownVersion: ownVersionOf(values, version) };
}

interface Newest {
  readonly head: TopicHead | undefined;
  readonly stored: StoredReport | undefined;
  readonly held: readonly HeldValue[];
}

/** Head and pages of one version: another node may publish between the two reads. At worst the pages are the newer. */
export async function readNewest(log: ReportLog, topic: Topic): Promise<Newest> {
  for (let read = 1; ; read++) {
    const head = await log.head(topic);
    const stored = await log.newest(topic);
    const held = stored?.holdControls === true ? await log.held(topic) : [];
    if (head?.version === stored?.version || read === MAX_READS) return { head, stored, held };
  }
}

/** A stored report back in memory; pages of another cleaner are cleaned again before anybody sees them (safety 1). */
export async function loadReport(
  cleaner: Cleaner,
  stored: StoredReport,
  values: readonly HeldValue[] = [],
): Promise<ReportState> {
  const isOld = stored.cleaner !== cleaner.version;
  const pages: PageState[] = [];
  for (const page of stored.pages) pages.push(await loadPage(cleaner, page, isOld));
  const held = heldAt(values, stored.version);
  return { ...stored, pages, held, ownVersion: ownVersionOf(held, stored.version) };
}

async function loadPage(cleaner: Cleaner, page: Page, isOld: boolean): Promise<PageState> {
  if (!isOld && !page.html.includes(' data-control="'))
    return new PageState(page, [], await cleaner.knowPage(page.html));
  const { html, controls } = await cleaner.cleanPage(page.html);
  const styles = page.styles.map((css) => cleaner.cleanStyle(css));
  return new PageState({ ...page, html, styles }, controls, await cleaner.knowPage(html));
}
