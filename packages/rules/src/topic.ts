import { type Gropic, groupOf, parseGropic } from './gropic.ts';
import { type Branded, branded, cleanUpper, oneSpaced, parseEntity, whyNoName } from './name.ts';
import { isReportDate } from './report-date.ts';

/** The live report `ACME/RATES/DAILY PNL`, without a date (spec 3, Topic). */
export type Topic = Branded<'Topic'>;

/** A live report or one of its snapshots, as `ACME/RATES/DAILY PNL.20261119` splits. */
export interface DatedTopic {
  readonly topic: Topic;
  /** yyyy-mm-dd, or undefined for the live report. */
  readonly date: string | undefined;
}

const DATED = /\.(2\d{3})(\d\d)(\d\d)$/;
const DATED_LENGTH = 14;
/** A day that may be picked (spec 5: not before 1900-02-01) though no snapshot is so old: it gives the empty report. */
const LONG_AGO = /\.(19\d{2})(\d\d)(\d\d)$/;

/** A live topic in canonical form; undefined when it has not three good parts. */
export function parseTopic(text: string): Topic | undefined {
  const gropic = parseGropic(text);
  return gropic?.split('/').length === 3 ? branded<'Topic'>(gropic) : undefined;
}

/** Why a text that somebody entered is no topic. */
export function whyNoTopic(text: string): string {
  const parts = text.split('/');
  if (parts.length !== 3 || parts.some((part) => part.trim() === '')) return `${text} is not ENTITY/GROUP/REPORT`;
  return whyNoParts(parts);
}

/** Why a text that somebody entered is no group and no report. */
export function whyNoGropic(text: string): string {
  const parts = text.split('/');
  const isOfParts = (parts.length === 2 || parts.length === 3) && parts.every((part) => part.trim() !== '');
  return isOfParts ? whyNoParts(parts) : `${text} is not ENTITY/GROUP or ENTITY/GROUP/REPORT`;
}

function whyNoParts([entity = '', group = '', report]: readonly string[]): string {
  if (!parseEntity(entity)) return `${entity} cannot be an entity: ${whyNoName(entity)}`;
  if (!cleanUpper(group)) return `${group} cannot be a group: ${whyNoName(group)}`;
  if (report !== undefined && !cleanUpper(report)) return `${report} cannot be a report: ${whyNoName(report)}`;
  return `${report} cannot be a report: a name that ends in .yyyymmdd is a snapshot`;
}

/** True for 14 or more characters that end in a dot and 8 digits, the first a 2 (spec 3, Topic). */
export function isDated(text: string): boolean {
  return text.length >= DATED_LENGTH && DATED.test(text);
}

/** Splits a topic from its snapshot date; undefined when the topic is malformed or the date is no day. */
export function parseDatedTopic(text: string): DatedTopic | undefined {
  const trimmed = oneSpaced(text);
  const match = (isDated(trimmed) ? DATED : LONG_AGO).exec(trimmed);
  const date = match && `${match[1]}-${match[2]}-${match[3]}`;
  if (!match || !date || (!isDated(trimmed) && !isReportDate(date))) {
    const topic = parseTopic(trimmed);
    return topic && { topic, date: undefined };
  }
  const topic = parseTopic(trimmed.slice(0, match.index));
  return topic && isReportDate(date) ? { topic, date } : undefined;
}

/** The wire form of a snapshot: the topic with `.yyyymmdd` appended (spec 3, Topic). */
export function formatDatedTopic({ topic, date }: DatedTopic): string {
  return date === undefined ? topic : `${topic}.${date.replaceAll('-', '')}`;
}

/** The report-level gropic of a topic. */
export function gropicOf(topic: Topic): Gropic {
  return branded<'Gropic'>(topic);
}

/** The group-level gropic of a topic. */
export function groupOfTopic(topic: Topic): Gropic {
  return groupOf(gropicOf(topic));
}
