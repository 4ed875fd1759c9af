import { limits } from '@sheetwire/contract/limits';
import { pagesOf } from '#features/report-document/pages-of.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import type { Clock } from '#lib/clock.ts';
import { type LocalStore, localKeys } from '#lib/local-store.ts';
import { pageHidden } from '#lib/page-hidden.ts';
import { openLooks } from './indexed-looks.ts';
import { LastLook, type Since } from './last-look.ts';
import { SinceMarks } from './since-marks.ts';
import { sinceWords } from './since-words.ts';

export interface LookInput {
  readonly user: string;
  readonly clock: Clock;
  /** A moment of this page's clock by the server's, by which times are told. */
  readonly present: (at: number) => number;
  readonly store: LocalStore;
  readonly host: HTMLElement;
  readonly content: ShownContent;
  readonly version: () => number;
  /** The user is signed in still. */
  readonly mayKeep: () => boolean;
}

export interface StartedLook {
  readonly look: LastLook;
  readonly marks: SinceMarks;
  onSince(listener: (since: Since | undefined) => void): void;
  stop(): void;
}

/** The last look of this browser's user; fails where the browser keeps nothing. */
export async function startLastLook(input: LookInput): Promise<StartedLook> {
  const { user, clock, present, store, host, content, version, mayKeep } = input;
  const looks = await openLooks(user);
  store.write(localKeys.looksKept, 'true');
  const look = new LastLook({
    ...{ clock, version, mayKeep },
    store: looks,
    pages: () => pagesOf(content),
    isHidden: () => pageHidden.getSnapshot(),
    makeSalt() {
      const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2));
      return [first, second];
    },
    idle: () => whenIdle(clock),
  });
  const marks = new SinceMarks(host);
  const listeners = new Set<(since: Since | undefined) => void>();
  look.since.subscribe(() => {
    const since = look.since.getSnapshot();
    const words = since ? `changed since ${sinceWords(present(since.at), present(clock.now()))}` : '';
    marks.mark(since?.places ?? new Map(), words);
    for (const listener of listeners) listener(since);
  });
  const onPageHide = () => look.hidden();
  const unsubscribe = pageHidden.subscribe(() => (pageHidden.getSnapshot() ? look.hidden() : look.visible()));
  addEventListener('pagehide', onPageHide);
  return {
    ...{ look, marks },
    onSince: (listener) => void listeners.add(listener),
    stop() {
      look.left();
      looks.close();
      unsubscribe();
      removeEventListener('pagehide', onPageHide);
    },
  };
}

function whenIdle(clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: limits.lookIdle });
  else clock.after(0, resolve);
  return promise;
}
