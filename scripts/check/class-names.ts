import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Sheet {
  readonly path: string;
  readonly css: string;
}

/** The style sheets of the pages, which stay in the browser once a page was open. */
export function pageSheets(): Sheet[] {
  return globSync('apps/web/src/**/*.css')
    .filter((path) => !path.includes('/pages/api/'))
    .map((path) => ({ path, css: readFileSync(path, 'utf8') }));
}

/**
 * Classes that two folders style each for itself: whoever goes from one page to the other sees both styles on one element.
 * What `ui` has is shared, and pages may add to it.
 */
export function sharedClasses(sheets: readonly Sheet[]): string[] {
  const folders = new Map<string, Set<string>>();
  for (const { path, css } of sheets) {
    for (const name of leadingClasses(css)) folders.set(name, (folders.get(name) ?? new Set()).add(dirname(path)));
  }
  return [...folders]
    .filter(([, of]) => of.size > 1 && ![...of].some((folder) => folder.includes('/ui')))
    .map(([name, of]) => `.${name}: ${[...of].toSorted().join(', ')}`);
}

/** The classes that a sheet's own rules begin with, within `@media` too. */
function leadingClasses(css: string): Set<string> {
  const plain = css.replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '');
  const names = new Set<string>();
  let depth = 0;
  let around = 0;
  for (const [, selector = '', sign] of plain.matchAll(/([^{};]*)([{};])/g)) {
    if (sign === '{' && selector.trim().startsWith('@')) around++;
    else if (sign === '{' && depth === around) for (const name of firstClasses(selector)) names.add(name);
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    around = Math.min(around, depth);
  }
  return names;
}

function firstClasses(selector: string): string[] {
  const apart = selector.replaceAll(/\([^()]*\)/g, '').split(',');
  return apart.flatMap((one) => /^\s*\.([\w-]+)/.exec(one)?.[1] ?? []);
}
