import { publishValues, publishWorkbook } from '@sheetwire/contract/publish';
import { expect, test } from 'vitest';
import { bookPortal } from './portal.ts';

const answer = { topic: 'ACME/RATES/DAILY', version: 3, time: '20261123120000000', changed: true, notShown: [] };

test('each call goes to the portal that was named and nowhere else, with its session and the version it is for', async () => {
  const sent: { readonly path: string; readonly init: RequestInit }[] = [];
  const portal = bookPortal({
    baseUrl: 'https://portal.test/reports/',
    topic: 'ACME/RATES/DAILY',
    fetch: async (address, init = {}) => {
      sent.push({ path: String(address), init });
      return Response.json(answer);
    },
    headers: { authorization: 'Bearer swk_1' },
    takesEntries: true,
    pages: "'P&L, day'",
  });
  const sending = { session: 's', signal: new AbortController().signal };
  await portal.workbook(new Uint8Array(1), sending);
  await portal.values([], { ...sending, baseVersion: 3 });
  await portal.values([], { ...sending, baseVersion: undefined });
  const place = 'https://portal.test/reports';
  expect(sent.map(({ path }) => path)).toEqual([
    `${place}${publishWorkbook.path.split(':')[0]}ACME/RATES/DAILY?entries=yes&pages=%27P%26L%2C+day%27`,
    place + publishValues.path,
    place + publishValues.path,
  ]);
  expect(sent.map(({ init }) => init.redirect)).toEqual(['error', 'error', 'error']);
  expect(sent.map(({ init }) => new Headers(init.headers).get('x-sheetwire-session'))).toEqual(['s', 's', 's']);
  const bodies = sent.slice(1).map(({ init }) => JSON.parse(String(init.body)));
  expect(bodies.map(({ baseVersion }) => baseVersion)).toEqual([3, undefined]);
});
