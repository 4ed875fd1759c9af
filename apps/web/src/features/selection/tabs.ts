import { isMetadataPage, metadataPage } from '@sheetwire/rules/page-name';

/** The hash of the METADATA page. */
export const metadataTab = 'metadata';

/** A tab of the report; `page` is its place in the report's pages, or undefined when only our own part shows. */
export interface PageTab {
  readonly name: string;
  readonly slug: string;
  readonly page: number | undefined;
}

/** The hash of a page: its name in lower case, spaces as dashes (spec 2). */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** One tab a page, METADATA last and only when it is asked for; two pages never share a hash. */
export function tabsOf(pageNames: readonly string[], isMetadataShown: boolean): PageTab[] {
  const tabs: PageTab[] = [];
  const taken = new Set<string>([metadataTab]);
  for (const [page, name] of pageNames.entries()) {
    if (isMetadataPage(name)) continue;
    const slug = freeSlug(slugOf(name), taken);
    taken.add(slug);
    tabs.push({ name, slug, page });
  }
  if (!isMetadataShown) return tabs;
  const page = pageNames.findIndex(isMetadataPage);
  return [...tabs, { name: metadataPage, slug: metadataTab, page: page < 0 ? undefined : page }];
}

/** The tab that a hash names, alone or with a cell (`summary!b7`); the first one when it names none. */
export function currentTab(tabs: readonly PageTab[], slug: string): PageTab | undefined {
  const named = (name: string | undefined) => tabs.find((tab) => tab.slug === name);
  return named(slug) ?? named(CELL.exec(slug)?.[1]) ?? tabs[0];
}

/** The cell that a hash or a link names behind its tab. */
export function cellOf(link: string): string | undefined {
  return CELL.exec(link)?.[2]?.toUpperCase();
}

const CELL = /^(.*)!([a-z]{1,3}[1-9]\d{0,6})$/i;

/** The tab before or after, wrapping around (spec 2, Keyboard shortcuts). */
export function neighbour(tabs: readonly PageTab[], current: PageTab | undefined, step: 1 | -1): PageTab | undefined {
  const at = tabs.findIndex((tab) => tab.slug === current?.slug);
  return tabs.at((at + step) % tabs.length);
}

function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let n = 2; taken.has(free); n++) free = `${slug}-${n}`;
  return free;
}
