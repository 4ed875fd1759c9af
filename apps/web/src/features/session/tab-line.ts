import { limits } from '@sheetwire/contract/limits';

/**
 * What a tab tells the others of this browser: who its user is, which reports the user opened last, that the user logs
 * out - what anybody looked at is come back to no more - and that the session they share is over.
 */
export type TabMessage =
  | { readonly kind: 'known'; readonly user: string }
  | { readonly kind: 'recents'; readonly user: string; readonly recents: readonly string[] }
  | { readonly kind: 'logout' | 'ended' };

/** The tabs of one browser share one cookie, so each tells the others what becomes of it. */
export interface TabLine {
  tell(message: TabMessage): void;
  listen(hear: (message: TabMessage) => void): void;
}

/** The line between this browser's tabs of the same origin. */
export function openTabLine(): TabLine {
  const channel = new BroadcastChannel('sheetwire.session');
  return {
    tell: (message) => channel.postMessage(message),
    listen: (hear) =>
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const message = readMessage(data);
        if (message) hear(message);
      }),
  };
}

/** A tab that still runs an older version may say things of another shape. */
export function readMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined;
  if (data.kind === 'ended' || data.kind === 'logout') return { kind: data.kind };
  if (!('user' in data) || typeof data.user !== 'string') return undefined;
  if (data.kind === 'known') return { kind: 'known', user: data.user };
  const recents = data.kind === 'recents' && 'recents' in data ? namesOf(data.recents) : undefined;
  return recents && { kind: 'recents', user: data.user, recents };
}

function namesOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((name) => typeof name === 'string').slice(0, limits.maxRecents);
}
