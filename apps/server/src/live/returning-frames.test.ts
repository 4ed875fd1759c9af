import { limits } from '@sheetwire/contract/limits';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { type Cut, ReturningFrames } from './step-frames.ts';

const ann = { addressee: addresseeOf(branded<'User'>('ACME/ann')) };
const bob = { addressee: addresseeOf(branded<'User'>('ACME/bob')) };
const topic = branded<'Topic'>('ACME/RATES/DAILY');

function stepTo(to: number, value = 'x') {
  return { topic, from: to - 1, to, time: '20261121120000000', sender: '', ops: [[0, 'c', 0, value]] as const };
}

function rig() {
  let cut: Cut = { addressing: Symbol('pages'), variantOf: undefined, opsOf: ({ ops }) => ops };
  const frames = new ReturningFrames({ now: () => cut });
  const given = (to: number, owner = ann, value = 'x') => frames.of(stepTo(to, value), owner).deltaFor(owner);
  const addressed = (change: Partial<Cut>) => {
    cut = { ...cut, addressing: Symbol('pages'), ...change };
  };
  return { given, addressed };
}

test('a step that many viewers lack is written once, however each of them had it read', () => {
  const { given } = rig();
  expect(given(2, bob)).toBe(given(2, ann));
  expect(given(3)).not.toBe(given(2));
});

test('it is written anew once the pages are others or addressed to others', () => {
  const { given, addressed } = rig();
  const before = given(2);
  addressed({});
  expect(given(2)).not.toBe(before);
});

test("nothing is shared where a page is one user's own", () => {
  const { given, addressed } = rig();
  const toAll = given(2, bob);
  addressed({
    variantOf: (addressee) => (addressee === ann.addressee ? addressee : ''),
    opsOf: ({ ops }, addressee) => (addressee === ann.addressee ? [[0, 'c', 0, 'for ann']] : ops),
  });
  expect(given(2, ann).plain.toString()).toContain('for ann');
  expect(given(2, bob)).not.toBe(toAll);
  expect(given(2, bob).plain).toEqual(toAll.plain);
});

test('what is kept is bounded in bytes: the steps that were written first go first', () => {
  const { given } = rig();
  // With its form in gzip each takes a little more than a sixteenth.
  const long = 'x'.repeat(limits.catchUp.shared / 32);
  const [first, second] = [given(2, ann, long), given(3, ann, long)];
  expect(first.plain.length).toBeGreaterThan(long.length);
  for (let to = 4; to < 17; to++) given(to, ann, long);
  expect([given(2), given(3)]).toEqual([first, second]);
  given(17, ann, long);
  expect(given(3)).toBe(second);
  expect(given(2)).not.toBe(first);
});
