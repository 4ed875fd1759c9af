import { isReservedGroup, looksDated, parseGropic } from '@sheetwire/rules/gropic';
import { whyNoName } from '@sheetwire/rules/name';

/** What the 'Add Group' or 'Add Report' form holds. */
export interface AddEntry {
  readonly entity: string;
  readonly group: string;
  /** Left out by the form of a group. */
  readonly report?: string;
}

/** What the form would assume, or why it cannot (spec 5, Admin add form). */
export type AddReading =
  | { readonly gropic: string }
  | { readonly fault: string; readonly field?: 'entity' | 'group' | 'report' };

/** Reads the form: trimmed, uppercased and stripped of what separates names. */
export function readAddForm(entry: AddEntry, company: string, admined: readonly string[]): AddReading {
  const empty = emptyField(entry);
  if (empty) return { fault: `Enter ${empty === 'entity' ? 'an' : 'a'} ${empty}` };
  const { entity, group, report } = entry;
  const gropic = parseGropic([entity, group, ...(report === undefined ? [] : [report])].map(withoutSlash).join('/'));
  if (!gropic) return wrongField(entry);
  if (isReservedGroup(gropic, company)) {
    const prefix = company.toUpperCase();
    return { fault: `Names that begin with ${prefix}- or ${prefix}_ are reserved`, field: 'group' };
  }
  if (admined.includes(gropic)) return { fault: `${gropic} is already administered` };
  return { gropic };
}

function emptyField({ entity, group, report }: AddEntry): 'entity' | 'group' | 'report' | undefined {
  if (withoutMarks(entity) === '') return 'entity';
  if (withoutMarks(group) === '') return 'group';
  return report !== undefined && withoutMarks(report) === '' ? 'report' : undefined;
}

function withoutMarks(text: string): string {
  return text.replace(/[[\]",]/g, '').trim();
}

/** A slash in a field would move its rest into the next one. */
function withoutSlash(text: string): string {
  return text.replaceAll('/', '');
}

function wrongField({ entity, group, report = '' }: AddEntry): AddReading {
  const isGood = (first: string, second: string) => parseGropic(`${withoutSlash(first)}/${withoutSlash(second)}`);
  if (!isGood(entity, 'X')) return { fault: whyNoName(entity), field: 'entity' };
  if (!isGood('X', group)) return { fault: whyNoName(group), field: 'group' };
  const fault = looksDated(report.trim()) ? 'A report cannot be named like a snapshot' : whyNoName(report);
  return { fault, field: 'report' };
}
