import { moment as momentShape } from '@sheetwire/contract/shapes';
import { cleanUpper, parseEntity } from '@sheetwire/rules/name';
import { parseDay, parseReportDate } from '@sheetwire/rules/report-date';
import { withoutRemote } from '#lib/device.ts';
import { decoded, type Names, pathNames } from './viewer-path.ts';

/** A version of a report, or a time as ISO 8601 in UTC. */
export type Moment = number | string;

/** What stands in the place of a date, or of `at`, and is ignored; or a version that does not exist. */
export interface Ignored {
  readonly place: 'date' | 'at' | 'version';
  readonly text: string;
}

/** What an address in the bar or in a link says about the viewer (spec 2, Report viewer). */
export interface Address {
  readonly entity: string;
  readonly group: string;
  readonly report: string;
  /** yyyy-mm-dd, or undefined for the live report. */
  readonly date: string | undefined;
  /** What is no date that a snapshot can have, or no moment: it is ignored (spec 4), and told. */
  readonly ignored?: Ignored | undefined;
  /** `settings=true|false`, in any case as spreadsheets write it; undefined when the address does not say. */
  readonly settings: boolean | undefined;
  readonly isPaused: boolean;
  /** What the report is compared with: `live`, yyyy-mm-dd or ISO 8601; or both sides, with `..` between them. */
  readonly compare: string | undefined;
  /** A moment of the past that is shown: a version, or ISO 8601; a day and a comparison win over it (time 3). */
  readonly at?: Moment | undefined;
  /** The hash: the page's name in lower case, spaces as dashes. */
  readonly tab: string;
}

/** Reads the query form and the path form alike; names are uppercased, a bad date is ignored (spec 4, Selection). */
export function parseAddress({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): Address {
  const query = new URLSearchParams(search);
  const names = pathNames(withoutRemote(pathname)) ?? queryNames(query);
  const { date, ownName, ignored } = dayOf(names, query);
  const compare = compareWith(query.get('compare') ?? '');
  const at = query.get('at') ?? '';
  const moment = momentOf(at);
  const wrong = ignoredOf(ignored ?? '', date === undefined && moment === undefined ? at : '');
  return {
    entity: parseEntity(names.entity) ?? '',
    group: cleanUpper(names.group) ?? '',
    report: cleanUpper(ownName) ?? '',
    date,
    ...(wrong && { ignored: wrong }),
    settings: flag(query.get('settings')),
    isPaused: flag(query.get('paused')) === true,
    compare,
    at: (date ?? compare) ? undefined : moment,
    tab: decoded(hash.replace(/^#/, '')).toLowerCase(),
  };
}

function ignoredOf(date: string, at: string): Ignored | undefined {
  if (date !== '') return { place: 'date', text: date };
  return at === '' ? undefined : { place: 'at', text: at };
}

/** The day that is named: by the path, at the end of the report's name, or by the query; or what is none. */
function dayOf({ report, date }: Names, query: URLSearchParams) {
  const dated = /^(.*)\.([^.]+)$/.exec(report);
  const ownDate = dated ? parseReportDate(dated[2] ?? '') : undefined;
  const named = parseReportDate(date) ?? ownDate ?? parseReportDate(query.get('date') ?? '');
  const ignored = named === undefined ? date || query.get('date') : null;
  return { date: named, ownName: ownDate ? (dated?.[1] ?? '') : report, ignored };
}

/** The address of a state: path form once a report is chosen, query form until then. */
export function formatAddress(address: Address): string {
  const { entity, group, report, date } = address;
  const query = new URLSearchParams();
  if (report === '') {
    if (entity) query.set('entity', entity);
    if (group) query.set('group', group);
  }
  if (address.settings !== undefined) query.set('settings', String(address.settings));
  if (address.isPaused) query.set('paused', 'true');
  if (address.compare !== undefined) query.set('compare', address.compare.replaceAll('.000Z', 'Z'));
  if (address.at !== undefined) query.set('at', String(address.at).replace('.000Z', 'Z'));
  const path =
    report === '' ? '/' : `/${[entity, group, report, ...(date ? [date] : [])].map(encodeURIComponent).join('/')}`;
  const search = query.size > 0 ? `?${query}`.replaceAll('%3A', ':') : '';
  return `${path}${search}${address.tab ? `#${encodeURIComponent(address.tab)}` : ''}`;
}

function queryNames(query: URLSearchParams): Names {
  const [entity, group, report, date] = ['entity', 'group', 'report', 'date'].map((name) => query.get(name) ?? '');
  return { entity: entity ?? '', group: group ?? '', report: report ?? '', date: date ?? '' };
}

function flag(text: string | null): boolean | undefined {
  const word = text?.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** Any day: one without a snapshot is told, not ignored. Two sides are named where neither is what is shown. */
function compareWith(text: string): string | undefined {
  const [one = '', other, more] = text.split('..');
  if (other === undefined) return comparedSide(one);
  const [from, to] = [comparedSide(one), comparedSide(other)];
  return from === undefined || to === undefined || from === to || more !== undefined ? undefined : `${from}..${to}`;
}

/** A day, the live report, or a time in full, as `Date` writes it. */
function comparedSide(text: string): string | undefined {
  if (text.toLowerCase() === 'live') return 'live';
  const moment = text.includes(':') ? momentOf(text) : undefined;
  return typeof moment === 'string' ? new Date(moment).toISOString() : parseDay(text);
}

/** A plus that nobody escaped is read as a space. */
function momentOf(text: string): Moment | undefined {
  const read = momentShape.safeParse(/^\d+$/.test(text) ? Number(text) : text.replace(' ', '+'));
  return read.success ? read.data : undefined;
}
