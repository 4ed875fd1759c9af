import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { alerts, dismissAlert } from '#features/alerts/alerts.ts';
import { isViewerPath } from '#features/selection/address.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Waiting } from '#ui/message.tsx';
import { Bar } from './bar.tsx';

/** What is around every page: the bar, the page, and an alert where spec.md asks for one. */
export function Shell() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const [alert] = useStore(alerts);
  const isViewer = isViewerPath(pathname);
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <Bar isViewer={isViewer} />
      <Suspense fallback={<Waiting text="Loading..." />}>
        <Outlet />
      </Suspense>
      {alert === undefined ? null : <AlertDialog key={alert} text={alert} onClose={dismissAlert} />}
    </>
  );
}
