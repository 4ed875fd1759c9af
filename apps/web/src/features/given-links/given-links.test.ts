import type { Caller } from '@sheetwire/client/caller';
import { NetworkFailure } from '@sheetwire/client/failures';
import { linkVersion } from '@sheetwire/contract/verify/link';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { giveLink } from './given-links.ts';

const topic = branded<'Topic'>('ACME/RATES/DAILY');

test('the portal is told of each version that is given out, once', () => {
  const asked: unknown[] = [];
  const call: Caller = (...question) => {
    asked.push(question);
    return new Promise(() => undefined);
  };
  for (const version of [7, 7, 8, 0]) giveLink(call, { topic, version });
  expect(asked).toEqual([7, 8].map((version) => [linkVersion, { topic, version }, { outlivesPage: true }]));
});

test('a version of which the portal could not be told is told when it is given out again', async () => {
  let asked = 0;
  const call: Caller = () => {
    asked++;
    return Promise.reject(new NetworkFailure('no line'));
  };
  giveLink(call, { topic, version: 7 });
  giveLink(call, { topic, version: 7 });
  expect(asked).toBe(1);
  await new Promise(setImmediate);
  giveLink(call, { topic, version: 7 });
  expect(asked).toBe(2);
});
