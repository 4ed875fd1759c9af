import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { Shell } from '#features/shell/shell.tsx';
import { withoutRemote } from '#lib/device.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { FailedPage } from '#pages/failed-page.tsx';
import { MissingPage } from '#pages/missing-page.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: MissingPage });

function page<Path extends string>(path: Path, title: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, staticData: { title }, component });
}

/** A page whose script is loaded when it is opened, or given up (spec 8). */
const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadChunk(load), name);

/** The viewer stays mounted over home, reports and snapshots, so that a change of report keeps the page. */
const viewer = createRoute({
  getParentRoute: () => root,
  id: 'viewer',
  component: lazyPage(() => import('#pages/viewer/viewer-page.tsx'), 'ViewerPage'),
});
const home = createRoute({ getParentRoute: () => viewer, path: '/' });
const report = createRoute({ getParentRoute: () => viewer, path: '/$entity/$group/$report' });
const snapshot = createRoute({ getParentRoute: () => viewer, path: '/$entity/$group/$report/$date' });

/** Every route of spec 2; titles are the product's short name, a bar, and these words. */
const routeTree = root.addChildren([
  viewer.addChildren([home, report, snapshot]),
  page(
    '/admin',
    'Admin',
    lazyPage(() => import('#pages/admin/admin-page.tsx'), 'AdminPage'),
  ),
  page(
    '/admin/users',
    'Users',
    lazyPage(() => import('#pages/users/users-page.tsx'), 'UsersPage'),
  ),
  page(
    '/admin/usergroups',
    'User Groups',
    lazyPage(() => import('#pages/user-groups/user-groups-page.tsx'), 'UserGroupsPage'),
  ),
  page(
    '/admin/recoversettings',
    'Recover Settings',
    lazyPage(() => import('#pages/recover-settings/recover-page.tsx'), 'RecoverPage'),
  ),
  page(
    '/admin/audit',
    'Audit Log',
    lazyPage(() => import('#pages/audit/audit-page.tsx'), 'AuditPage'),
  ),
  page(
    '/publishing',
    'Publishing',
    lazyPage(() => import('#pages/publishing/publishing-page.tsx'), 'PublishingPage'),
  ),
  page(
    '/help',
    '',
    lazyPage(() => import('#pages/help/help-page.tsx'), 'HelpPage'),
  ),
  page(
    '/v/$entity/$group/$report/$version',
    'Verify',
    lazyPage(() => import('#pages/verify/verify-page.tsx'), 'VerifyPage'),
  ),
  page(
    '/account',
    'Account',
    lazyPage(() => import('#pages/account/account-page.tsx'), 'AccountPage'),
  ),
  page(
    '/login',
    'Login',
    lazyPage(() => import('#pages/login/login-page.tsx'), 'LoginPage'),
  ),
  page(
    '/setpassword',
    'Set Pwd',
    lazyPage(() => import('#pages/set-password/set-password-page.tsx'), 'SetPasswordPage'),
  ),
  page(
    '/resetpassword',
    'Reset Pwd',
    lazyPage(() => import('#pages/reset-password/reset-password-page.tsx'), 'ResetPasswordPage'),
  ),
  ...(import.meta.env.DEV
    ? [
        page(
          '/dev/kit',
          'Kit',
          lazyPage(() => import('#pages/kit/kit-page.tsx'), 'KitPage'),
        ),
      ]
    : []),
]);

/**
 * The router. Every route exists under /remote too, by one rewrite in and out. Search values stay text: `007`, `1e3`
 * and `null` are names like any other.
 */
export function makeRouter(isRemote: boolean) {
  return createRouter({
    routeTree,
    defaultErrorComponent: FailedPage,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]));
      return query.size > 0 ? `?${query}` : '';
    },
    rewrite: {
      input: ({ url }) => {
        url.pathname = withoutRemote(url.pathname);
        return url;
      },
      output: ({ url }) => {
        if (isRemote) url.pathname = url.pathname === '/' ? '/remote' : `/remote${url.pathname}`;
        return url;
      },
    },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface StaticDataRouteOption {
    title?: string;
  }
}
