import { anchorId } from '@sheetwire/page/anchor';

/** Called for a link that leaves the page; prevents the event's default when it followed the link itself. */
export type OnLink = (href: string, event: MouseEvent) => void;

/** Follows a link to a place of the page (an id, or a cell's name); hands every other to the viewer. */
export function followLink(event: Event, root: ShadowRoot, onLink: OnLink | undefined): void {
  if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return;
  const link = event.target.closest('a[href]');
  const href = link?.getAttribute('href');
  if (!link || href === null || href === undefined) return;
  const target = href.startsWith('#') ? targetOf(href, root) : undefined;
  if (!target) {
    onLink?.(href, event);
    return;
  }
  event.preventDefault();
  target.scrollIntoView({ block: 'center', inline: 'nearest' });
}

/** Brings a cell of the page that is shown into sight, where it is drawn. */
export function revealCell(root: ShadowRoot, name: string): void {
  cellIn(root, name)?.scrollIntoView({ block: 'center', inline: 'nearest' });
}

function cellIn(root: ShadowRoot, name: string): Element | null {
  return root.querySelector(`[data-cell="${CSS.escape(name)}"]`);
}

function targetOf(href: string, root: ShadowRoot): Element | undefined {
  const name = decode(href.slice(1));
  if (name === '') return undefined;
  return root.getElementById(anchorId(name)) ?? cellIn(root, name) ?? undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
