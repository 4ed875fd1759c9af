import { withoutEndSlashes } from '#lib/device.ts';
import './ui/style.css';
import './features/export/print.css';
import { createCaller } from '@sheetwire/client/caller';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noteCall, noteLate } from '#features/connection/connection.ts';
import { EmailConfirmation } from '#features/email-key/email-confirmation.ts';
import { takeEmailKey } from '#features/email-key/take-email-key.ts';
import { Session } from '#features/session/session.ts';
import { openTabLine } from '#features/session/tab-line.ts';
import { watched } from '#lib/api.ts';
import { browserId } from '#lib/browser-id.ts';
import { pageClock } from '#lib/clock.ts';
import { isMobileAgent, isRemotePath } from '#lib/device.ts';
import { bounded } from '#lib/give-up-late.ts';
import { createLocalStore, localKeys } from '#lib/local-store.ts';
import { takeFromAddress } from '#lib/take-from-address.ts';
import { makeRouter } from './routes.tsx';
import { type Services, ServicesContext } from './services.ts';

const isRemote = isRemotePath(location.pathname);
const isMobile = isMobileAgent(navigator.userAgent);
const loginPath = isRemote ? '/remote/login' : '/login';
const publicPaths = new Set(['/login', '/setpassword', '/resetpassword', ...(import.meta.env.DEV ? ['/dev/kit'] : [])]);

const store = createLocalStore(() => localStorage);
const { now } = pageClock;
const notes = { now, note: (isConnected: boolean) => noteCall(isConnected, now()), noteLate };
const call = bounded(watched(createCaller(), notes), pageClock);
const addressBar = {
  get href() {
    return location.href;
  },
  replace: (path: string) => history.replaceState(null, '', path),
};
const arrival = {
  passwordKey: takeFromAddress(addressBar, '/setpassword', 'key'),
  signOnOutcome: takeFromAddress(addressBar, '/login', 'sso'),
};
const emailConfirmation = new EmailConfirmation(call, takeEmailKey(addressBar));
const router = makeRouter(isRemote);
const session = new Session({
  call,
  clock: pageClock,
  store,
  tabStore: createLocalStore(() => sessionStorage),
  tabs: openTabLine(),
  page: {
    isPublic: () => isPublic(router.latestLocation.pathname),
    isLogin: () => withoutEndSlashes(router.latestLocation.pathname) === '/login',
    here: () => `${location.pathname}${location.search}${location.hash}`,
    toLogin: () => void router.navigate({ to: '/login', replace: true }),
    goTo: (path) => {
      // The add-in's pages are none of the app's: they have headers of their own.
      if (path?.startsWith('/addin/')) location.replace(path);
      else router.history.replace(path ?? (isRemote ? '/remote' : '/'));
    },
    leaveFor: (address) => location.assign(address),
    reload: () => location.reload(),
    loginPath,
  },
  isMobile,
  isRemote,
  // Without locks (plain http) tabs that start together may each use stored login info: the server bears it.
  alone: (work) => (navigator.locks ? navigator.locks.request('sheetwire-sign-in', work) : work()),
});
const services: Services = {
  call,
  session,
  clock: pageClock,
  store,
  emailConfirmation,
  arrival,
  browserId: browserId(store, isMobile, Math.random),
  isMobile,
  isRemote,
};

/** Who opened the link to a new address sees on the account page what came of it, signed in or not. */
function isPublic(pathname: string): boolean {
  const path = withoutEndSlashes(pathname);
  return publicPaths.has(path) || (path === '/account' && emailConfirmation.isOpen);
}

const early = document.getElementById('early');
/** The shell brings the first page of a report; another page, settings above it, and a comparison wait. */
const query = new URLSearchParams(location.search);
const isFirstPage = location.hash === '' && query.get('settings') !== 'true' && !query.has('compare');
if (isFirstPage && early?.firstElementChild?.shadowRoot) early.setAttribute('data-report', '');
else early?.replaceChildren();
/** What the shell brought of a report goes when its reader is not let in after all. */
session.store.subscribe(({ state }) => {
  if (state === 'signed-out' || state === 'unlicensed') early?.replaceChildren();
});
/** No trace of what a reader looked at outlives the session in this browser. */
session.store.subscribe((session) => {
  if (session.state !== 'signed-out' || !session.isSaid) return;
  store.remove(localKeys.slowDrawings);
  if (store.read(localKeys.looksKept) === undefined) return;
  const forgetting = import('#features/last-looked/indexed-looks.ts').then(({ forgetLooks }) => forgetLooks());
  forgetting.then(
    () => store.remove(localKeys.looksKept),
    (error: unknown) => console.error('Could not clear the saved visits', error),
  );
});
session.start();
router.subscribe('onResolved', () => session.moved());
/** A page that the browser kept aside and brings back may show a user who is gone since. */
addEventListener('pageshow', ({ persisted }) => persisted && session.otherUser());
void emailConfirmation.start();
const app = document.getElementById('app');
if (!app) throw new Error('The shell has no #app');
createRoot(app).render(
  <StrictMode>
    <ServicesContext value={services}>
      <RouterProvider router={router} />
    </ServicesContext>
  </StrictMode>,
);
