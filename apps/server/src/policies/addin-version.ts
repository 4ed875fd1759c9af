import { limits } from '@sheetwire/contract/limits';

/** A version as its parts are compared: whole numbers, then what stands before the release (semver 2.0.0, 11). */
interface Version {
  readonly numbers: readonly number[];
  /** `rc.1` by its dots; empty for the release itself. */
  readonly early: readonly string[];
}

const MOST_LETTERS = 64;
/** Two to four numbers, as office add-ins have them; each part is read once, and so in linear time. */
const NUMBERS = /^\d{1,6}(?:\.\d{1,6}){1,3}$/;
const EARLY = /^[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*$/;
/** The first add-in version that may view and publish administered reports (spec 9). */
const FIRST = versionOf(limits.firstAddinVersion);

/** True for 1.2.0 and later, and for callers that are no add-in (API keys carry no version). */
export function mayTouchAdministered(version: string | null): boolean {
  if (version === null) return true;
  const own = versionOf(version);
  return own !== undefined && FIRST !== undefined && compare(own, FIRST) >= 0;
}

/** Undefined for what is no version; what stands behind a + says nothing of order. */
function versionOf(text: string): Version | undefined {
  if (text.length > MOST_LETTERS) return undefined;
  const [whole, build] = cutAt(text, '+');
  const [numbers, early] = cutAt(whole, '-');
  const isGood = [early, build].every((part) => part === undefined || EARLY.test(part));
  if (!NUMBERS.test(numbers) || !isGood) return undefined;
  return { numbers: numbers.split('.').map(Number), early: early?.split('.') ?? [] };
}

function cutAt(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function compare(a: Version, b: Version): number {
  for (let n = 0; n < Math.max(a.numbers.length, b.numbers.length); n++) {
    const difference = (a.numbers[n] ?? 0) - (b.numbers[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return compareEarly(a.early, b.early);
}

/** What comes before a release is below it; else the first part that differs decides, and of two the longer is above. */
function compareEarly(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let n = 0; n < Math.min(a.length, b.length); n++) {
    const difference = comparePart(a[n] ?? '', b[n] ?? '');
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Numbers by their value and below words; words by their letters. */
function comparePart(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}
