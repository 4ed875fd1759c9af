import { withoutRemote } from '#lib/device.ts';

/** The names that an address gives, as they are written there. */
export interface Names {
  readonly entity: string;
  readonly group: string;
  readonly report: string;
  readonly date: string;
}

/** True for a path of the viewer: home, a report or a snapshot. */
export function isViewerPath(pathname: string): boolean {
  const path = withoutRemote(pathname);
  return path === '/' || pathNames(path) !== undefined;
}

/** The names of a report's or snapshot's path; undefined for any other. */
export function pathNames(path: string): Names | undefined {
  const parts = path.split('/').slice(1).map(decoded);
  if (parts.at(-1) === '') parts.pop();
  const [entity = '', group = '', report = '', date = ''] = parts;
  return parts.length === 3 || parts.length === 4 ? { entity, group, report, date } : undefined;
}

/** A malformed escape stays as it is written. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
