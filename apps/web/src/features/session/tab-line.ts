/**
 * What a tab tells the others of this browser: who its user is, that the user logs out - what anybody looked at is come
 * back to no more - and that the session they share is over.
 */
export type TabMessage = { readonly kind: 'known'; readonly user: string } | { readonly kind: 'logout' | 'ended' };

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
function readMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined;
  if (data.kind === 'ended' || data.kind === 'logout') return { kind: data.kind };
  const isKnown = data.kind === 'known' && 'user' in data && typeof data.user === 'string';
  return isKnown && typeof data.user === 'string' ? { kind: 'known', user: data.user } : undefined;
}
