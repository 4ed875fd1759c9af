import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Work that ends when it is told to. */
function pieces() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test('a few pieces are done at once, one of each owner, and who waits goes on in order', async () => {
  const turns = new Turns({ atOnce: 2, waiting: 4, waitingOfOne: 4 });
  const { begun, work, end } = pieces();
  const first = turns.run('ann', work('ann 1'));
  const second = turns.run('ann', work('ann 2'));
  const third = turns.run('ben', work('ben 1'));
  const fourth = turns.run('cat', work('cat 1'));
  await Promise.resolve();
  expect(begun).toEqual(['ann 1', 'ben 1']);
  end('ben 1');
  await third;
  await Promise.resolve();
  expect(begun).toEqual(['ann 1', 'ben 1', 'cat 1']);
  end('ann 1');
  expect(await first).toBe('ann 1');
  await Promise.resolve();
  end('cat 1');
  end('ann 2');
  expect(await Promise.all([second, fourth])).toEqual(['ann 2', 'cat 1']);
});

test('a piece that fails makes room, and who finds the line full is refused', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1, waitingOfOne: 1 });
  const { work, end } = pieces();
  const failed = turns.run('ann', () => Promise.reject(new Error('broken')));
  const waiting = turns.run('ben', work('ben'));
  await expect(turns.run('cat', work('cat'))).rejects.toMatchObject({ code: 'busy' });
  await expect(failed).rejects.toThrow('broken');
  await Promise.resolve();
  end('ben');
  expect(await waiting).toBe('ben');
});

test('one owner cannot fill the line', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 3, waitingOfOne: 1 });
  const { work, end } = pieces();
  const first = turns.run('ann', work('ann 1'));
  const second = turns.run('ann', work('ann 2'));
  await expect(turns.run('ann', work('ann 3'))).rejects.toMatchObject({ code: 'too_many' });
  const other = turns.run('ben', work('ben'));
  await Promise.resolve();
  end('ann 1');
  await first;
  await Promise.resolve();
  end('ann 2');
  await second;
  await Promise.resolve();
  end('ben');
  expect(await other).toBe('ben');
});
