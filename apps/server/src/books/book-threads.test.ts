import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterAll, expect, test } from 'vitest';
import type { BookAnswer, SetJob } from './book-job.ts';
import { BookThreads } from './book-threads.ts';

const threads = new BookThreads();
afterAll(() => threads.close());

const bytes = buildXlsx({ sheets: [{ name: 'S', body: cellsXml([[1], [2]]) }] });
const job = (on: string, next: string, value: number): SetJob => ({
  kind: 'set',
  topic: 'A/B/C',
  on,
  next,
  sent: { sheets: [{ name: 'S', cells: [['A1', value]] }] },
  head: { topic: 'A/B/C', metadata: {} },
});
/** As the store has read it: its memory moves to the thread. */
const source = () => ({ bytes: bytes.slice(), name: 'a.xlsx', selection: {}, records: [] });
/** The value that a thread has made the cell show, of the whole page or of a step. */
function shown(answer: BookAnswer): unknown {
  if (answer.outcome !== 'set') return answer;
  const { made } = answer;
  if ('steps' in made) return made.steps.flatMap(({ steps }) => steps.map((step) => 'html' in step && step.html))[0];
  return />([\d.]+)</.exec(Buffer.from(made.body).toString())?.[1];
}

test('a thread goes on from what counted, and from what was before where it did not', async () => {
  const run = (one: SetJob) => threads.run('A/B/C', one);
  expect(await run(job('one', 'two', 5))).toEqual({ outcome: 'missing' });
  expect(shown(await run({ ...job('one', 'two', 5), source: source() }))).toBe('5');
  // The publish did not count: the state before is asked for again.
  expect(await run(job('one', 'three', 1))).toEqual({ outcome: 'same', baseVersion: undefined });
  expect(shown(await run(job('one', 'four', 6)))).toBe('6');
  expect(await run(job('four', 'five', 6))).toEqual({ outcome: 'same', baseVersion: undefined });
  expect(await run(job('one', 'six', 6))).toEqual({ outcome: 'missing' });
});

test('steps that are many cross as one body, which moves, and few as they are', async () => {
  const own = new BookThreads();
  const rows = Array.from({ length: 3000 }, (_, n) => [n]);
  const many = buildXlsx({ sheets: [{ name: 'S', body: cellsXml(rows) }] });
  const set = (on: string, next: string, values: readonly number[]) =>
    own.run('A/B/C', {
      ...job(on, next, 0),
      sent: { sheets: [{ name: 'S', range: `A1:A${values.length}`, rows: values.map((one) => [one]) }] },
      source: { bytes: many.slice(), name: 'a.xlsx', selection: {}, records: [] },
    });
  const made = async (...given: Parameters<typeof set>) => {
    const answer = await set(...given);
    return answer.outcome === 'set' && Object.keys(answer.made);
  };
  expect(await made('one', 'two', [-1])).toContain('body');
  expect(await made('two', 'three', [-2])).toEqual(['steps']);
  expect(
    await made(
      'three',
      'four',
      rows.map(([n = 0]) => n + 5),
    ),
  ).toContain('body');
  await own.close();
});

test('a server that may keep nothing gives the same pages', async () => {
  const own = new BookThreads(0);
  const run = (on: string, next: string, value: number) =>
    own.run('A/B/C', { ...job(on, next, value), source: source() });
  expect(shown(await run('one', 'two', 5))).toBe('5');
  expect(shown(await run('one', 'two', 6))).toBe('6');
  expect(await own.run('A/B/C', job('two', 'three', 7))).toEqual({ outcome: 'missing' });
  await own.close();
});

test('a book that cannot be read costs no other job', async () => {
  const broken = { ...source(), bytes: Buffer.from('PK\u0003\u0004 broken') };
  const answers = await Promise.all([
    threads.run('A/B/C', { ...job('x', 'y', 1), source: broken }),
    threads.run('A/B/C', { ...job('x', 'z', 7), source: source() }),
    threads.run('A/B/C', { kind: 'topic', body: Buffer.from('{"topic":') }),
  ]);
  expect(answers[0]).toMatchObject({ outcome: 'unreadable' });
  expect(shown(answers[1])).toBe('7');
  expect(answers[2]).toMatchObject({ outcome: 'malformed' });
});

test('threads that are closed take no more jobs', async () => {
  const own = new BookThreads();
  await own.close();
  await expect(own.run('A/B/C', job('a', 'b', 1))).rejects.toThrow('closed');
});
