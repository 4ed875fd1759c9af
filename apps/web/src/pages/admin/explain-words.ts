import type { explain } from '@sheetwire/contract/admin';
import type { Output } from '@sheetwire/contract/call';

type Explanation = Output<typeof explain>;
export type RightsHeld = NonNullable<Explanation['rights']>;
type Grant = NonNullable<Explanation['grants']>[number];

/** What one may do, in the order of the tabs. */
export const rightWords: readonly { readonly right: keyof RightsHeld; readonly can: string }[] = [
  { right: 'view', can: 'view' },
  { right: 'interact', can: 'interact' },
  { right: 'publish', can: 'publish' },
  { right: 'administer', can: 'administer' },
];

const listWords = { viewers: 'Viewers', publishers: 'Publishers', interactors: 'Can Interact', admins: 'Admins' };

/** `Viewers: jane.doe in USD SWAPS in RATES TRADERS`. */
export function grantWords({ list, path }: Pick<Grant, 'list' | 'path'>, nameOf: (name: string) => string): string {
  return `${listWords[list]}: ${path.map(nameOf).join(' in ')}`;
}

/** The server's reason, with each name in it as the reader's displays show it (spec 3, Default entity). */
export function reasonWords(reason: string, nameOf: (name: string) => string): string {
  return reason.split(' ').map(nameOf).join(' ');
}

/** What the user would have otherwise: `If removed: cannot view, cannot interact; can still publish`. */
export function lossWords(now: RightsHeld, then: RightsHeld, when: 'removed' | 'there' = 'removed'): string {
  const lost = rightWords.filter(({ right }) => now[right] && !then[right]).map(({ can }) => `cannot ${can}`);
  const won = rightWords.filter(({ right }) => !now[right] && then[right]).map(({ can }) => `can ${can}`);
  const kept = rightWords.filter(({ right }) => now[right] && then[right]).map(({ can }) => can);
  const parts = [...lost, ...won];
  const stays = kept.length > 0 ? `can still ${kept.join(', ')}` : '';
  const text = [parts.join(', '), stays].filter(Boolean).join('; ') || 'nothing changes';
  return when === 'removed' ? `If removed: ${text}` : text;
}
