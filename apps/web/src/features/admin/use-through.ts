import { useEffect, useState } from 'react';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import type { Members, Selected } from './admin-state.ts';
import type { RightsTab } from './perms.ts';
import { groupsThrough, type Through } from './through.ts';

interface Known {
  readonly members: Members | undefined;
  readonly tab: RightsTab;
  readonly through: Through;
}

const nothing: Through = new Map();

/** Through which groups the users of a tab hold its right, asked again when who they are changed. */
export function useThrough({ gropic, rights, members }: Selected, tab: RightsTab): Through {
  const call = useOwnCalls();
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    const asking = new AbortController();
    const list = rights.store.getState().perms[tab];
    const asked = members ? groupsThrough(call, gropic, list, asking.signal) : Promise.resolve(nothing);
    asked
      .then((through) => !asking.signal.aborted && setKnown({ members, tab, through }))
      .catch((error: unknown) => !asking.signal.aborted && console.error('Groups of members', error));
    return () => asking.abort();
  }, [call, gropic, rights, members, tab]);
  return known?.tab === tab ? known.through : nothing;
}
