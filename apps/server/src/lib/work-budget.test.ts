import { expect, test } from 'vitest';
import { WorkBudget } from './work-budget.ts';

const budget = () => new WorkBudget({ server: 100, caller: 60, strangers: 40 });
const known = (name: string) => ({ name, isKnown: true });

test('a caller over its part is refused with 429, and has it again once a request of it ended', () => {
  const work = budget();
  const first = work.open(known('ann'));
  first.take(50);
  expect(() => work.open(known('ann')).take(20)).toThrow(
    expect.objectContaining({ status: 429, details: { message: expect.any(String), retryAfter: 2 } }),
  );
  first.end();
  expect(() => work.open(known('ann')).take(20)).not.toThrow();
});

test('the server over its bound refuses everybody with 503 and Retry-After', () => {
  const work = budget();
  work.open(known('ann')).take(50);
  work.open(known('bob')).take(50);
  expect(() => work.open(known('cleo')).take(1)).toThrow(
    expect.objectContaining({ status: 503, details: { retryAfter: 2 } }),
  );
});

test('what a request gave back or took is counted once, whatever comes after its end', () => {
  const work = budget();
  const share = work.open(known('ann'));
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
  const share = work.open(known('ann'));
  const gate = Promise.withResolvers<void>();
  const part = share.during(() => gate.promise);
  share.end();
  share.take(40);
  expect([work.taken, share.isOver]).toEqual([40, false]);
  gate.resolve();
  await part;
  expect([work.taken, share.isOver]).toEqual([0, true]);
});

test('callers without a user have a part of their own, whatever they send others are served', () => {
  const work = budget();
  const strangers = [1, 2, 3, 4, 5].map((n) => work.open({ name: `192.0.2.${n}`, isKnown: false }));
  expect(() => strangers[0]?.take(11)).toThrow(expect.objectContaining({ status: 429 }));
  for (const one of strangers.slice(0, 4)) one.take(10);
  expect(() => strangers[4]?.take(1)).toThrow(expect.objectContaining({ status: 503 }));
  expect(() => work.open(known('ann')).take(60)).not.toThrow();
  strangers[0]?.end();
  expect(() => strangers[4]?.take(10)).not.toThrow();
});
