import type { SessionUser } from '@sheetwire/contract/accounts';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useServices } from '#services.ts';
import { makeViewer, type Viewer } from './make-viewer.ts';

/** The viewer of this page for one user, started while it is on screen. */
export function useViewer(user: SessionUser): Viewer {
  const services = useServices();
  const router = useRouter();
  const [viewer] = useState(() => makeViewer(services, router.history, user));
  const address = useRouterState({ select: ({ location }) => location.href });
  useEffect(() => viewer.start(), [viewer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what says that it is time to read it
  useEffect(() => viewer.model.readAddress(), [viewer, address]);
  return viewer;
}
