import { cellText } from '../compare/cell-text.ts';

/** What spreadsheets of any language show, feeds that found nothing, columns too narrow, and programs that had no number. */
const ERRORS: readonly RegExp[] = [
  /^#[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]$/u,
  /^#N\/A(?: .*)?$/,
  /^#(?:N\/[BD]|I\/T|Н\/Д|Δ\/Υ|NV|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI)$/,
  /^#GETTING_DATA$/,
  /^#{3,}$/,
  /^Err ?:5\d\d$/,
  /^[-+−]?(?:NaN|nan|[Ii]nf(?:inity)?)%?$/,
  /^-?1\.#(?:IND|INF|[QS]NAN)\d*$/,
  /^(?:NaT|<NA>|undefined)$/,
  /^Loading\.\.\.$/,
];
/** What each of them begins with. */
const MAY_SHOW =
  /(?:^|>)(?:\s|&nbsp;)*(?:#[^\s\da-z<]|Err ?:5|[-+−]?(?:[Nn]a[Nn]|[Ii]nf)|-?1\.#|NaT|&lt;NA|undefined|Loading)/;

/** The letters and digits of a text that no error value begins with. */
const OTHERS: ReadonlySet<string> = new Set('023456789ABCDFGHJKMOPQRSTUVWXYZabcdefghjklmopqrstvwxyz');

/** Characters of a text that are looked through in one step, of which some thirty are done between two looks at a clock. */
const AT_ONCE = 64 * 1024;

/** The error value that a cell shows. */
export function errorIn(html: string): string | undefined {
  // Most cells are words without markup, and their first sign tells: no expression is run on them.
  if (OTHERS.has(html.charAt(0)) && !html.includes('>')) return undefined;
  if (!MAY_SHOW.test(html)) return undefined;
  const text = cellText(html).trim();
  return ERRORS.some((error) => error.test(text)) ? text : undefined;
}

/** Whether a cell of this markup may show an error value; of a long one a part at a time, each from the end of a tag on. */
export function* mayShowErrors(html: string): Generator<void, boolean> {
  for (let from = 0; from < html.length; ) {
    const end = html.indexOf('>', from + AT_ONCE);
    // What a tag ends with begins the next part: no match goes over it.
    const to = end < 0 ? html.length : end;
    if (MAY_SHOW.test(html.slice(from, to))) return true;
    yield;
    from = to;
  }
  return false;
}
