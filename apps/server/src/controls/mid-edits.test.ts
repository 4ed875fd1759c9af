import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { beforeEach, expect, test } from 'vitest';
import { MidEdits } from './mid-edits.ts';
import { ManualTimers } from './testing/manual-timers.ts';

const one = branded<'Topic'>('ACME/A/ONE');
const two = branded<'Topic'>('ACME/A/TWO');
let timers: ManualTimers;
let changed: string[];
let edits: MidEdits;

beforeEach(() => {
  timers = new ManualTimers();
  changed = [];
  edits = new MidEdits(timers, (topic) => changed.push(topic));
});

test('a report is typed in while somebody types in it', () => {
  edits.set(two, 'jane', true);
  edits.set(two, 'bob', true);
  edits.set(two, 'jane', false);
  expect(edits.among([one, two])).toEqual([two]);
  edits.set(two, 'bob', false);
  expect(edits.among([one, two])).toEqual([]);
  expect(changed).toEqual([two, two]);
});

test('the sign ends by itself unless it is given again', () => {
  edits.set(one, 'jane', true);
  timers.pass(limits.midEditLease - 1);
  edits.set(one, 'jane', true);
  timers.pass(limits.midEditLease - 1);
  expect(edits.among([one])).toEqual([one]);
  timers.pass(1);
  expect(edits.among([one])).toEqual([]);
  expect(changed).toEqual([one, one]);
});

test('a bounded number of people is told apart', () => {
  for (let n = 0; n <= limits.controls.midEditors; n++) edits.set(one, `user ${n}`, true);
  for (let n = 0; n < limits.controls.midEditors; n++) edits.set(one, `user ${n}`, false);
  expect(edits.among([one])).toEqual([]);
});
