import { isUser, parsePrincipal } from '@sheetwire/rules/principal';
import type { IconName } from '#ui/icon.tsx';

/** A user or a group, by its spelling (spec 3, Principal). */
export function principalIcon(name: string): IconName {
  const principal = parsePrincipal(name);
  return principal !== undefined && isUser(principal) ? 'person' : 'people';
}
