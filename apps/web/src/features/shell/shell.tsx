import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { alerts, dismissAlert } from '#features/alerts/alerts.ts';
import { useSession } from '#features/gate/use-session.ts';
import { QuickAccess } from '#features/palette/quick-access.tsx';
import { isViewerPath } from '#features/selection/viewer-path.ts';
import { setPageTitle } from '#lib/page-title.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Waiting } from '#ui/message.tsx';
import { Bar } from './bar.tsx';
import { catchLostFocus } from './lost-focus.ts';

/** What is around every page: the bar, the page, and an alert where the specification asks for one. */
export function Shell() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const [alert] = useStore(alerts);
  const isViewer = isViewerPath(pathname);
  const isLicensed = useSession().state === 'licensed';
  usePageTitle();
  useEffect(catchLostFocus, []);
  return (
    <>
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <Bar isViewer={isViewer} />
      <Suspense fallback={<Waiting text="Loading..." />}>
        <Outlet />
      </Suspense>
      {isLicensed ? <QuickAccess /> : null}
      {alert ? <AlertDialog key={alert.id} text={alert.text} onClose={() => dismissAlert(alert.id)} /> : null}
    </>
  );
}

/** The title of the page that its route names; the viewer names its report itself. */
function usePageTitle(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    if (title !== undefined) setPageTitle(title);
  }, [title]);
}
