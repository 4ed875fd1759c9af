import type { SessionUser } from '@sheetwire/contract/accounts';
import { defaultEntity } from '@sheetwire/rules/principal';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { enteredMoment } from '#lib/moments/entered-moment.ts';
import { useServices } from '#services.ts';
import { offered, offeredActions, type PaletteAction } from './actions.ts';
import { type FoundGroup, find, soughtOf } from './find.ts';
import type { KnownTopics } from './own-topics.ts';
import { useKnownTopics } from './use-known-topics.ts';

export interface Search {
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly groups: readonly FoundGroup[];
  readonly known: KnownTopics;
}

const noTopics: readonly string[] = [];

interface Sought {
  readonly common: readonly PaletteAction[];
  readonly current: string | undefined;
  /** What was typed already. */
  readonly typed: string | undefined;
}

/** What is typed and what fits it now, among what the user may view and do. */
export function useSearch(user: SessionUser, { common, current, typed: given }: Sought): Search {
  const { clock } = useServices();
  const [typed, type] = useState(given ?? '');
  const known = useKnownTopics(user);
  const parts = useStore(offered);
  const topics = known.state === 'known' ? known.topics : noTopics;
  const ownEntity = defaultEntity(user.user) ?? '';
  const reports = useMemo(() => soughtOf(topics, ownEntity), [topics, ownEntity]);
  const recents = user.recentReports;
  const groups = useMemo(() => {
    const entered = enteredMoment(typed, new Date(clock.now()));
    const moment = entered && 'at' in entered ? entered.at : undefined;
    const actions = [...offeredActions(parts, typed, moment), ...common];
    return find({ reports, recents, actions, current }, typed);
  }, [parts, common, reports, recents, current, typed, clock]);
  return { typed, type, groups, known };
}
