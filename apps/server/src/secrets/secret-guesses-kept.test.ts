import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import type { Guess } from '#ports/secret-guesses.ts';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import { SecretGuesses } from './secret-guesses.ts';

const { known } = limits.secretGuesses;
const bob = branded<'User'>('ACME/bob');
const eve = branded<'User'>('ACME/eve');

test('who proves secrets of ever new reports has none of others judged again', async () => {
  const judged: Guess[] = [];
  const store = {
    async judge(guess: Guess) {
      judged.push(guess);
      return { state: 'judged' } as const;
    },
  };
  const guesses = new SecretGuesses(store, new MovedClock());
  const give = (caller: typeof bob, report: string, isRight: boolean) =>
    guesses.isRight({
      secret: 'view',
      caller,
      address: '127.0.0.1',
      topic: branded<'Topic'>(`ACME/GUESS/${report}`),
      given: isRight ? 'right' : 'wrong',
      isRight: () => isRight,
      firstNote: () => undefined,
    });
  await give(bob, 'DAILY', false);
  for (let n = 0; n < known + 10; n++) await give(eve, `R${n}`, true);
  expect(judged).toHaveLength(known + 11);
  expect(await give(bob, 'DAILY', false)).toBe(false);
  expect(judged).toHaveLength(known + 11);
});
