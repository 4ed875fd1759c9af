import { type Branded, branded, cleanUpper, parseEntity } from './name.ts';
import { parseReportDate } from './report-date.ts';

/** A group `ACME/RATES` or a report `ACME/RATES/DAILY PNL` whose rights are set as one (spec 3, Gropic). */
export type Gropic = Branded<'Gropic'>;

/** A gropic in canonical form; undefined when it has not two or three good parts. */
export function parseGropic(text: string): Gropic | undefined {
  const parts = text.split('/');
  if (parts.length !== 2 && parts.length !== 3) return undefined;
  const clean = parts.map((part, index) => (index === 0 ? parseEntity(part) : cleanUpper(part)));
  if (clean.some((part) => part === undefined) || looksDated(clean[2] ?? '')) return undefined;
  return branded<'Gropic'>(clean.join('/'));
}

/** A report name that would read as a snapshot's date, on the wire or in an address, is refused (safety 3). */
export function looksDated(name: string): boolean {
  const end = name.slice(name.lastIndexOf('.') + 1);
  return name.includes('.') && (/^2\d{7}$/.test(end) || parseReportDate(end) !== undefined);
}

/** The entity of a gropic, topic, user or group principal: the part before the first slash (spec 3). */
export function entityOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf('/')));
}

/** True for `ACME/RATES/DAILY`, false for the group `ACME/RATES`. */
export function isReportGropic(gropic: Gropic): boolean {
  return gropic.split('/').length === 3;
}

/** The group that a report belongs to; a group is its own. */
export function groupOf(gropic: Gropic): Gropic {
  return branded<'Gropic'>(gropic.split('/').slice(0, 2).join('/'));
}

/** A group whose name starts with the company's name and a hyphen or underscore is reserved (spec 5, Admin add form). */
export function isReservedGroup(gropic: Gropic, company: string): boolean {
  const name = gropic.split('/')[1] ?? '';
  const prefix = company.toUpperCase();
  return name.startsWith(`${prefix}-`) || name.startsWith(`${prefix}_`);
}
