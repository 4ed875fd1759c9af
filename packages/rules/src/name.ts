/** A string that has passed the parser of its kind; two kinds never mix. */
export type Branded<Kind extends string> = string & { readonly brand: Kind };

/**
 * Every sign that shows as a space, line ends and tabs too. The zero-width ones are not among them: they read as nothing,
 * so that a name with one is refused.
 */
const WHITE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const REMOVED = /[[\]",/\\\u0000-\u001f\u007f]/g;
const ALLOWED = /^[A-Za-z0-9 ._\-&()+#@']+$/;
/** Letters outside ASCII whose case folds into ASCII: long s, Kelvin sign, dotless and dotted i. */
const FOLDS_INTO_ASCII = /[\u017f\u212a\u0131\u0130]/;
const MAX_NAME = 100;
/** A plain name in one spelling already, as nearly all are: it is read at once. */
const CANONICAL = /^[A-Za-z0-9._\-&()+#@']+(?: [A-Za-z0-9._\-&()+#@']+)*$/;
/** Only these have a plain form in ASCII (a space of Ogham and a plus of Hebrew too); others may become 18 times as long. */
const MAY_BE_PLAIN = /^[\p{Script=Latin}\p{Script=Common}\u1680\ufb29]*$/u;
/** A letter outside the plane has two units and one in its plain form. */
const LONGEST_SPELLING = 2 * MAX_NAME;

/** Names of objects of the language that are no names here, in any case of letters (semantics 1). */
const OF_THE_LANGUAGE: ReadonlySet<string> = new Set(
  ['prototype', ...Object.getOwnPropertyNames(Object.prototype)].map((name) => name.toLowerCase()),
);

/** A text with every run of white space as one space and none at its ends: what reads the same is the same (semantics 1). */
export function oneSpaced(text: string): string {
  return text.replace(WHITE, ' ').replace(/^ | $/g, '');
}

/**
 * One part of a name in its canonical spelling, case kept: NFKC, the characters that separate names removed, one space
 * for every run of white space (spec 5, Admin add form; safety 3). Undefined when nothing is left, when a letter is not
 * plain ASCII, or when the language has the name.
 */
export function cleanName(text: string): string | undefined {
  const name = spelled(text);
  return name === undefined || OF_THE_LANGUAGE.has(name.toLowerCase()) ? undefined : name;
}

/** As `cleanName`, of small letters, digits and signs that begin with a letter: they are in canonical spelling. */
export function isPlainName(text: string): boolean {
  return text.length <= MAX_NAME && !OF_THE_LANGUAGE.has(text);
}

function spelled(text: string): string | undefined {
  if (text.length <= MAX_NAME && CANONICAL.test(text)) return isDots(text) ? undefined : text;
  if (FOLDS_INTO_ASCII.test(text) || !MAY_BE_PLAIN.test(text)) return undefined;
  if (text.length > LONGEST_SPELLING && shown(text).length > LONGEST_SPELLING) return undefined;
  const name = plain(text);
  return name.length > MAX_NAME || !ALLOWED.test(name) || isDots(name) ? undefined : name;
}

/** White space first: a tab is also a control character, but it reads as a space. */
function plain(text: string): string {
  return oneSpaced(shown(text.normalize('NFKC')));
}

function shown(text: string): string {
  return text.replace(WHITE, ' ').replace(REMOVED, '');
}

function isDots(name: string): boolean {
  return /^\.+$/.test(name);
}

/** A name part in upper case: entity, group or report (spec 3, Topic). */
export function cleanUpper(text: string): string | undefined {
  return cleanName(text)?.toUpperCase();
}

/** A user name: lower case, without `[ ] " , / \` (spec 5, Add user). */
export function cleanLower(text: string): string | undefined {
  return cleanName(text)?.toLowerCase();
}

/** First path words of our own that no entity may take (semantics 1). */
export const reservedEntities: ReadonlySet<string> = new Set(
  'REMOTE API ADMIN ASSETS LINKEDFILES DEV HEALTHZ READYZ METRICS HELP ACCOUNT LOGIN SETPASSWORD RESETPASSWORD'.split(
    ' ',
  ),
);

/** An entity in canonical form, or undefined when it is empty, malformed or reserved (semantics 1). */
export function parseEntity(text: string): Entity | undefined {
  const name = cleanUpper(text);
  return name === undefined || reservedEntities.has(name) ? undefined : branded<'Entity'>(name);
}

export type Entity = Branded<'Entity'>;

/** Why a text that somebody entered is no name. */
export function whyNoName(text: string): string {
  const name = spelled(text);
  if (name !== undefined) return `The name ${name.toUpperCase()} is reserved`;
  if (oneSpaced(shown(text)).length > MAX_NAME) return `A name can have at most ${MAX_NAME} characters`;
  return "A name can contain only letters from A to Z, digits, spaces and . _ - & ( ) + # @ '";
}

/** Marks a checked string with its kind: the one place where a plain string becomes a branded one. */
export function branded<Kind extends string>(text: string): Branded<Kind> {
  return text as Branded<Kind>;
}
