import type { SessionUser } from '@sheetwire/contract/accounts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { lineOf } from '#features/live/line-of.ts';
import type { TopicLists } from '#features/viewer-ports.ts';
import type { Readable } from '#lib/observable.ts';
import { useServices } from '#services.ts';
import { offeredTopics } from './actions.ts';
import { type KnownTopics, OwnTopics } from './own-topics.ts';

/** What the user may view now: the viewer's own lists, or those that are asked for where there is no viewer. */
export function useKnownTopics(user: SessionUser): KnownTopics {
  const services = useServices();
  const call = useOwnCalls();
  const { lists } = useStore(offeredTopics);
  const [known, setKnown] = useState<KnownTopics>({ state: 'loading' });
  useEffect(() => {
    if (lists) return follow(lists, setKnown);
    const onOtherUser = () => services.session.otherUser();
    const { clock, isMobile } = services;
    const own = new OwnTopics({ call, clock, isMobile, live: lineOf(services), user: user.user, onOtherUser });
    const unsubscribe = own.store.subscribe(setKnown);
    const stop = own.start();
    return () => {
      unsubscribe();
      stop();
    };
  }, [lists, services, call, user.user]);
  return known;
}

function follow(lists: Readable<TopicLists>, tell: (known: KnownTopics) => void): () => void {
  const read = () => {
    const { isReady, topics } = lists.getSnapshot();
    tell(isReady ? { state: 'known', topics } : { state: 'loading' });
  };
  read();
  return lists.subscribe(read);
}
