import { expect, test } from 'vitest';
import { StoreFault } from '#ports/store-fault.ts';
import { Follower } from './follower.ts';
import { DirectoryFault } from './ldap/fault.ts';

/** A turn that fails, of which the store cannot note why. */
async function unnoted(fault: Error): Promise<unknown[]> {
  const faults: unknown[] = [];
  const nothing = async () => undefined;
  const stopped = new AbortController();
  const follower = new Follower({
    store: {
      hold: async () => ({ isMine: true, generation: 1 }),
      generation: async () => 1,
      release: nothing,
      note: async () => {
        throw fault;
      },
    },
    sync: {
      forget: () => undefined,
      step: async () => {
        throw new DirectoryFault('the directory does not respond');
      },
    },
    clock: { now: () => 0 },
    holder: 'me',
    every: 60_000,
    signal: stopped.signal,
    onOthersChange: nothing,
    onTurn: nothing,
  });
  const { promise: failed, resolve } = Promise.withResolvers<void>();
  follower.start({
    say: () => resolve(),
    outage: () => undefined,
    onFault: (one) => void faults.push(one),
    ended: nothing,
    changed: () => undefined,
    rightsChanged: nothing,
  });
  await failed;
  stopped.abort();
  await follower.stop();
  return faults;
}

test('a store that is down while a failed sync is noted is told of by those who wait for it, any other fault here', async () => {
  expect(await unnoted(new StoreFault('the database is not responding'))).toEqual([]);
  const broken = new TypeError('broken');
  expect(await unnoted(broken)).toEqual([broken]);
});

test('what was read before changes were heard of is read again with the first turn, and then with each change', async () => {
  const stopped = new AbortController();
  let [generation, reads, turns] = [7, 0, 0];
  const { promise: third, resolve } = Promise.withResolvers<void>();
  const follower = new Follower({
    store: {
      hold: async () => ({ isMine: false, generation }),
      generation: async () => generation,
      release: async () => undefined,
      note: async () => undefined,
    },
    sync: { forget: () => undefined, step: () => expect.unreachable() },
    clock: { now: () => 0 },
    holder: 'me',
    every: 1,
    signal: stopped.signal,
    onOthersChange: async () => void reads++,
    onTurn: async () => {
      turns++;
      if (turns === 2) generation++;
      if (turns === 3) resolve();
    },
  });
  const nothing = () => undefined;
  const effects = { say: nothing, outage: nothing, changed: nothing, ended: async () => undefined };
  follower.start({
    ...effects,
    onFault: (fault) => expect.unreachable(String(fault)),
    rightsChanged: async () => undefined,
  });
  await third;
  stopped.abort();
  await follower.stop();
  expect(reads).toBe(2);
});
