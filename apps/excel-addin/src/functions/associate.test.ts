import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OfficeGlobals } from '#office/office-globals.ts';
import { detail, key, list, paneOf } from '#pane/test-pane.ts';
import { associateFunctions } from './associate.ts';

/** What a busy machine may take. */
const soon = { timeout: 20_000 };

// Nothing is asked again by itself before a test ends.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const cells = (text: string) => `<table><tbody><tr><td data-cell="A1">${text}</td></tr></tbody></table>`;

/** Functions as Excel keeps them by their ids. */
function excel() {
  const known = new Map<string, (...given: unknown[]) => unknown>();
  const CustomFunctions = {
    associate: (id: string, run: (...given: unknown[]) => unknown) => void known.set(id, run),
    Error: class extends Error {},
    ErrorCode: { notAvailable: '#N/A', invalidValue: '#VALUE!' },
  };
  return { known, globals: { CustomFunctions, Excel: {} } as unknown as OfficeGlobals };
}

test("another user's token replaces what cells show of the former user's reports", async () => {
  const answers = { 'publishing/reports/': [200, list], 'publishing/report/': [200, detail] } as const;
  const page = (text: string) => ({ pages: [cells(text)], pageNames: ['Prices'], time: text });
  const pane = paneOf({ ...answers, 'reports/report/': [200, page('of the first')] });
  const { known, globals } = excel();
  associateFunctions(globals, pane.model);
  await pane.model.start();
  await pane.model.logIn(key, false);
  const told: unknown[] = [];
  known.get('READ')?.('ACME/DESK/PRICES', 'A1', null, { setResult: (one: unknown) => void told.push(one) });
  await vi.waitFor(() => expect(told.at(-1)).toEqual([['of the first']]), soon);
  pane.answers['reports/report/'] = [200, page('of the second')];
  const asked = pane.asked.length;
  await pane.model.logIn('swk_fedcba9876543210', false);
  await vi.waitFor(() => expect(told.at(-1)).toEqual([['of the second']]), soon);
  const since = pane.asked.slice(asked).filter(({ path }) => path === 'reports/report/');
  expect(since.map(({ bearer }) => bearer)).toContain('Bearer swk_fedcba9876543210');
});
