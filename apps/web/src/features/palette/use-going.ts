import type { SessionUser } from '@sheetwire/contract/accounts';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { formatAddress, parseAddress } from '#features/selection/address.ts';
import { isViewerPath } from '#features/selection/viewer-path.ts';
import { deedText } from '#lib/api.ts';
import { useServices } from '#services.ts';
import type { PaletteAction } from './actions.ts';
import { placeActions } from './place-actions.ts';

export interface Going {
  /** The pages and actions that every page has. */
  readonly actions: readonly PaletteAction[];
  /** The topic of the open report. */
  readonly current: string | undefined;
  readonly open: (topic: string, isNewTab: boolean) => void;
}

/** The ways out of the palette. */
export function useGoing(user: SessionUser): Going {
  const router = useRouter();
  const { session, isRemote } = useServices();
  const actions = useMemo(
    () =>
      placeActions({
        user,
        goTo: (to) => void router.navigate({ to }),
        logOut: () => void session.logOut().catch((error: unknown) => showAlert(deedText(error))),
      }),
    [user, router, session],
  );
  const open = (topic: string, isNewTab: boolean) => {
    const address = `${isRemote ? '/remote' : ''}${addressOf(topic)}`;
    if (isNewTab) window.open(address, '_blank', 'noopener');
    else router.history.push(address);
  };
  return { actions, current: currentTopic(router.history.location), open };
}

/** The live report of a topic. */
function addressOf(topic: string): string {
  const [entity = '', group = '', report = ''] = topic.split('/');
  const nothingElse = { date: undefined, settings: undefined, isPaused: false, compare: undefined, tab: '' };
  return formatAddress({ entity, group, report, ...nothingElse });
}

function currentTopic(location: { pathname: string; search: string; hash: string }): string | undefined {
  if (!isViewerPath(location.pathname)) return undefined;
  const { entity, group, report } = parseAddress(location);
  return report === '' ? undefined : `${entity}/${group}/${report}`;
}
