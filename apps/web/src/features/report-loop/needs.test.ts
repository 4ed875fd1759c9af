import { expect, test } from 'vitest';
import { Needs } from './needs.ts';

test('a fetch is made for all that is needed, and what comes up meanwhile for the next one', () => {
  const needs = new Needs();
  needs.add({ rights: true });
  needs.add({ newer: 7 });
  expect(needs.start(true, 0)).toMatchObject({ need: { rights: true, newer: 7 }, returnReport: true });
  needs.add({ newer: 9 });
  expect(needs.open).toMatchObject({ rights: false, newer: 9 });
});

test('a version that is shown leaves what is newer than it', () => {
  const needs = new Needs();
  needs.add({ newer: 9 });
  needs.reached(8);
  expect(needs.open.newer).toBe(9);
  needs.reached(9);
  expect(needs.open.newer).toBe(0);
});

test('another report needs nothing of the one before', () => {
  const needs = new Needs();
  needs.add({ forced: true, newer: 3 });
  needs.begin(true);
  expect(needs.open).toMatchObject({ first: true, forced: false, newer: 0 });
  needs.begin(false);
  expect(needs.open.first).toBe(false);
});

test('the screen waits from the first need until its fetch has landed, and never for a mere poll', () => {
  const needs = new Needs();
  needs.start(true, 0);
  expect(needs.since(100, true)).toBeUndefined();
  needs.add({ check: true });
  expect(needs.since(200, true)).toBe(200);
  needs.start(true, 0);
  expect(needs.since(300, true)).toBe(200);
  expect(needs.since(400, false)).toBeUndefined();
});
