import { parseTopic, type Topic } from '@sheetwire/rules/topic';

/** What an address of a figure names (time 6). */
export interface FigureAddress {
  readonly topic: Topic;
  readonly version: number;
  /** '' where the address names none. */
  readonly page: string;
  readonly cell: string;
  /** What the figure is said to be; undefined where the address does not say. */
  readonly text: string | undefined;
}

/** What such a path and hash name; undefined when they are none. `!` and `=` of names stand encoded. */
export function parseFigureAddress({ pathname, hash }: Pick<URL, 'pathname' | 'hash'>): FigureAddress | undefined {
  const parts = /^(?:\/remote)?\/v\/([^/]+\/[^/]+\/[^/]+)\/(\d{1,15})\/?$/.exec(pathname);
  const topic = parts && parseTopic(decoded(parts[1] ?? ''));
  const version = Number(parts?.[2]);
  if (!topic || version < 1) return undefined;
  const [, place = '', text] = /^#?([^=]*)(?:=(.*))?$/s.exec(hash) ?? [];
  const [, page, cell = ''] = /^(?:(.*)!)?([^!]*)$/s.exec(place) ?? [];
  const said = text === undefined ? undefined : decoded(text);
  return { topic, version, page: decoded(page ?? ''), cell: decoded(cell), text: said };
}

/** Broken escapes stand as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
