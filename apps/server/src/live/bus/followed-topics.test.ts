import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { beforeEach, expect, test } from 'vitest';
import { FollowedTopics } from './followed-topics.ts';

const daily = branded<'Topic'>('ACME/RATES/DAILY');

let done: string[];
let faults: unknown[];
let now: number;
let inForce: PromiseWithResolvers<'followed' | 'alone'>;
let topics: FollowedTopics;
beforeEach(() => {
  [done, faults, now, inForce] = [[], [], 0, Promise.withResolvers()];
  topics = new FollowedTopics({
    bus: {
      follow: (topic: Topic) => {
        done.push(`follow ${topic}`);
        return inForce.promise;
      },
      unfollow: (topic: Topic) => void done.push(`unfollow ${topic}`),
    },
    clock: { now: () => 0, steady: () => now },
    refresh: async (topic) => {
      done.push(`read ${topic}`);
      if (topic !== daily) throw new Error('the store is away');
    },
    onFault: (fault) => faults.push(fault),
  });
});

async function settled(how: 'followed' | 'alone' = 'followed'): Promise<void> {
  inForce.resolve(how);
  await inForce.promise;
  await Promise.resolve();
  await Promise.resolve();
}

test('a topic is followed first and read then, so that nothing is missed in between', async () => {
  topics.began(daily);
  expect(done).toEqual([`follow ${daily}`]);
  await settled();
  expect(done).toEqual([`follow ${daily}`, `read ${daily}`]);
});

test('a server that is alone reads nothing for it', async () => {
  topics.began(daily);
  await settled('alone');
  expect(done).toEqual([`follow ${daily}`]);
});

test('who comes back soon finds the topic followed still, and it is forgotten once nobody came for long', async () => {
  topics.began(daily);
  await settled();
  topics.ended(daily);
  now += limits.bus.forgetAfter - 1;
  topics.forget();
  topics.began(daily);
  now += limits.bus.forgetAfter;
  topics.forget();
  expect(done).toEqual([`follow ${daily}`, `read ${daily}`]);
  topics.ended(daily);
  now += limits.bus.forgetAfter;
  topics.forget();
  expect(done.slice(2)).toEqual([`unfollow ${daily}`]);
  expect(topics.size).toBe(0);
  topics.began(daily);
  expect(done.slice(3)).toEqual([`follow ${daily}`]);
});

test('a head that cannot be read is told of', async () => {
  topics.began(branded<'Topic'>('ACME/RATES/WEEKLY'));
  await settled();
  expect(faults).toEqual([new Error('the store is away')]);
});
