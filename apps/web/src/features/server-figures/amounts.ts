const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const few = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** `1,204`. */
export function countWords(value: number): string {
  return count.format(value);
}

/** `1 viewer`, `1,204 viewers`. */
export function some(value: number, one: string, many = `${one}s`): string {
  return `${countWords(value)} ${value === 1 ? one : many}`;
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;
const KIB = 1024;

/** `820 bytes`, `1.25 GB`. */
export function byteWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(KIB)));
  return `${few.format(bytes / KIB ** step)} ${units[step] ?? units[0]}`;
}

const MILLISECOND = 1e-3;

/** `25 ms`, `2.5 s`. */
export function timeWords(seconds: number): string {
  return seconds < 1 ? `${few.format(seconds / MILLISECOND)} ms` : `${few.format(seconds)} s`;
}

const spans = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A long time by its greatest unit: `3 days`, `less than a minute`. */
export function spanWords(seconds: number): string {
  const found = spans.find(([, length]) => seconds >= length);
  return found ? some(Math.floor(seconds / found[1]), found[0]) : 'less than a minute';
}
