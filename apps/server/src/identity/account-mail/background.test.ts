import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { Background } from './background.ts';

function background(faults: unknown[] = []): Background {
  const chance = { bytes: (count: number) => new Uint8Array(count).fill(255) };
  return new Background({ chance, onFault: (error) => void faults.push(error), within: 3_600_000 });
}

test('work waits for its moment, and a stop does at once what waits', async () => {
  const later = background();
  let done = 0;
  for (let n = 0; n < 3; n++) {
    later.run(async () => {
      done += 1;
    });
  }
  expect(done).toBe(0);
  await later.settle();
  expect(done).toBe(3);
});

test('work that fails or is too much is told, and harms no other', async () => {
  const faults: unknown[] = [];
  const later = background(faults);
  let done = 0;
  later.run(async () => {
    throw new Error('no mail server');
  });
  for (let n = 0; n < limits.mailStart.waiting; n++) {
    later.run(async () => {
      done += 1;
    });
  }
  await later.settle();
  expect(done).toBe(limits.mailStart.waiting - 1);
  expect(faults.map(String).toSorted()).toEqual([
    'Error: 1000 emails are waiting to be written; another was dropped',
    'Error: no mail server',
  ]);
});
