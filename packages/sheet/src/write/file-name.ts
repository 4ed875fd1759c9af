import { limits } from '@sheetwire/contract/limits';
import { cutEnds } from '../cut-ends.ts';

/** What a file is named after. */
export interface NamedFile {
  readonly topic: string;
  /** Of one page alone. */
  readonly page: string | undefined;
  readonly publishedAt: Date | undefined;
  /** yyyy-mm-dd of a snapshot. */
  readonly shownDate: string | null;
  readonly extension: 'xlsx' | 'csv';
}

/** `ENTITY GROUP REPORT yyyy-mm-dd hhmm.xlsx`: the day that is shown, the local time of publishing; fit for any disk. */
export function fileName({ topic, page, publishedAt, shownDate, extension }: NamedFile): string {
  const parts = [...topic.split('/'), page ?? ''].map(clean).filter((part) => part !== '');
  const name = parts
    .join(' ')
    .slice(0, limits.export.fileName)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim();
  const day = shownDate ?? (publishedAt && localDay(publishedAt));
  const time = publishedAt && two(publishedAt.getHours()) + two(publishedAt.getMinutes());
  return `${[name, day, time].filter(Boolean).join(' ')}.${extension}`;
}

function clean(part: string): string {
  return cutEnds(part.replace(/[<>:"/\\|?*\0-\x1f\x7f]/g, ' ').replace(/\s+/g, ' '), ' .');
}

function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
