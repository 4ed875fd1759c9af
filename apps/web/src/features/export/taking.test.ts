import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import type { Making } from './make-in-worker.ts';
import { type AskedFile, Taking } from './taking.ts';

const facts = {
  topic: 'DEMO/DESK/DAILY',
  publishedAt: new Date(2026, 10, 20, 14, 32),
  sender: '',
  shownDate: null,
  metadata: {},
};
const asked: AskedFile = {
  kind: 'xlsx',
  page: undefined,
  report: { pages: [], facts, baseUrl: 'https://portal.example' },
};
const name = 'DEMO DESK DAILY 2026-11-20 1432.xlsx';

function setUp() {
  const clock = new TestClock();
  const saved: string[] = [];
  const works: { making: Making; resolve(file: Blob): void; reject(error: Error): void }[] = [];
  const taking = new Taking({
    clock,
    save: (_, as) => saved.push(as),
    make(_, making) {
      const { promise, resolve, reject } = Promise.withResolvers<Blob>();
      works.push({ making, resolve, reject });
      return promise;
    },
  });
  return { clock, saved, works, taking, now: () => taking.state.getState() };
}

test('a file is saved under the name of the report and its time, and told for a while', async () => {
  const { clock, saved, works, taking, now } = setUp();
  const taken = taking.take(asked);
  works[0]?.making.onShare(0.416);
  expect(now()).toEqual({ state: 'making', name, percent: 41 });
  works[0]?.resolve(new Blob());
  await taken;
  expect(saved).toEqual([name]);
  expect(now()).toEqual({ state: 'done', words: `${name} saved to Downloads.` });
  await clock.advance(limits.export.told);
  expect(now()).toEqual({ state: 'idle' });
});

test('a file of the past is named by the moment that it shows', async () => {
  const { saved, works, taking } = setUp();
  const shown = { ...facts, shownAt: new Date(2026, 10, 20, 14, 40) };
  const taken = taking.take({ ...asked, report: { ...asked.report, facts: shown } });
  works[0]?.resolve(new Blob());
  await taken;
  expect(saved).toEqual(['DEMO DESK DAILY 2026-11-20 1440.xlsx']);
});

test('cancelled work saves nothing', async () => {
  const { saved, works, taking, now } = setUp();
  const taken = taking.take(asked);
  taking.cancel();
  expect(works[0]?.making.signal.aborted).toBe(true);
  works[0]?.resolve(new Blob());
  await taken;
  expect([saved, now().state]).toEqual([[], 'idle']);
});

test('a second wish ends the first', async () => {
  const { saved, works, taking } = setUp();
  const first = taking.take(asked);
  const second = taking.take({ ...asked, kind: 'csv', page: 'P&L' });
  works[0]?.resolve(new Blob());
  works[1]?.resolve(new Blob());
  await Promise.all([first, second]);
  expect(saved).toEqual(['DEMO DESK DAILY P&L 2026-11-20 1432.csv']);
});

test('why there is no file is said', async () => {
  const { works, taking, now } = setUp();
  const taken = taking.take(asked);
  works[0]?.reject(new Error('It has more than 500,000 cells: download one page instead, or a CSV file.'));
  await taken;
  expect(now()).toEqual({
    state: 'failed',
    words: 'The file could not be created. It has more than 500,000 cells: download one page instead, or a CSV file.',
  });
});
