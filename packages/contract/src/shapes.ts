import { type Gropic, parseGropic } from '@sheetwire/rules/gropic';
import {
  type Group,
  type Principal,
  parseGroup,
  parsePrincipal,
  parseUser,
  type User,
} from '@sheetwire/rules/principal';
import { type DatedTopic, parseDatedTopic, parseTopic, type Topic, whyNoTopic } from '@sheetwire/rules/topic';
import * as z from 'zod/mini';
import { limits } from './limits.ts';

/** Text of a bounded length: nothing that a client sends is unbounded. */
export const shortText = z.string().check(z.maxLength(limits.maxText));
/** Nothing is asked of the client and unknown fields are refused. */
export const nothing = z.strictObject({});
/** An answer without content. */
export const empty = z.object({});

/** A list that is refused by its length before any entry is looked at: faults of many entries cost more than entries. */
export function listOf<T extends z.ZodMiniType>(item: T, most: number) {
  const short = z.transform((list: z.input<T>[], context) => {
    if (!Array.isArray(list) || list.length <= most) return list;
    context.issues.push({ code: 'custom', message: `at most ${most} entries are accepted at once`, input: undefined });
    return z.NEVER;
  });
  return z.pipe(short, z.array(item).check(z.maxLength(most)));
}

/** A list of short texts with at most `most` entries. */
export function textList(most: number) {
  return listOf(shortText, most);
}

function parsed<T>(parse: (text: string) => T | undefined, why: string | ((text: string) => string)) {
  return z.pipe(
    shortText,
    z.transform((text, context): T => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message: typeof why === 'string' ? why : why(text), input: text });
      return z.NEVER;
    }),
  );
}

/** Entity/GROUP/REPORT, cleaned; answers carry it in this canonical form. */
export const topic = parsed<Topic>(parseTopic, whyNoTopic);
/** A topic that may end in `.yyyymmdd`. */
export const datedTopic = parsed<DatedTopic>(
  parseDatedTopic,
  'topic must be ENTITY/GROUP/REPORT, with .yyyymmdd for a snapshot',
);
/** A group or a report. */
export const gropic = parsed<Gropic>(parseGropic, 'gropic must be ENTITY/GROUP or ENTITY/GROUP/REPORT');
/** Nothing selected is the empty text. */
export const optionalGropic = parsed<Gropic | ''>(
  (text) => (text === '' ? '' : parseGropic(text)),
  'gropic must be empty, ENTITY/GROUP or ENTITY/GROUP/REPORT',
);
const noPrincipal = 'principal must be ENTITY/user.name or ENTITY/GROUP NAME';
/** A user, a group or everyone of an entity. */
export const principal = parsed<Principal>(parsePrincipal, noPrincipal);
/** A list of principals, read in one pass; the first that is none is told. */
function principalList(most: number) {
  return z.pipe(
    textList(most),
    z.transform((texts, context): Principal[] => {
      const found: Principal[] = [];
      for (const [n, text] of texts.entries()) {
        const one = parsePrincipal(text);
        if (one === undefined) {
          context.issues.push({ code: 'custom', message: noPrincipal, input: text, path: [n] });
          return z.NEVER;
        }
        found.push(one);
      }
      return found;
    }),
  );
}
/** A list of principals, as a rights list holds it. */
export const principals = principalList(limits.maxPrincipals);
/** The members of a user group. */
export const members = principalList(limits.maxMembers);
/** A user name. */
export const user = parsed<User>(parseUser, 'user must be ENTITY/user.name');
/** A user group's name. */
export const group = parsed<Group>(parseGroup, 'group must be ENTITY/NAME with at least one letter');
/** A calendar day. */
export const isoDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/** The browser's own id: `m` or `l` and a number up to 1e9 (spec 3, Browser id). */
export const browserId = z.string().check(z.regex(/^(?:[ml]\d{1,10})?$/));
