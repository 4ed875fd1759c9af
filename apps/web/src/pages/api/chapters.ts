import type { ShownCall } from './description.ts';
import { element } from './element.ts';
import { prose } from './prose.ts';

/** The pages of the reference by their names. */
type Texts = Readonly<Record<string, string>>;

/** What is shown of the chapters, below the calls; their words are filled in once they are there. */
export interface ShownChapters {
  readonly parts: readonly HTMLElement[];
  /** Its entry in the list of calls. */
  readonly entry: HTMLElement;
  fill(texts: Texts): void;
}

/** A link to a chapter as descriptions write it. */
const LINK = /\[([^\][]+)\]\(\/api\/#([a-z]+-\d+)\)/g;

/** Every chapter that a call names, each with an address of its own. */
export function chapterSections(calls: readonly ShownCall[]): ShownChapters {
  const links = calls.flatMap(({ description }) => [...description.matchAll(LINK)]);
  const names = new Map(links.map(([, name = '', id = '']) => [id, name]));
  const ids = [...names.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const sections = new Map(ids.map((id) => [id, sectionOf(id, names.get(id) ?? '')]));
  const entries = ids.map((id) => element('li', {}, element('a', { href: `#${id}` }, names.get(id))));
  return {
    parts: [
      element('h2', { id: 'group-chapters' }, 'Rules of the calls'),
      element('p', { class: 'about' }, 'The chapters that the descriptions of calls name.'),
      ...sections.values(),
    ],
    entry: element(
      'li',
      {},
      element('a', { href: '#group-chapters', class: 'group' }, 'Rules of the calls'),
      element('ul', {}, ...entries),
    ),
    fill: (texts) => {
      for (const [id, section] of sections) section.append(...wordsOf(id, texts, (other) => names.has(other)));
    },
  };
}

function sectionOf(id: string, name: string): HTMLElement {
  const heading = element('h3', { id: `${id}-name`, tabindex: '-1' }, name);
  return element('section', { class: 'chapter', id, 'aria-labelledby': `${id}-name` }, heading);
}

function wordsOf(id: string, texts: Texts, isShown: (id: string) => boolean): HTMLElement[] {
  const [page = '', number = ''] = id.split('-');
  return prose(textOf(texts[page] ?? '', number), (href) => {
    const [, other = page, section] = /^(?:(\w+)\.md)?#(\d+)-/.exec(href) ?? [];
    const target = `${other}-${section}`;
    return isShown(target) ? `#${target}` : undefined;
  });
}

/** The words below the heading of a chapter. */
function textOf(markdown: string, number: string): string {
  const found = markdown.split(/^## /m).find((part) => part.startsWith(`${number}. `)) ?? '';
  return found.slice(found.indexOf('\n')).trim();
}
