import { limits } from '@sheetwire/contract/limits';
import { parseUser } from '@sheetwire/rules/principal';
import { beforeEach, expect, test } from 'vitest';
import { LocalSeats } from './seats.ts';

const [ann, bob, cleo] = ['ann', 'bob', 'cleo'].map((name) => parseUser(`ACME/${name}`) ?? expect.unreachable());
if (!ann || !bob || !cleo) throw new Error('no users');

let now = 0;
const clock = { now: () => now };
beforeEach(() => {
  now = 0;
});

test('no number of seats is as many as come', () => {
  const seats = new LocalSeats(clock, 0);
  expect([seats.take(ann), seats.take(bob), seats.take(cleo)]).toEqual([true, true, true]);
});

test('a user holds one seat however often they call', () => {
  const seats = new LocalSeats(clock, 1);
  expect([seats.take(ann), seats.take(ann), seats.taken()]).toEqual([true, true, 1]);
});

test('a freed seat goes to whoever came first', () => {
  const seats = new LocalSeats(clock, 1);
  seats.take(ann);
  expect([seats.take(bob), seats.take(cleo)]).toEqual([false, false]);
  seats.release(ann);
  expect([seats.take(cleo), seats.take(bob)]).toEqual([false, true]);
});

test('who stops asking loses the place in line', () => {
  const seats = new LocalSeats(clock, 1);
  seats.take(ann);
  seats.take(bob);
  now += limits.seatPlaceKept + 1;
  seats.release(ann);
  expect(seats.take(cleo)).toBe(true);
});

test('a seat is free again after 15 minutes without a call', () => {
  const seats = new LocalSeats(clock, 1);
  seats.take(ann);
  now += limits.seatIdle;
  expect(seats.take(bob)).toBe(false);
  now += 1;
  expect(seats.take(bob)).toBe(true);
});
