/** The eras of the Japanese calendar by their first day, the newest first; the names in one, two and all letters. */
const ERAS = [
  { from: 43_586, year: 2019, names: ['R', '令', '令和'] },
  { from: 32_516, year: 1989, names: ['H', '平', '平成'] },
  { from: 9_856, year: 1926, names: ['S', '昭', '昭和'] },
  { from: 4_595, year: 1912, names: ['T', '大', '大正'] },
  { from: 0, year: 1868, names: ['M', '明', '明治'] },
] as const;
/** The first year of the Republic of China's calendar. */
const REPUBLIC = { year: 1912, names: ['民國', '民國', '中華民國'] } as const;
/** `[$-411]`, `[$¥-ja-JP]`, and marks whose upper digits name a calendar. */
const LOCALE = /^\[\$[^-\]]*-(?:x-[^\]]*|([0-9a-f]+)|([a-z]{2}-[a-z]{2})[^\]]*)\]$/i;
const LOW_WORD = 0xff_ff;
const CALENDAR_SHIFT = 16;
const BYTE = 0xff;
const JAPANESE = 0x411;
const TAIWANESE = 0x404;
const JAPANESE_CALENDAR = 3;
const TAIWANESE_CALENDAR = 4;
const THAI_CALENDAR = 7;
const WHOLE_NAME = 3;
const PADDED = 2;

/** A way of counting years other than the common era. */
export type Reckoning = 'japanese' | 'taiwanese' | 'thai';

/** How a section counts years, when its locale mark asks for another way than ours ([MS-LCID]; ECMA-376 part 1, 18.8.31). */
export function reckoningOf(tokens: readonly string[]): Reckoning | undefined {
  for (const token of tokens) {
    const [, number, tag] = LOCALE.exec(token) ?? [];
    const found = number === undefined ? byTag(tag) : byNumber(Number.parseInt(number, 16));
    if (found) return found;
  }
  return undefined;
}

function byTag(tag = ''): Reckoning | undefined {
  if (/^ja-jp$/i.test(tag)) return 'japanese';
  return /^zh-tw$/i.test(tag) ? 'taiwanese' : undefined;
}

function byNumber(mark: number): Reckoning | undefined {
  const language = mark & LOW_WORD;
  const calendar = (mark >>> CALENDAR_SHIFT) & BYTE;
  if (calendar === THAI_CALENDAR) return 'thai';
  if (language === JAPANESE || calendar === JAPANESE_CALENDAR) return 'japanese';
  return language === TAIWANESE || calendar === TAIWANESE_CALENDAR ? 'taiwanese' : undefined;
}

/** The code of a section with the years of its reckoning written into it; `serial` is a day of the 1900 system. */
export function withEra(tokens: readonly string[], reckoning: Reckoning, serial: number): string {
  if (reckoning === 'thai')
    return tokens.map((token) => (/^y+$/i.test(token) ? 'b'.repeat(token.length) : token)).join('');
  const { names, count } = reckoning === 'japanese' ? japanese(serial) : taiwanese(serial);
  return tokens
    .map((token) => {
      if (/^g+$/i.test(token)) return `"${names[Math.min(token.length, WHOLE_NAME) - 1]}"`;
      return /^e+$/i.test(token) ? `"${String(count).padStart(Math.min(token.length, PADDED), '0')}"` : token;
    })
    .join('');
}

interface Era {
  readonly names: readonly string[];
  readonly count: number;
}

function japanese(serial: number): Era {
  const era = ERAS.find(({ from }) => serial >= from) ?? ERAS[ERAS.length - 1];
  return { names: era?.names ?? [], count: yearOf(serial) - (era?.year ?? 0) + 1 };
}

function taiwanese(serial: number): Era {
  return { names: REPUBLIC.names, count: yearOf(serial) - REPUBLIC.year + 1 };
}

/** The days before the first of January 1970 in the 1900 system, which has a 29 February 1900 that never was. */
const UNIX_EPOCH = 25_569;
const MS_A_DAY = 86_400_000;
const LEAP_THAT_NEVER_WAS = 60;

function yearOf(serial: number): number {
  const day = Math.floor(serial);
  const real = day < LEAP_THAT_NEVER_WAS ? day + 1 : day;
  return new Date((real - UNIX_EPOCH) * MS_A_DAY).getUTCFullYear();
}
