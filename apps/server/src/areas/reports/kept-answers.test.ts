import { expect, test } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

const text = 'x'.repeat(1000);

function rig(bounds: { count: number; bytes: number }) {
  const answers = new KeptAnswers(bounds);
  let made = 0;
  const ask = (key: string) => answers.of({ key, accepts: undefined }, async () => ({ text, made: ++made }));
  return { ask, made: () => made };
}

test('who asks for the same day gets the same bytes, also while they are made', async () => {
  const { ask, made } = rig({ count: 4, bytes: 100_000 });
  const [first, second] = await Promise.all([ask('a'), ask('a')]);
  expect(second).toBe(first);
  expect(await ask('a')).toBe(first);
  expect(made()).toBe(1);
});

test('no more answers are kept than fit, those that were asked for lately', async () => {
  for (const bounds of [
    { count: 2, bytes: 100_000 },
    { count: 9, bytes: 2500 },
  ]) {
    const { ask, made } = rig(bounds);
    for (const key of ['a', 'b', 'a', 'c']) await ask(key);
    expect(made()).toBe(3);
    await ask('a');
    await ask('c');
    expect(made()).toBe(3);
    await ask('b');
    expect(made()).toBe(4);
  }
});

test('an answer that could not be made is made for whoever asks next', async () => {
  const answers = new KeptAnswers({ count: 2, bytes: 100 });
  const ask = { key: '', accepts: undefined };
  await expect(answers.of(ask, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  expect((await answers.of(ask, async () => ({}))).encodedBody).toBe('{}');
});
