import { limits } from '@sheetwire/contract/limits';
import { oneSpaced } from '@sheetwire/rules/name';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';

/** Letters and digits of any script, spaces, and signs that mean nothing to a path, a header or a shell. */
const NAME = /^[\p{L}\p{M}\p{N} ._()+&@#'[\]~=,-]+$/u;

/** A linked file's name; undefined for one that hides, climbs or cannot be stored (safety 1). */
export function linkedFileName(text: string): string | undefined {
  const name = text.normalize('NFC');
  const isPlain = name.length <= limits.linkedFiles.nameLength && NAME.test(name);
  return isPlain && !/^[. ]|[. ]$/.test(name) ? name : undefined;
}

/** The parts of an address, decoded once. */
export interface ReportParts {
  readonly entity: string;
  readonly group: string;
  readonly report: string;
}

/** The report that an address names: `+` stands for a space unless a report with the sign itself exists (semantics 1). */
export function topicAt({ entity, group, report }: ReportParts, exists: (topic: Topic) => boolean): Topic | undefined {
  const text = [entity, group, report].join('/');
  const [exact, spaced] = [text, text.replaceAll('+', ' ')].map(plainTopic);
  return exact && exists(exact) ? exact : (spaced ?? exact);
}

/** Only case and white space may differ from the name: other signs that names are cleaned of are refused here. */
function plainTopic(text: string): Topic | undefined {
  const topic = parseTopic(text);
  const plain = text.split('/').map(oneSpaced).join('/').toUpperCase();
  return topic === plain ? topic : undefined;
}

export function linkedFileAddress(topic: Topic, name: string): string {
  return `/linkedfiles/${[...topic.split('/'), name].map(encodeURIComponent).join('/')}`;
}
