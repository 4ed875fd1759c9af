import { expect, test } from 'vitest';
import { WorkLine } from './work-line.ts';

/** A work that goes on in steps until it is let go. */
function work() {
  let isLetGo = false;
  function* steps(): Generator<void, string> {
    while (!isLetGo) yield;
    return 'done';
  }
  return {
    steps: steps(),
    letGo: () => {
      isLetGo = true;
    },
  };
}

function* failing(): Generator<void, string> {
  yield;
  throw new Error('broken');
}

test('works are done one after another, and one that fails fails for who asked for it', async () => {
  const line = new WorkLine(10);
  const done: unknown[] = [];
  const [long, short] = [work(), work()];
  short.letGo();
  const all = [
    line.run(long.steps).then((word) => done.push(`long ${word}`)),
    line.run(failing()).catch((fault: unknown) => done.push(String(fault))),
    line.run(short.steps).then((word) => done.push(`short ${word}`)),
  ];
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual([]);
  long.letGo();
  await Promise.all(all);
  expect(done).toEqual(['long done', 'Error: broken', 'short done']);
});

test('who comes when too many wait is asked to come again', async () => {
  const line = new WorkLine(2);
  const works = [work(), work()];
  const waiting = works.map(({ steps }) => line.run(steps));
  await expect(line.run(work().steps)).rejects.toMatchObject({ code: 'busy' });
  for (const { letGo } of works) letGo();
  expect(await Promise.all(waiting)).toEqual(['done', 'done']);
  const next = work();
  next.letGo();
  expect(await line.run(next.steps)).toBe('done');
});

test('whoever has too much waiting is asked to come again, others are not', async () => {
  const line = new WorkLine(9, 2);
  const works = [work(), work(), work()];
  const [one, two, other] = works;
  const waiting = [one, two].map((own) => line.run(own?.steps ?? work().steps, 'ann'));
  await expect(line.run(work().steps, 'ann')).rejects.toMatchObject({ code: 'too_many' });
  waiting.push(line.run(other?.steps ?? work().steps, 'bob'));
  for (const { letGo } of works) letGo();
  expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
  const next = work();
  next.letGo();
  expect(await line.run(next.steps, 'ann')).toBe('done');
});
