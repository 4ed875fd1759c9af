import { publishRollback } from '@sheetwire/contract/publishing/history';
import { newApiKey, newToken, revokeApiKey } from '@sheetwire/contract/tokens';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { faultsOf } from '../../support/axe.ts';
import { AddInSite, publisher, topic } from './add-in-site.ts';
import type { StubExcel } from './excel-rig.ts';

const within = { timeout: 60_000 };
let office: AddInSite;
beforeAll(async () => {
  office = await AddInSite.start();
});
afterAll(() => office.stop());
beforeEach(() => office.setRights([publisher]));
afterEach(async () => expect(await office.closeAll()).toEqual([]));

/** What a cell with this formula has been told last. */
function results(desk: StubExcel, id: string, ...given: unknown[]): Promise<() => Promise<unknown>> {
  return desk.page
    .evaluate(
      ([name, values]) => {
        const told = { last: undefined as unknown };
        const cell = {
          setResult: (result: unknown) =>
            Object.assign(told, { last: result instanceof Error ? result.message : result }),
        };
        const run = window.stubFunctions.get(name) as ((...all: unknown[]) => unknown) | undefined;
        run?.(...values, cell);
        Object.assign(window, { [`told ${name}`]: told });
      },
      [id, given] as const,
    )
    .then(
      () => () =>
        desk.page.evaluate(
          (name) => (window as unknown as Record<string, { last: unknown }>)[`told ${name}`]?.last,
          id,
        ),
    );
}

test('a portal that is away is said, and the end of it is what the workbook then holds', async () => {
  const desk = await office.desk();
  await desk.goLive(topic);
  await desk.context.setOffline(true);
  for (const price of [4, 5, 6]) await desk.edit({ set: 'Prices!B2', to: price });
  await desk.says(/^Offline, .* waiting: The server cannot be reached$/);
  expect(await faultsOf(desk.page)).toEqual([]);
  await desk.context.setOffline(false);
  await desk.says(/^Live: version/);
  await expect.poll(() => office.shown('B4'), within).toBe('7.25');
});

test('a portal that was killed and came back goes on with the workbook', async () => {
  const desk = await office.desk();
  await desk.goLive(topic);
  await office.site.portal.kill();
  await desk.edit({ set: 'Prices!B2', to: 8 });
  await desk.says(/^Offline/);
  await office.site.portal.restart();
  await expect.poll(() => office.shown('B4').catch(() => ''), within).toBe('9.25');
});

test('a rollback holds the workbook: the pane says who and why, and lets it go on', async () => {
  const desk = await office.desk();
  await desk.goLive(topic);
  const version = Number(/version (\d+)/.exec(await desk.page.getByText(/^Live: version/).innerText())?.[1]);
  await desk.edit({ set: 'Prices!B2', to: 999 });
  await expect.poll(() => office.shown('B4'), within).toBe('1000.25');
  await office.call(publishRollback, { topic, version, reason: 'Wrong prices' });
  await desk.edit({ set: 'Prices!B2', to: 3 });
  await desk.says(`Publishing is on hold: ${publisher} rolled back to version ${version} (Wrong prices)`);
  await desk.says(/^On hold, /);
  expect(await faultsOf(desk.page)).toEqual([]);
  await desk.button('Continue').click();
  await expect.poll(() => office.shown('B4'), within).toBe('4.25');
});

test('a right that is taken away ends it in words, and nothing more is sent', async () => {
  const desk = await office.desk();
  await desk.goLive(topic);
  await office.setRights([]);
  await desk.edit({ set: 'Prices!B2', to: 50 });
  await desk.says(/^Live ended: .*rights/);
  expect(await office.shown('B4')).not.toBe('51.25');
});

test('a key that is revoked while live logs the pane out in words, and viewers keep what they have', async () => {
  const { id, key } = await office.site.call(publisher, newApiKey, { name: 'pane' });
  const desk = await office.excel();
  await desk.logIn(key);
  await desk.goLive(topic);
  const before = await office.shown('B4');
  await office.site.call(publisher, revokeApiKey, { id });
  await desk.edit({ set: 'Prices!B2', to: 60 });
  await desk.says('Session expired. Log in again.');
  expect(await faultsOf(desk.page)).toEqual([]);
  expect(await office.shown('B4')).toBe(before);
});

test('one that stands by takes over when the other is gone', async () => {
  const desk = await office.desk();
  await desk.goLive(topic);
  const other = await office.desk();
  await other.goLive(topic);
  await desk.edit({ set: 'Prices!B3', to: 100 });
  await desk.button('Stand by').click();
  await desk.says(/^Standing by: another session is publishing/);
  await other.button('Stop').click();
  await expect.poll(() => office.shown('B3'), within).toBe('100.00');
});

test('pause keeps what changes, sheets that are renamed and deleted are followed', async () => {
  const desk = await office.desk();
  await desk.goLive(topic);
  await desk.button('Pause').click();
  await desk.edit({ set: 'Prices!B2', to: 70 });
  await desk.says('Paused: changes are sent when you resume');
  await desk.button('Resume').click();
  await expect.poll(() => office.shown('B4'), within).toBe('71.25');
  await desk.edit({ renameSheet: 'Notes', to: 'Remarks' }, { set: 'Remarks!A1', to: '=not a formula' });
  await desk.edit({ deleteSheet: 'Remarks' }, { set: 'Prices!B2', to: 80 });
  await expect.poll(() => office.shown('B4'), within).toBe('81.25');
});

test('Excel on the web says that live stops with the pane; one that is too old, or no Excel, is told what it needs', async () => {
  const web = await office.desk({ platform: 'OfficeOnline' });
  await web.goLive(topic);
  await web.says('Live stops when you close this pane.');
  const old = await office.excel({ missing: ['ExcelApi 1.13'] });
  await old.says(/too old for the add-in: it needs ExcelApi 1\.13/);
  expect(await faultsOf(old.page)).toEqual([]);
});

test('the functions tell the state and read a report as it changes', async () => {
  const desk = await office.desk();
  await desk.goLive(topic);
  const status = await results(desk, 'STATUS');
  expect(await status()).toMatch(/^Live: version/);
  expect(await (await results(desk, 'AUTHSTATUS'))()).toBe(true);
  const read = await results(desk, 'READ', topic, 'Prices!A2:B4', null);
  await expect.poll(read, within).toEqual([
    ['Bread', 2.5],
    ['Milk', 1.25],
    ['Total', 3.75],
  ]);
  await desk.edit({ set: 'Prices!B2', to: 3 }, { set: 'Prices!A3', to: '=HYPERLINK("x")' });
  await expect.poll(read, within).toEqual([
    ['Bread', 3],
    ['=HYPERLINK("x")', 1.25],
    ['Total', 4.25],
  ]);
  const past = await results(desk, 'READ', topic, 'B4', new Date().toISOString());
  await expect.poll(past, within).toEqual([[4.25]]);
  const unknown = await results(desk, 'READ', 'ACME/DESK/NONE', 'B4', null);
  await expect.poll(unknown, within).toBe('The report is not published, or you have no access');
  expect(await (await results(desk, 'READ', topic, 'everything', null))()).toBe(
    'Name a cell or a range, such as Summary!B7',
  );
});

test('a token in a cell logs in once and is replaced by TRUE; a key in a cell is refused', async () => {
  const desk = await office.excel();
  await desk.says('Log in to publish this workbook');
  const { token } = await office.site.call(publisher, newToken, undefined);
  const log = (secret: string) =>
    desk.page.evaluate(async (given) => {
      const run = window.stubFunctions.get('AUTHENTICATE') as unknown as (
        token: string,
        cell: object,
      ) => Promise<boolean>;
      return run(given, { address: 'Notes!B9' }).catch((fault: Error) => fault.message);
    }, secret);
  expect(await log(office.key)).toMatch(/An API key belongs in the pane/);
  await desk.edit({ set: 'Notes!B9', to: { formula: `AUTHENTICATE("${token}")` } });
  expect(await log(token)).toBe(true);
  await desk.says(`Logged in as ${publisher}`);
  const { document, computer } = await desk.kept();
  expect([document.includes('swt_'), computer]).toEqual([false, '']);
});

test('the self-test passes on the Excel of these tests, and takes its sheet away', async () => {
  const desk = await office.selfTest({ viewport: { width: 450, height: 800 } });
  await desk.button('Start').click();
  await desk.says(/^All \d+ checks passed\.$/);
  expect(await faultsOf(desk.page)).toEqual([]);
  expect((await desk.spec()).sheets.map(({ name }) => name)).toEqual(['Prices', 'Notes']);
});
