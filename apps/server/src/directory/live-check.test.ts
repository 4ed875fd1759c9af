import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { expect, test } from 'vitest';
import type { FoundPerson } from './ldap/dialect.ts';
import { DirectoryFault } from './ldap/fault.ts';
import { LiveCheck } from './live-check.ts';

const { live } = limits.directory;
const user = (name: string): User => branded<'User'>(`ACME/${name}`);
const person = (name: string, id = name): FoundPerson => ({ id, dn: name, name, email: '', isDisabled: false });

function rig(lookUp: (names: readonly string[], signal: AbortSignal) => Promise<FoundPerson[]>) {
  let now = 0;
  let steady = 0;
  const asked: string[] = [];
  const check = new LiveCheck({
    source: {
      lookUp: (names, signal) => {
        asked.push(...names);
        return lookUp(names, signal);
      },
    },
    entity: branded<'Entity'>('ACME'),
    clock: { now: () => now, steady: () => steady },
    stopping: new AbortController().signal,
  });
  const set = (ms: number) => {
    now += ms;
  };
  const move = (ms: number) => {
    now += ms;
    steady += ms;
  };
  return { check, asked, set, move };
}

test('exactly one person of that very name is found', async () => {
  const { check } = rig(async ([name = '']) =>
    name === 'twins' ? [person('twins', '1'), person('Twins', '2')] : [person('ANN'), person('ann lee')],
  );
  expect(await check.see(user('ann'))).toMatchObject({ name: 'ANN' });
  expect(await check.see(user('bob'))).toBe('absent');
  expect(await check.see(user('twins'))).toBe('absent');
});

test('after a failure the directory is left alone for a while', async () => {
  let isUp = false;
  const { check, asked, move } = rig(async () => {
    if (!isUp) throw new DirectoryFault('down');
    return [person('ann')];
  });
  expect(await check.see(user('ann'))).toBe('unreachable');
  isUp = true;
  move(live.pause - 1);
  expect(await check.see(user('ann'))).toBe('unreachable');
  expect(asked).toHaveLength(1);
  move(1);
  expect(await check.see(user('ann'))).toMatchObject({ name: 'ann' });
});

test('a clock that is set back after a failure keeps the directory from being asked no longer', async () => {
  let isUp = false;
  const { check, set, move } = rig(async () => {
    if (!isUp) throw new DirectoryFault('down');
    return [person('ann')];
  });
  expect(await check.see(user('ann'))).toBe('unreachable');
  isUp = true;
  set(-3_600_000);
  move(live.pause);
  expect(await check.see(user('ann'))).toMatchObject({ name: 'ann' });
});

test('many sign-ins at once are a few looks, those of one person a single one; the rest does not wait for ever', async () => {
  const down = Promise.withResolvers<FoundPerson[]>();
  const { check, asked } = rig(() => down.promise);
  const same = [check.see(user('ann')), check.see(user('ann'))];
  const many = Array.from({ length: live.atOnce + live.waiting + 5 }, (_, n) => check.see(user(`u${n}`)));
  expect(asked).toHaveLength(live.atOnce);
  expect(await many.at(-1)).toBe('unreachable');
  down.reject(new DirectoryFault('down'));
  const all = await Promise.all([...same, ...many]);
  expect(new Set(all)).toEqual(new Set(['unreachable']));
  expect(asked).toHaveLength(live.atOnce);
});

test('a fault of ours is not taken for the directory’s', async () => {
  const { check } = rig(async () => {
    throw new TypeError('a mistake');
  });
  await expect(check.see(user('ann'))).rejects.toThrow('a mistake');
});
