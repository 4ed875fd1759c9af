import { groupOf, isReportGropic, isReservedGroup, looksDated, parseGropic } from '@sheetwire/rules/gropic';
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

/** What the page knows of who may add what. */
export interface AddFacts {
  readonly company: string;
  readonly admined: readonly string[];
  /** Why the user may not add what nobody administers; '' when it may. */
  readonly claimRefusal: string;
}

/** Reads the form: trimmed, uppercased and stripped of what separates names. */
export function readAddForm(entry: AddEntry, { company, admined, claimRefusal }: AddFacts): AddReading {
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
  const isOfOwnGroup = isReportGropic(gropic) && admined.includes(groupOf(gropic));
  return claimRefusal === '' || isOfOwnGroup ? { gropic } : { fault: claimRefusal };
}

/** What the form tells first: what comes of it, or what the user may add and what not. */
export function addFormWords({ admined, claimRefusal }: AddFacts, kind: 'Group' | 'Report'): string {
  if (claimRefusal === '') {
    return 'You become its only admin. Current viewers and publishers lose their rights until you add them.';
  }
  const hasGroups = admined.some((gropic) => gropic.split('/').length === 2);
  return kind === 'Report' && hasGroups
    ? `You can add reports to groups you administer. ${claimRefusal}.`
    : `${claimRefusal}. Ask one to make you an admin.`;
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
  const fault = looksDated(report.trim()) ? 'A report name cannot end in a date' : whyNoName(report);
  return { fault, field: 'report' };
}
