import { limits } from '@sheetwire/contract/limits';

/** The selected report moves to the front of the recent list (spec 4, Selection). */
export function withFirst(recents: readonly string[], topic: string): string[] {
  return [topic, ...recents.filter((recent) => recent !== topic)].slice(0, limits.maxRecents);
}
