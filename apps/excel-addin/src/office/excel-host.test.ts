import { expect, test } from 'vitest';
import { openExcel } from './excel-host.ts';
import type { OfficeDialog, OfficeGlobals } from './office-globals.ts';

type Hear = Parameters<OfficeDialog['addEventHandler']>[1];
const portal = 'https://portal.example';

/** An Excel whose login window is open; `say` is what a page in it tells. */
async function signingIn() {
  const heard = new Map<string, Hear>();
  let isOpen = true;
  const dialog: OfficeDialog = {
    addEventHandler: (event, hear) => void heard.set(event, hear),
    close: () => {
      isOpen = false;
    },
  };
  const context = {
    requirements: { isSetSupported: () => true },
    ui: {
      displayDialogAsync: (_address: string, _options: object, tell: (told: object) => void) =>
        tell({ status: 'succeeded', value: dialog }),
    },
  };
  const globals: unknown = { Office: { onReady: async () => ({ host: 'Excel', platform: 'PC' }), context }, Excel: {} };
  const opened = await openExcel(globals as OfficeGlobals, portal);
  if (!('host' in opened)) throw new Error(opened.why);
  const token = opened.host.askSignIn();
  await expect.poll(() => heard.size).toBe(2);
  const say: Hear = (told) => heard.get('dialogMessageReceived')?.(told);
  return { token, say, isOpen: () => isOpen };
}

test('only the portal gives the login window a token: what another page in it says is not heard', async () => {
  const { token, say, isOpen } = await signingIn();
  say({ message: 'swt_of_somebody_else', origin: 'https://evil.example' });
  expect(isOpen()).toBe(true);
  say({ message: 'swt_own', origin: portal });
  expect([await token, isOpen()]).toEqual(['swt_own', false]);
});

test('an Office that names no page passes on the token of the portal alone', async () => {
  const { token, say } = await signingIn();
  say({ message: 'swt_own' });
  expect(await token).toBe('swt_own');
});
