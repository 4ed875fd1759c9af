import './ui/style.css';
import { createCaller } from '@sheetwire/client/caller';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noteCall } from '#features/connection/connection.ts';
import { Session } from '#features/session/session.ts';
import { watched } from '#lib/api.ts';
import { browserId } from '#lib/browser-id.ts';
import { pageClock } from '#lib/clock.ts';
import { isMobileAgent, isRemotePath } from '#lib/device.ts';
import { createLocalStore } from '#lib/local-store.ts';
import { makeRouter } from './routes.tsx';
import { type Services, ServicesContext } from './services.ts';

const isRemote = isRemotePath(location.pathname);
const isMobile = isMobileAgent(navigator.userAgent);
const loginPath = isRemote ? '/remote/login' : '/login';
const publicPaths = new Set(['/login', '/setpassword', '/resetpassword', ...(import.meta.env.DEV ? ['/dev/kit'] : [])]);

const store = createLocalStore(() => localStorage);
const call = watched(createCaller(), noteCall);
const router = makeRouter(isRemote);
const session = new Session({
  call,
  clock: pageClock,
  store,
  page: {
    isPublic: () => publicPaths.has(router.latestLocation.pathname),
    toLogin: () => void router.navigate({ to: '/login' }),
    leaveFor: (address) => location.assign(address),
    reload: () => location.reload(),
    loginPath,
  },
  isMobile,
  isRemote,
});
const services: Services = {
  call,
  session,
  clock: pageClock,
  store,
  browserId: browserId(store, isMobile, Math.random),
  isMobile,
  isRemote,
};

const early = document.getElementById('early');
/** The shell brings the first page of a report; an address with another page, or with settings above it, waits. */
const isFirstPage = location.hash === '' && new URLSearchParams(location.search).get('settings') !== 'true';
if (isFirstPage && early?.firstElementChild?.shadowRoot) early.setAttribute('data-report', '');
else early?.replaceChildren();
/** What the shell brought of a report goes when its reader is not let in after all. */
session.store.subscribe(({ state }) => {
  if (state === 'signed-out' || state === 'unlicensed') early?.replaceChildren();
});
session.start();
const app = document.getElementById('app');
if (!app) throw new Error('The shell has no #app');
createRoot(app).render(
  <StrictMode>
    <ServicesContext value={services}>
      <RouterProvider router={router} />
    </ServicesContext>
  </StrictMode>,
);
