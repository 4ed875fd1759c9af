import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The section that the address names is in sight and has the focus, also when the page waited for its user. */
export function useSection(): void {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    const section = hash === '' ? null : document.getElementById(hash);
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [hash]);
}
