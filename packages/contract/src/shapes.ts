import { type Gropic, parseGropic } from '@sheetwire/rules/gropic';
import {
  type Group,
  type Principal,
  parseGroup,
  parsePrincipal,
  parseUser,
  type User,
} from '@sheetwire/rules/principal';
import {
  type DatedTopic,
  parseDatedTopic,
  parseTopic,
  type Topic,
  whyNoGropic,
  whyNoTopic,
} from '@sheetwire/rules/topic';
import * as z from 'zod/mini';
import { listOf } from './bounded.ts';
import { limits } from './limits.ts';

/** For how long versions are kept: every one, then one a minute, then one an hour (time 1). */
export const keptVersions = z.object({ versionHours: z.number(), minuteDays: z.number(), hourDays: z.number() });

/** Text of a bounded length: nothing that a client sends is unbounded. */
export const shortText = z.string().check(z.maxLength(limits.maxText));
/** Nothing is asked of the client and unknown fields are refused. */
export const nothing = z.strictObject({});
/** An answer without content. */
export const empty = z.object({});

/** A list of short texts with at most `most` entries. */
export function textList(most: number) {
  return listOf(shortText, most);
}

/** `why` adds to what the field takes, which the refusal says in any case (described/takes.ts). */
function parsed<T>(parse: (text: string) => T | undefined, why?: (text: string) => string | undefined) {
  return z.pipe(
    shortText,
    z.transform((text, context): T => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', params: { why: why?.(text) }, input: text });
      return z.NEVER;
    }),
  );
}

/** Whether a text has parts of a name, so that there is more to say than how it is written. */
function hasParts(text: string, counts: readonly number[]): boolean {
  const parts = text.split('/');
  return counts.includes(parts.length) && parts.every((part) => part.trim() !== '');
}

function whyNoDatedTopic(text: string): string | undefined {
  const date = /\.(\d{8})$/.exec(text.trim())?.[1];
  if (date !== undefined && parseTopic(text.trim().slice(0, -9)) !== undefined) return `${date} is not a date`;
  return hasParts(text, [3]) ? whyNoTopic(text) : undefined;
}

/** Entity/GROUP/REPORT, cleaned; answers carry it in this canonical form. */
export const topic = parsed<Topic>(parseTopic, (text) => (hasParts(text, [3]) ? whyNoTopic(text) : undefined));
/** A topic that may end in `.yyyymmdd`. */
export const datedTopic = parsed<DatedTopic>(parseDatedTopic, whyNoDatedTopic);
/** A live report, where a snapshot gets an answer of its own instead of a refusal. */
export const liveTopic = parsed<DatedTopic>(parseDatedTopic, whyNoDatedTopic);
/** A group or a report. */
export const gropic = parsed<Gropic>(parseGropic, (text) => (hasParts(text, [2, 3]) ? whyNoGropic(text) : undefined));
/** Nothing selected is the empty text. */
export const optionalGropic = parsed<Gropic | ''>((text) => (text === '' ? '' : parseGropic(text)));
/** A user, a group or everyone of an entity. */
export const principal = parsed<Principal>(parsePrincipal);
/** A list of principals, read in one pass; the first that is none is told. */
function principalList(most: number) {
  return z.pipe(
    textList(most),
    z.transform((texts, context): Principal[] => {
      const found: Principal[] = [];
      for (const [n, text] of texts.entries()) {
        const one = parsePrincipal(text);
        if (one === undefined) {
          context.issues.push({ code: 'custom', input: text, path: [n] });
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
export const user = parsed<User>(parseUser);
/** A user group's name. */
export const group = parsed<Group>(parseGroup);
/** A calendar day. */
export const isoDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/**
 * A time of the clock with its zone, to the nanosecond as programs write it; what is beyond milliseconds is cut off. A day that
 * no month has is none; what another zone brings out of the years of four digits is their end.
 */
export const isoTime = parsed<string>((text) => {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const at = isTime && isDay(text.slice(0, DAY)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(Math.min(Math.max(at, FIRST), LAST)).toISOString();
});

const DAY = 'yyyy-mm-dd'.length;
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Dates are parsed with days over: 31 February would be a day of March. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** A version of a report, or a time of it. */
export const moment = z.union([z.int().check(z.minimum(1)), isoTime]);
/** The browser's own id: `m` or `l` and a number up to 1e9 (spec 3, Browser id). */
export const browserId = z.string().check(z.regex(/^(?:[ml]\d{1,10})?$/));
