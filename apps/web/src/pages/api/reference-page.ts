import { paths } from '@sheetwire/contract/paths';
import { callSection } from './call-section.ts';
import { chapterSections } from './chapters.ts';
import { codeBlock } from './copy.ts';
import { type Description, fieldsOf, groupsOf, type ShownCall } from './description.ts';
import { element } from './element.ts';
import { type Findable, type Group, showMatches } from './filter.ts';
import { prose } from './prose.ts';

/** The page and what may be done with it. */
export interface ReferencePage {
  readonly parts: readonly HTMLElement[];
  /** Gives the chapters that calls name their words. */
  readonly fillChapters: (texts: Readonly<Record<string, string>>) => void;
  /** Brings the call or chapter of a hash into sight, whatever is searched for. */
  goTo(hash: string): void;
  /** Opens what is folded: paper cannot be clicked. */
  openAll(): void;
}

/** Everything on the page, made of the description alone. */
export function referencePage(description: Description, { origin }: { readonly origin: string }): ReferencePage {
  const groups = groupsOf(description).map((group) => {
    const id = `group-${group.name.toLowerCase().replaceAll(' ', '-')}`;
    const heading = element('h2', { id }, group.name);
    const about = element('p', { class: 'about' }, group.description);
    const calls = group.calls.map((call) => findable(call, description));
    const links = element('ul', {}, ...calls.map(({ link }) => link));
    const entry = element('li', {}, element('a', { href: `#${id}`, class: 'group' }, group.name), links);
    return { parts: [heading, about, entry], heading, about, entry, calls };
  });
  const all = groups.flatMap(({ calls }) => calls);
  const chapters = chapterSections(groupsOf(description).flatMap(({ calls }) => calls));
  const intro = element('div', { class: 'intro' }, ...introduction(description, origin));
  const search = searchField(groups, all.length, (isAll) => {
    for (const part of [intro, chapters.entry, ...chapters.parts]) part.hidden = !isAll;
    scrollTo({ top: 0 });
  });
  const nav = element(
    'nav',
    { 'aria-label': 'Calls' },
    element('ul', {}, ...groups.map(({ entry }) => entry), chapters.entry),
  );
  const menu = element(
    'details',
    { class: 'menu', open: matchMedia('(min-width: 60rem)').matches },
    element('summary', {}, 'Calls'),
    nav,
  );
  const content = element(
    'main',
    { id: 'main', tabindex: '-1' },
    element('h1', {}, 'API reference'),
    intro,
    ...groups.flatMap(({ heading, about, calls }) => [heading, about, ...calls.map(({ section }) => section)]),
    ...chapters.parts,
    search.nothing,
  );
  const goTo = (hash: string) => {
    const id = decoded(hash.slice(1));
    const target = id === '' ? null : document.getElementById(id);
    if (!target) return;
    if (target.hidden) search.clear();
    for (const { link, id: one } of all) mark(link, one === id);
    target.scrollIntoView();
    (target.querySelector('h3') ?? target).focus({ preventScroll: true });
  };
  return {
    parts: [
      element('a', { class: 'skip', href: '#main' }, 'Skip to main content'),
      bar(description.info.title),
      element('div', { class: 'columns' }, element('div', { class: 'side' }, search.field, menu), content),
    ],
    goTo,
    fillChapters: chapters.fill,
    openAll: () => {
      for (const folded of content.querySelectorAll('details')) folded.open = true;
    },
  };
}

/** A malformed escape stays as it is written, and leads nowhere. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function bar(title: string): HTMLElement {
  const home = element('a', { href: '/' }, 'Home');
  const help = element('a', { href: '/help' }, 'Help');
  return element(
    'header',
    { class: 'top' },
    element('span', {}, title),
    element('nav', { 'aria-label': 'Portal' }, home, help),
  );
}

function introduction({ info }: Description, origin: string): HTMLElement[] {
  const variables = `export SHEETWIRE=${origin}\nexport KEY=swk_…`;
  return [
    element('div', { class: 'guide' }, ...prose(info.description)),
    element(
      'p',
      {},
      'The examples are shell commands. They read the portal’s address and your key from two variables:',
    ),
    codeBlock(variables, 'Copy the variables'),
    element(
      'p',
      {},
      'Tools can read the same description at ',
      element('a', { href: paths.openApi }, paths.openApi),
      ' (OpenAPI 3.1).',
    ),
  ];
}

function findable(call: ShownCall, description: Description): Findable {
  const section = callSection(call, description);
  const link = element('li', {}, element('a', { href: `#${call.operationId}` }, call.summary));
  const fields = fieldsOf(call.requestBody?.content['application/json']?.schema).map(({ name }) => name);
  const words = [call.summary, call.path, call.description, ...fields, ...call.parameters.map(({ name }) => name)];
  return { id: call.operationId, section, link, words: words.join(' ').toLowerCase() };
}

function mark(link: HTMLElement, isHere: boolean): void {
  const anchor = link.querySelector('a');
  if (isHere) anchor?.setAttribute('aria-current', 'true');
  else anchor?.removeAttribute('aria-current');
}

/** `onShown` is told whether all is shown. */
function searchField(groups: readonly Group[], count: number, onShown: (isAll: boolean) => void) {
  const input = element('input', {
    type: 'search',
    id: 'search',
    autocomplete: 'off',
    placeholder: 'Name, path or field',
  });
  const said = element('p', { role: 'status', class: 'note' }, `${count} calls`);
  const nothing = element('p', { class: 'nothing', hidden: true }, 'No matches');
  const show = () => {
    const shown = showMatches(groups, input.value);
    nothing.hidden = shown > 0;
    onShown(input.value.trim() === '');
    if (shown === 0) said.textContent = 'No matches';
    else said.textContent = shown === count ? `${count} calls` : `${shown} of ${count} calls`;
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear();
  });
  const clear = () => {
    input.value = '';
    show();
  };
  const box = element('div', { class: 'input' }, input);
  const field = element(
    'div',
    { class: 'field', role: 'search' },
    element('label', { for: 'search' }, 'Search'),
    box,
    said,
  );
  return { field, nothing, clear };
}
