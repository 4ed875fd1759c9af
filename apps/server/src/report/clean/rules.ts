import { limits } from '@sheetwire/contract/limits';
import { anchorId } from '@sheetwire/page/anchor';
import { cleanOwnStyle } from './css/css.ts';
import { calmText } from './layout-cost.ts';

/** What an attribute's value becomes; undefined takes the attribute away. */
export type AttributeRule = (value: string) => string | undefined;
export type AttributeRules = ReadonlyMap<string, AttributeRule>;

/** Free text that no program reads: a browser shows it too, as of a picture that does not come. */
export const text: AttributeRule = (value) => calmText(value).text;
/** An attribute that is there or not. */
export const flag: AttributeRule = () => '';
/** A whole or decimal number, a length in pixels or per cent, as old HTML writes them. */
export const size = matching(/^\d{1,5}(?:\.\d{1,6})?%?$/);
export const decimal = matching(/^-?\d{0,12}\.?\d{1,12}$/);
/** A colour as old HTML writes it. */
export const colour = matching(/^#?[0-9A-Za-z]{1,32}$/);
/** One of some words, in small letters. */
export function oneOf(...words: readonly string[]): AttributeRule {
  const set = new Set(words);
  return (value) => {
    const word = value.toLowerCase();
    return set.has(word) ? word : undefined;
  };
}
/** A value of a fixed form, kept as it is. */
export function matching(form: RegExp): AttributeRule {
  return (value) => (form.test(value) ? value : undefined);
}
/** A whole number from `least` to `most`, without leading zeros; what is beyond is brought back to the end. */
export function whole(least: number, most: number): AttributeRule {
  return (value) => (/^\d{1,9}$/.test(value) ? String(Math.min(most, Math.max(least, Number(value)))) : undefined);
}
/** A number of a list: whole, without leading zeros, below `count`; one beyond means nothing and goes. */
export function index(count: number): AttributeRule {
  return (value) => (/^\d{1,9}$/.test(value) && Number(value) < count ? String(Number(value)) : undefined);
}
export const style: AttributeRule = (value) => cleanOwnStyle(value) || undefined;
/** As `style`, of something that may be turned about its middle or mirrored: a picture, and the frame around it. */
export const turnedStyle: AttributeRule = (value) => {
  if (value.length > limits.clean.styleLength) return undefined;
  // A browser takes the last of each.
  const turns = new Map([...value.matchAll(TURN)].map(([, turn = '']) => [turn.slice(0, turn.indexOf(':')), turn]));
  return [style(value), ...turns.values()].filter((part) => part !== undefined).join(';') || undefined;
};
/** Neither moves it nor makes it larger. */
const TURN = /(?:^|;)(rotate:-?\d{1,3}(?:\.\d{1,2})?deg|scale:-?1 -?1)(?=;|$)/g;
export const id: AttributeRule = (value) =>
  value === '' || value.length > limits.clean.idLength || /\s/.test(value) ? undefined : anchorId(value);
/** A list of ids, each as the ids themselves are written. */
export const idList: AttributeRule = (value) => {
  const ids = value.split(/\s+/).map(id);
  return ids.filter((one) => one !== undefined).join(' ') || undefined;
};

/** What every element may carry. */
export const common: Readonly<Record<string, AttributeRule>> = {
  id,
  style,
  title: text,
  dir: oneOf('ltr', 'rtl', 'auto'),
  lang: matching(/^[A-Za-z0-9-]{1,35}$/),
  hidden: flag,
};

export function rules(entries: Readonly<Record<string, AttributeRule>>): AttributeRules {
  return new Map(Object.entries(entries));
}
