import { expect, test } from 'vitest';
import { WorkBudget } from './work-budget.ts';

const budget = () => new WorkBudget({ server: 100, caller: 60 });

test('a caller over its part is refused with 429, and has it again once a request of it ended', () => {
  const work = budget();
  const first = work.open('ann');
  first.take(50);
  expect(() => work.open('ann').take(20)).toThrow(
    expect.objectContaining({ status: 429, details: { message: expect.any(String), retryAfter: 2 } }),
  );
  first.end();
  expect(() => work.open('ann').take(20)).not.toThrow();
});

test('the server over its bound refuses everybody with 503 and Retry-After', () => {
  const work = budget();
  work.open('ann').take(50);
  work.open('bob').take(50);
  expect(() => work.open('cleo').take(1)).toThrow(expect.objectContaining({ status: 503, details: { retryAfter: 2 } }));
});

test('what a request gave back or took is counted once, whatever comes after its end', () => {
  const work = budget();
  const share = work.open('ann');
  share.take(40);
  share.giveBack(30);
  expect(work.taken).toBe(10);
  share.giveBack(30);
  share.end();
  share.end();
  share.take(50);
  expect(work.taken).toBe(0);
});

test('an end that is told during a part of the work comes when the part is done', async () => {
  const work = budget();
  const share = work.open('ann');
  const gate = Promise.withResolvers<void>();
  const part = share.during(() => gate.promise);
  share.end();
  share.take(40);
  expect([work.taken, share.isOver]).toEqual([40, false]);
  gate.resolve();
  await part;
  expect([work.taken, share.isOver]).toEqual([0, true]);
});
