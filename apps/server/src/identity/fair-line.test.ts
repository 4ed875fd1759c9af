import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { FairLine } from './fair-line.ts';

/** Works that end when they are let, and in which order they began or were refused. */
function works(line: FairLine) {
  const told: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (owner: string, name: string) =>
    line
      .run(owner, () => {
        told.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch((fault: unknown) => told.push(`${name} ${fault instanceof Refusal ? fault.code : String(fault)}`));
  const letGo = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, letGo, told };
}

test('owners come in turn, however much one of them has sent before', async () => {
  const { ask, letGo, told } = works(new FairLine({ width: 1, waiting: 10 }));
  for (const n of [1, 2, 3, 4]) void ask('10.0.0.66', `flood ${n}`);
  void ask('10.0.0.7', 'ann');
  void ask('10.0.0.8', 'bob');
  for (let n = 0; n < 6; n++) await letGo();
  expect(told).toEqual(['flood 1', 'flood 2', 'ann', 'bob', 'flood 3', 'flood 4']);
});

test('in a full line the last of whoever has most makes room, until all have as little', async () => {
  const { ask, letGo, told } = works(new FairLine({ width: 1, waiting: 3 }));
  for (const n of [1, 2, 3, 4, 5]) void ask('10.0.0.66', `flood ${n}`);
  void ask('10.0.0.7', 'ann');
  void ask('10.0.0.8', 'bob');
  void ask('10.0.0.9', 'too late');
  for (let n = 0; n < 5; n++) await letGo();
  expect(told).toEqual([
    'flood 1',
    'flood 5 too_many',
    'flood 4 too_many',
    'flood 3 too_many',
    'too late too_many',
    'flood 2',
    'ann',
    'bob',
  ]);
});

test('a work that fails gives its place to the next', async () => {
  const line = new FairLine({ width: 1, waiting: 1 });
  const failing = line.run('10.0.0.7', () => Promise.reject(new Error('broken')));
  const next = line.run('10.0.0.7', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await line.run('10.0.0.8', () => Promise.resolve('at once'))).toBe('at once');
});
