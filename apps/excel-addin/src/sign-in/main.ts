import '#pane/pane.css';
import { createCaller } from '@sheetwire/client/caller';
import { username } from '@sheetwire/contract/accounts';
import { newToken } from '@sheetwire/contract/tokens';
import { officeGlobals } from '#office/office-globals.ts';
import { handOver } from './hand-over.ts';

const place = document.getElementById('app');
if (!place) throw new Error('The page has no #app');
await officeGlobals.Office?.onReady();
const call = createCaller();
await handOver({
  place,
  whoIs: async () => (await call(username, {})).user,
  token: async () => (await call(newToken, {}, { query: { manualGen: 'true', tokenApp: '' } })).token,
  // Named, so that no other page that opened this one gets it.
  tell: (message) => officeGlobals.Office?.context.ui.messageParent(message, { targetOrigin: location.origin }),
  toLogin: () => {
    sessionStorage.setItem('sheetwire.askedPage', location.pathname);
    location.assign('/login');
  },
});
