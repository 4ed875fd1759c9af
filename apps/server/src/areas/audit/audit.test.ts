import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';
import { turnsOf } from '../../testing/turns-of.ts';

const password = 'a long password';
let server: TestApp;
let root: TestBrowser;
let jane: TestBrowser;

beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'DEMO/root' });
  for (const name of ['DEMO/root', 'DEMO/jane']) await server.addUser(name, password);
  [root, jane] = [browser(server), browser(server)];
  for (const [visitor, user] of [
    [root, 'DEMO/root'],
    [jane, 'DEMO/jane'],
  ] as const) {
    await visitor.call('accounts/login/', { user, password });
  }
  const row = { actor: 'DEMO/jane', action: '=HYPERLINK("x")', object: 'ACME/RATES', address: '::1' };
  for (let n = 0; n < 5; n++) await server.stores.audit.add({ ...row, at: server.clock.now() + n, after: ['a', n] });
});
afterAll(() => server.stop());

async function csv(visitor: TestBrowser, query: string) {
  return server.app.fastify.inject({
    method: 'GET',
    url: `/api/v1/admin/audit/csv/${query}`,
    headers: { cookie: visitor.cookie, 'sec-fetch-site': 'same-origin' },
  });
}

test('a super admin reads it by its columns and page by page', async () => {
  const logins = await root.call('admin/audit/rows/', { action: 'LOGIN by' });
  expect(logins).toMatchObject({
    rows: [{ actor: 'DEMO/jane' }, { actor: 'DEMO/root', before: '', after: '' }],
    next: '',
  });
  const first = await root.call('admin/audit/rows/', { object: 'acme/rates', most: 3 });
  expect(first.rows).toMatchObject([{ after: '["a",4]' }, { after: '["a",3]' }, { after: '["a",2]' }]);
  const rest = await root.call('admin/audit/rows/', { object: 'acme/rates', most: 3, cursor: first.next });
  expect(rest).toMatchObject({ rows: [{ after: '["a",1]' }, { after: '["a",0]' }], next: '' });
  const at = new Date(server.clock.now() + 2).toISOString();
  expect((await root.call('admin/audit/rows/', { object: 'ACME', from: at })).rows).toHaveLength(3);
});

test('a row that came cut is told whole when it is asked for alone', async () => {
  const viewers = Array.from({ length: 2000 }, (_, n) => `ACME/user.${n}`);
  const row = { actor: 'DEMO/jane', action: 'rights changed', object: 'DEMO/LONG', address: '::1' };
  for (const after of [{ viewers: [] }, { viewers }, { viewers: [] }]) {
    await server.stores.audit.add({ ...row, at: server.clock.now(), after });
  }
  const { rows } = await root.call('admin/audit/rows/', { object: 'DEMO/LONG' });
  const [, cut] = rows as { id: number; timeUtc: string; after: string }[];
  if (cut === undefined) throw new Error('no row');
  expect(cut.after).toHaveLength(limits.audit.text);
  const cursor = `${Date.parse(cut.timeUtc)}-${cut.id + 1}`;
  const whole = await root.call('admin/audit/rows/', { cursor, whole: true });
  expect(whole.rows).toMatchObject([{ id: cut.id, after: JSON.stringify({ viewers }) }]);
  expect(await jane.call('admin/audit/rows/', { cursor, whole: true })).toEqual({ unauthorized: true });
});

test('even a whole row has a bound', async () => {
  const search = vi.spyOn(server.stores.audit, 'search');
  await root.call('admin/audit/rows/', { whole: true });
  expect(search).toHaveBeenCalledWith(expect.objectContaining({ limit: 1, text: limits.audit.whole }));
  search.mockRestore();
});

test('nobody else does', async () => {
  expect(await jane.call('admin/audit/rows/', {})).toEqual({ unauthorized: true });
  expect((await csv(jane, '')).json()).toEqual({ unauthorized: true });
});

test.each([{ cursor: '1' }, { cursor: '1-2; x' }, { from: 'yesterday' }, { most: 0 }, { most: 1e6 }, { actor: ['x'] }])(
  '%j is malformed',
  async (input) => {
    expect((await root.post('admin/audit/rows/', input)).status).toBe(400);
  },
);

test('as a file it opens in a spreadsheet and runs nothing there', async () => {
  const answer = await csv(root, '?object=ACME');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="audit-2026-11-21.csv"',
  });
  const lines = answer.body.split('\r\n');
  expect(lines[0]).toBe('\ufeffTime (UTC),Actor,Action,Object,Before,After,Address');
  expect(lines[1]).toBe(
    `${new Date(server.clock.now() + 4).toISOString()},DEMO/jane,"'=HYPERLINK(""x"")",ACME/RATES,,"[""a"",4]",::1`,
  );
  expect(lines).toHaveLength(7);
});

test('who logs out while the file is read gets no further page of it', async () => {
  const leaving = browser(server);
  await leaving.call('accounts/login/', { user: 'DEMO/root', password });
  const { audit } = server.stores;
  const { rows } = await audit.search({ object: 'ACME', limit: 1 });
  let pages = 0;
  const search = vi.spyOn(audit, 'search').mockImplementation(async () => {
    if (++pages === 2) await leaving.call('accounts/logout/', {});
    return { rows, next: pages < 10 ? { at: 1, id: 1 } : undefined };
  });
  const lines = (await csv(leaving, '')).body.trim().split('\r\n');
  search.mockRestore();
  expect(pages).toBe(2);
  expect(lines).toHaveLength(1 + 2 + 1);
  expect(lines.at(-1)).toContain('your session ended');
});

test('a page of changed lists becomes lines in many turns of the event loop', async () => {
  const list = 'ACME/jane,'.repeat(limits.audit.cell / 10 + 1);
  const row = { at: 1, actor: 'ACME/ann', action: 'rights changed', object: 'ACME/RATES', address: '', id: 1 };
  const rows = Array.from({ length: limits.auditPage }, () => ({ ...row, before: list, after: list }));
  const search = vi.spyOn(server.stores.audit, 'search').mockResolvedValue({ rows, next: undefined });
  // A slice is over at each look at the clock.
  let now = performance.now();
  const looks = vi.spyOn(performance, 'now').mockImplementation(() => (now += limits.slice));
  let body = '';
  const turns = await turnsOf(async () => {
    body = (await csv(root, '')).body;
  });
  expect(search).toHaveBeenCalledWith(expect.objectContaining({ text: limits.audit.cell }));
  search.mockRestore();
  looks.mockRestore();
  expect(body.trim().split('\r\n')).toHaveLength(1 + rows.length);
  const line = body.length / rows.length;
  expect(turns).toBeGreaterThanOrEqual(Math.floor(body.length / (limits.audit.piece + line)));
});
