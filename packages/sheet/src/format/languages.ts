import { addLocale, getLocale, type LocaleData } from 'numfmt';

/** Months as they stand behind a day, in languages that write them otherwise then. */
const behindDays: Readonly<Record<string, LocaleData['mmmm']>> = {
  ru: [
    'января',
    'февраля',
    'марта',
    'апреля',
    'мая',
    'июня',
    'июля',
    'августа',
    'сентября',
    'октября',
    'ноября',
    'декабря',
  ],
  uk: [
    'січня',
    'лютого',
    'березня',
    'квітня',
    'травня',
    'червня',
    'липня',
    'серпня',
    'вересня',
    'жовтня',
    'листопада',
    'грудня',
  ],
};
/** By the last two digits of a locale mark. */
const languages: Readonly<Record<string, string>> = { '19': 'ru', '22': 'uk' };
/** The region that the formatter knows them by; it is nobody's. */
const region = 'XG';
for (const [language, months] of Object.entries(behindDays)) {
  addLocale({ ...getLocale(language), mmmm: months }, `${language}-${region}`);
}

const MARK = /\[\$-FC([0-9a-f]{2})\]/gi;

/**
 * A format code whose marks of languages are those that the formatter knows: `[$-FC19]` is Russian with months as they
 * stand behind days, as spreadsheets write it for Russian and Ukrainian; for others it is the language as such.
 */
export function withLanguages(code: string): string {
  return code.replace(MARK, (_, digits: string) => {
    const language = languages[digits];
    return language === undefined ? `[$-4${digits}]` : `[$-${language}-${region}]`;
  });
}
