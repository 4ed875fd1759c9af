import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createCaller } from '@sheetwire/client/caller';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { ReportReader } from './report-reader.ts';
import { type FunctionParts, sheetFunctions } from './sheet-functions.ts';

interface Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Record<string, unknown>[];
  readonly result: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, boolean>>;
}
const file = join(import.meta.dirname, '../../public/functions.json');
const { functions: described }: { readonly functions: readonly Described[] } = JSON.parse(readFileSync(file, 'utf8'));

const page =
  '<table><tbody><tr><td data-cell="A1">Bread</td><td data-cell="B1" data-num="">1,240.50</td></tr></tbody></table>';

function partsOf() {
  const clock = new TestClock();
  const asked: Record<string, unknown>[] = [];
  const report = { now: { pages: [page], pageNames: ['Prices'], time: 'one' } as Record<string, unknown>, status: 200 };
  /** Holds an answer back. */
  const gate = { wait: undefined as PromiseWithResolvers<void> | undefined };
  const call = createCaller({
    baseUrl: 'https://portal.example',
    fetch: async (_, init) => {
      const input = JSON.parse(String(init?.body));
      asked.push(input);
      const answer = input.reportTime === report.now.time ? { nodiff: true } : report.now;
      const { status } = report;
      await gate.wait?.promise;
      return status === 200
        ? Response.json(answer)
        : Response.json({ error: { code: 'not_signed_in', message: 'x' } }, { status });
    },
  });
  const erased: string[] = [];
  const reader = new ReportReader({ call, clock, chance: () => 1 });
  const parts: FunctionParts = {
    reader,
    onStatus: (hear) => {
      hear('Live: version 3');
      return () => undefined;
    },
    onAuth: (hear) => {
      hear(true);
      return () => undefined;
    },
    logIn: async () => true,
    erase: async (address) => void erased.push(address),
    notAvailable: (words) => new Error(`#N/A ${words}`),
    invalid: (words) => new Error(`#VALUE! ${words}`),
  };
  return { functions: sheetFunctions(parts), clock, asked, report, reader, gate, erased };
}

function cell() {
  const told: unknown[] = [];
  const streaming = { setResult: (result: unknown) => void told.push(result), onCanceled: () => undefined };
  return { told, streaming };
}

test('each function that is described exists, and each that exists is described', () => {
  expect(described.map(({ id }) => id).sort()).toEqual(Object.keys(partsOf().functions).sort());
});

test.each(described.map((one) => [one.id, one] as const))('%s is described as Excel asks', (id, one) => {
  expect(id).toMatch(/^[A-Z][A-Z0-9._]{0,254}$/);
  expect(one.name).toBe(id);
  expect(one.description.length).toBeGreaterThan(10);
  const types = ['boolean', 'number', 'string', 'any'];
  for (const given of [one.result, ...one.parameters]) {
    expect(types).toContain(given.type);
    expect(['scalar', 'matrix']).toContain(given.dimensionality);
  }
  const names = one.parameters.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const isOptional = one.parameters.map(({ optional }) => optional === true);
  expect(isOptional).toEqual(isOptional.toSorted((a, b) => Number(a) - Number(b)));
  // A streaming function cannot ask for its address, nor be volatile.
  expect(one.options.stream === true && (one.options.requiresAddress ?? one.options.volatile ?? false)).toBe(false);
});

test('cells of a report come as numbers and texts, and again when they change; two cells ask once', async () => {
  const { functions, clock, asked, report } = partsOf();
  const [first, second] = [cell(), cell()];
  functions.READ('acme/desk/prices', "'Prices'!A1:C1", null, first.streaming);
  functions.READ('ACME/DESK/PRICES', 'B1', null, second.streaming);
  await clock.advance(0);
  expect([first.told, second.told]).toEqual([[[['Bread', 1240.5, '']]], [[[1240.5]]]]);
  await clock.advance(limits.addIn.read);
  expect([asked.length, first.told.length]).toEqual([2, 1]);
  report.now = { pages: [page.replace('Bread', '=1+1')], pageNames: ['Prices'], time: 'two' };
  await clock.advance(limits.addIn.read);
  expect(first.told.at(-1)).toEqual([['=1+1', 1240.5, '']]);
  for (const { streaming } of [first, second]) streaming.onCanceled();
  await clock.advance(10 * limits.addIn.read);
  expect(asked.length).toBe(3);
});

test('a page that came packed is read as it was published', async () => {
  const { functions, clock, report } = partsOf();
  report.now = { pages: [gzipSync(page).toString('base64')], pageNames: ['Prices'], time: 'one' };
  const one = cell();
  functions.READ('ACME/DESK/PRICES', 'A1:B1', null, one.streaming);
  await clock.advance(0);
  await expect.poll(() => one.told).toEqual([[['Bread', 1240.5]]]);
});

test('after another login one question goes on, and what the one before it learns is not shown', async () => {
  const { functions, clock, asked, report, reader, gate } = partsOf();
  const one = cell();
  gate.wait = Promise.withResolvers<void>();
  functions.READ('ACME/DESK/PRICES', 'A1', null, one.streaming);
  await clock.advance(0);
  const before = gate.wait;
  gate.wait = undefined;
  report.now = { pages: [page.replace('Bread', 'Milk')], pageNames: ['Prices'], time: 'two' };
  reader.again();
  await expect.poll(() => one.told).toEqual([[['Milk']]]);
  before.resolve();
  await clock.advance(limits.addIn.read);
  await expect.poll(() => asked.length).toBe(3);
  await clock.advance(limits.addIn.read);
  await expect.poll(() => asked.length).toBe(4);
  expect(one.told).toEqual([[['Milk']]]);
});

test('whoever is logged out is asked for no more until the next login', async () => {
  const { functions, clock, asked, report, reader } = partsOf();
  const one = cell();
  report.status = 401;
  functions.READ('ACME/DESK/PRICES', 'A1', null, one.streaming);
  await clock.advance(0);
  await expect.poll(() => one.told.length).toBe(1);
  await clock.advance(10 * limits.addIn.read);
  expect(asked.length).toBe(1);
  report.status = 200;
  reader.again();
  await expect.poll(() => one.told.at(-1)).toEqual([['Bread']]);
});

test('a moment is asked for once, as text or as a date of Excel', async () => {
  const { functions, clock, asked } = partsOf();
  functions.READ('ACME/DESK/PRICES', 'A1', '2026-11-23T12:00:00Z', cell().streaming);
  functions.READ('ACME/DESK/PRICES', 'A1', 46349.5, cell().streaming);
  await clock.advance(10 * limits.addIn.read);
  expect(asked.map(({ at }) => at)).toEqual(['2026-11-23T12:00:00Z', '2026-11-23T12:00:00.000Z']);
});

test.each([
  ['PRICES', 'A1', '#VALUE! PRICES is not ENTITY/GROUP/REPORT'],
  ['ACME/DESK/PRICES', 'Summary', '#VALUE! Name a cell or a range, such as Summary!B7'],
  ['ACME/DESK/PRICES', 'A1:Z1000000', '#VALUE! At most 100000 cells at once'],
  ['ACME/DESK/PRICES', 'Other!A1', '#N/A The report has no page Other'],
])('READ of %s %s says what is wrong', async (topic, reference, words) => {
  const { functions, clock } = partsOf();
  const { told, streaming } = cell();
  functions.READ(topic, reference, null, streaming);
  await clock.advance(0);
  expect(told).toEqual([new Error(words)]);
});

test('a token logs in and its cell is emptied of it; a key in a cell is refused', async () => {
  const { functions, erased } = partsOf();
  expect(await functions.AUTHENTICATE('swt_0123456789', { address: 'Notes!B9' })).toBe(true);
  expect(erased).toEqual(['Notes!B9']);
  await expect(functions.AUTHENTICATE('swk_0123456789', {})).rejects.toThrow('An API key belongs in the pane');
});

test('the state and the login are told to their cells', () => {
  const { functions } = partsOf();
  const [status, auth] = [cell(), cell()];
  functions.STATUS(status.streaming);
  functions.AUTHSTATUS(auth.streaming);
  expect([status.told, auth.told]).toEqual([['Live: version 3'], [true]]);
});

test('who is logged in changed: a new cell waits for what that one may read, and so does a moment', async () => {
  const { functions, clock, report, reader, gate } = partsOf();
  const [first, second, past] = [cell(), cell(), cell()];
  functions.READ('ACME/DESK/PRICES', 'B1', null, first.streaming);
  await clock.advance(0);
  expect(first.told).toEqual([[[1240.5]]]);
  gate.wait = Promise.withResolvers<void>();
  functions.READ('ACME/DESK/PRICES', 'B1', '2026-11-23T12:00:00Z', past.streaming);
  await clock.advance(0);
  report.now = { pages: [page.replace('1,240.50', '7')], pageNames: ['Prices'], time: 'two' };
  reader.again();
  functions.READ('ACME/DESK/PRICES', 'B1', null, second.streaming);
  expect(second.told).toEqual([]);
  gate.wait.resolve();
  await clock.advance(0);
  // The moment is asked for once more.
  await clock.advance(0);
  expect([first.told.at(-1), second.told, past.told]).toEqual([[[7]], [[[7]]], [[[7]]]]);
});

test('a portal that is away is asked again with longer waits, and as often as before once it answers', async () => {
  const { functions, clock, asked, report } = partsOf();
  const { streaming, told } = cell();
  functions.READ('ACME/DESK/PRICES', 'B1', null, streaming);
  await clock.advance(0);
  report.status = 503;
  await clock.advance(600_000);
  const before = asked.length;
  expect(before).toBeLessThan(20);
  report.status = 200;
  await clock.advance(limits.addIn.readPause.most);
  expect(told.at(-1)).toEqual([[1240.5]]);
  const back = asked.length;
  await clock.advance(10 * limits.addIn.read);
  expect(asked.length - back).toBe(10);
});
