/** The numbers by which format codes name languages, for those whose figures and months we write. */
const byLocale: Readonly<Record<string, string>> = {
  'de-DE': '407',
  'de-AT': 'C07',
  'de-CH': '807',
  'fr-FR': '40C',
  'fr-BE': '80C',
  'fr-CH': '100C',
  'fr-CA': 'C0C',
  'it-IT': '410',
  'nl-NL': '413',
  'nl-BE': '813',
  'pt-BR': '416',
  'pt-PT': '816',
  'es-ES': '40A',
  'sv-SE': '41D',
  'da-DK': '406',
  'nb-NO': '414',
  'fi-FI': '40B',
  'pl-PL': '415',
  'cs-CZ': '405',
  'sk-SK': '41B',
  'hu-HU': '40E',
  'el-GR': '408',
  'ru-RU': '419',
  'uk-UA': '422',
  'tr-TR': '41F',
  'ja-JP': '411',
  'ko-KR': '412',
  'zh-CN': '804',
  'zh-TW': '404',
};

/** The tag of a language in a format code, empty for English and where none is named; undefined for one we do not write. */
export function localeTag(language: string | undefined, country: string | undefined): string | undefined {
  if (language === undefined || language === 'en' || language === 'none') return '';
  const number = byLocale[`${language}-${country}`];
  return number === undefined ? undefined : `[$-${number}]`;
}

/** `[$€-407]`, `[$CHF]`. */
export function currencyTag(symbol: string, language: string | undefined, country: string | undefined): string {
  const plain = symbol.replace(/[[\]$-]/g, '') || '$';
  const number = byLocale[`${language}-${country}`];
  return number === undefined ? `[$${plain}]` : `[$${plain}-${number}]`;
}
