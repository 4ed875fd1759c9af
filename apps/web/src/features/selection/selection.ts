import { oneSpaced } from '@sheetwire/rules/name';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import type { TopicLists } from '#features/viewer-ports.ts';
import type { Address, Ignored, Moment } from './address.ts';
import { type Borrowed, borrowing, withDayBack } from './borrowed-day.ts';
import { metadataTab } from './tabs.ts';

/** What the viewer shows and how (spec 3, Client state). */
export interface Selection {
  readonly entity: string;
  readonly group: string;
  readonly report: string;
  readonly date: string | undefined;
  /** What an address named as a date or a moment and is none: the live report stands in its place, and says so. */
  readonly ignored?: Ignored | undefined;
  readonly areSettingsHidden: boolean;
  readonly isLive: boolean;
  readonly isMetadataShown: boolean;
  /** What the report is compared with: `live` or yyyy-mm-dd; never what is shown itself. */
  readonly compare: string | undefined;
  /** The shown day is one that the comparison brought. */
  readonly borrowed?: Borrowed | undefined;
  /** The moment of the past that is shown; never with a day or a comparison. */
  readonly at?: Moment | undefined;
  readonly tab: string;
}

export type SelectionEvent =
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'lists' }
  | { readonly kind: 'entity'; readonly entity: string }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'report'; readonly report: string }
  | { readonly kind: 'recent'; readonly topic: string }
  | { readonly kind: 'date'; readonly date: string | undefined }
  | { readonly kind: 'settings'; readonly isHidden: boolean }
  | { readonly kind: 'live'; readonly isLive: boolean }
  | { readonly kind: 'metadata'; readonly isShown: boolean }
  /** Another comparison, with `date` of another side that is shown, or none: what was shown before it comes back. */
  | { readonly kind: 'compare'; readonly compare: string | undefined; readonly date?: string | undefined }
  | { readonly kind: 'at'; readonly at: Moment }
  /** The version that the address names does not exist. */
  | { readonly kind: 'noversion'; readonly version: number }
  | { readonly kind: 'tab'; readonly tab: string };

/** What selection rules look up: the lists of the server and the user's recent reports. */
export interface Known {
  readonly lists: TopicLists;
  readonly recents: readonly string[];
  /** Reports that this browser did not draw in time. */
  readonly isSlow: (topic: string) => boolean;
}

/** Spec 3: hideSettings true, live true, showMetadata false. */
export const nothingSelected: Selection = {
  entity: '',
  group: '',
  report: '',
  date: undefined,
  areSettingsHidden: true,
  isLive: true,
  isMetadataShown: false,
  compare: undefined,
  tab: '',
};

/** The next selection after an event (spec 4, Selection); pure. */
export function select(before: Selection, given: SelectionEvent, known: Known): Selection {
  const event = shownAgain(before, given);
  const after = next(before, event, known);
  const told = isTold(before, after, event) ? after : withoutIgnored(after);
  const compared = withOneSide(isComparable(told, event) ? told : { ...told, compare: undefined }, event);
  if (event.kind === 'compare' && compared.compare !== undefined) return compared;
  const isChosen = event.kind === 'date' || (event.kind === 'address' && isOtherView(before, compared));
  return withDayBack(before, compared, isChosen);
}

/** Of a recent report that is shown already, nothing is left to choose: its settings hide. */
function shownAgain(before: Selection, event: SelectionEvent): SelectionEvent {
  const isShown = event.kind === 'recent' && event.topic === topicOf(before);
  return isShown ? { kind: 'settings', isHidden: before.date === undefined || before.areSettingsHidden } : event;
}

/** That a date was ignored is told until another report, a day, a moment or CLEAR is chosen. */
function isTold(before: Selection, after: Selection, event: SelectionEvent): boolean {
  const isElsewhere = after.date !== undefined || after.at !== undefined;
  if (after.ignored === undefined || event.kind === 'date' || isElsewhere) return false;
  const isNew = event.kind === 'address' && event.address.ignored !== undefined;
  return isNew || event.kind === 'lists' || !isOtherReport(before, after);
}

function withoutIgnored({ ignored: _, ...selection }: Selection): Selection {
  return selection;
}

/** A comparison ends with the choice of another report; nothing is compared with itself. */
function isComparable({ compare, date, report }: Selection, event: SelectionEvent): boolean {
  return !isOther(event) && report !== '' && compare !== (date ?? 'live');
}

/** The past of one report is not that of another; a day and a comparison take its place. */
function withOneSide(selection: Selection, event: SelectionEvent): Selection {
  const { at, date, compare } = selection;
  return at !== undefined && (isOther(event) || (date ?? compare)) ? { ...selection, at: undefined } : selection;
}

function isOther({ kind }: SelectionEvent): boolean {
  return kind === 'entity' || kind === 'group' || kind === 'report' || kind === 'recent';
}

function next(before: Selection, event: SelectionEvent, known: Known): Selection {
  switch (event.kind) {
    case 'address':
      return settle(fromAddress(before, event.address), known);
    case 'lists':
      return settle(before, known);
    case 'entity':
      return single({ ...before, entity: event.entity, group: '', report: '', tab: '' }, known.lists);
    case 'group':
      return { ...before, group: event.group, report: '', tab: '' };
    case 'report':
      return { ...before, report: event.report, tab: '' };
    case 'recent':
      return fromRecent(before, event.topic);
    case 'date':
      return { ...before, date: event.date };
    case 'settings':
      return { ...before, areSettingsHidden: event.isHidden && before.report !== '' };
    case 'live':
      return withLive(before, event.isLive);
    case 'at':
      return { ...before, at: event.at, date: undefined, compare: undefined };
    case 'noversion':
      return { ...withLive(before, true), ignored: { place: 'version', text: String(event.version) } };
    case 'metadata':
      return withMetadata(before, event.isShown);
    case 'compare':
      return withCompared(before, event);
    case 'tab':
      return { ...before, tab: event.tab };
  }
}

/** Live is never the past; a pause may be, and goes on after it. */
function withLive(before: Selection, isLive: boolean): Selection {
  return { ...before, isLive, at: isLive ? undefined : before.at };
}

function withMetadata(before: Selection, isShown: boolean): Selection {
  return { ...before, isMetadataShown: isShown, tab: !isShown && before.tab === metadataTab ? '' : before.tab };
}

function withCompared(before: Selection, event: SelectionEvent & { readonly kind: 'compare' }): Selection {
  const { compare } = event;
  if (compare === undefined) return { ...before, compare };
  const date = 'date' in event ? event.date : before.date;
  return { ...before, compare, date, borrowed: borrowing(before, date) };
}

/** The live topic that is selected, once all three parts are. */
export function topicOf({ entity, group, report }: Selection): Topic | undefined {
  return report === '' ? undefined : parseTopic(`${entity}/${group}/${report}`);
}

/** True when a new history entry is due: another report, date or comparison, or into the past; not a tab, pause or settings (spec 2). */
export function isOtherView(a: Selection, b: Selection): boolean {
  return isOtherReport(a, b) || a.compare !== b.compare || (a.at === undefined) !== (b.at === undefined);
}

/** Whether two selections show different reports, or different days of one. */
export function isOtherReport(a: Selection, b: Selection): boolean {
  return a.entity !== b.entity || a.group !== b.group || a.report !== b.report || a.date !== b.date;
}

/** The selection as an address; settings are named only where they differ from what opens by itself. */
export function toAddress(selection: Selection): Address {
  const { entity, group, report, date, isLive, compare, at, tab } = selection;
  const settings = report !== '' && !selection.areSettingsHidden ? true : undefined;
  return { entity, group, report, date, settings, isPaused: !isLive, compare, at, tab };
}

function fromAddress(before: Selection, address: Address): Selection {
  const { entity, group, report, date, compare, at, tab } = address;
  return {
    ...before,
    ...{ entity, group, report, date, compare, at, tab },
    ...(address.ignored && { ignored: address.ignored }),
    areSettingsHidden: address.settings !== true,
    isLive: !address.isPaused,
    isMetadataShown: before.isMetadataShown || tab === metadataTab,
  };
}

/** Selecting a recent report sets all three fields and hides settings when no date is chosen. */
function fromRecent(before: Selection, topic: string): Selection {
  const [entity = '', group = '', report = ''] = topic.split('/');
  const areSettingsHidden = before.date === undefined || before.areSettingsHidden;
  return { ...before, entity, group, report, tab: '', areSettingsHidden };
}

/**
 * Brings a selection in line with the lists: spaced names, a single choice, the first recent, or the settings. A recent
 * one that would stop the page is not opened by itself (safety 3).
 */
function settle(selection: Selection, known: Known): Selection {
  if (!known.lists.isReady) return selection;
  if (selection.report !== '') return withPlus(selection, known.lists.topics);
  const recent = selection.entity === '' ? firstRecent(known) : undefined;
  if (recent !== undefined && !known.isSlow(recent))
    return { ...fromRecent({ ...selection, areSettingsHidden: true }, recent), tab: selection.tab };
  return single({ ...selection, areSettingsHidden: false }, known.lists);
}

/** The first recent report that may still be viewed. */
export function firstRecent({ lists, recents }: Pick<Known, 'lists' | 'recents'>): string | undefined {
  return recents.find((topic) => lists.topics.includes(topic));
}

/** With exactly one entity or one group, it is selected by itself. */
function single(selection: Selection, { entities, groups }: TopicLists): Selection {
  const entity = selection.entity || only(entities);
  const group = selection.group || (entity ? only(groupsOf(entity, groups)) : '');
  return { ...selection, entity, group };
}

/** The group names of an entity, from `ACME/RATES`. */
export function groupsOf(entity: string, groups: readonly string[]): string[] {
  return under(`${entity}/`, groups);
}

/** The report names of a group, from `ACME/RATES/DAILY`. */
export function reportsOf(entity: string, group: string, topics: readonly string[]): string[] {
  return under(`${entity}/${group}/`, topics);
}

function under(prefix: string, names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

function only(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : '';
}

/** A name with spaces resolves to the one that has + for them, unless a report is named so (spec 3, Topic). */
function withPlus(selection: Selection, topics: readonly string[]): Selection {
  const { entity, group, report } = selection;
  const wanted = `${entity}/${group}/${report}`;
  if (topics.includes(wanted)) return selection;
  const found = topics.find((topic) => spaced(topic) === spaced(wanted));
  if (found === undefined) return selection;
  const [, plusGroup = '', plusReport = ''] = found.split('/');
  return { ...selection, group: plusGroup, report: plusReport };
}

function spaced(name: string): string {
  return oneSpaced(name.replaceAll('+', ' '));
}
