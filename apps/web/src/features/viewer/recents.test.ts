import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { SavedRecents, withFirst } from './recents.ts';

test('the selected report moves to the front and stands there once', () => {
  expect(withFirst(['A/B/C', 'A/B/D'], 'A/B/D')).toEqual(['A/B/D', 'A/B/C']);
});

test('the list has an end', () => {
  const many = Array.from({ length: limits.maxRecents }, (_, n) => `A/B/R${n}`);
  expect(withFirst(many, 'A/B/NEW')).toHaveLength(limits.maxRecents);
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A list that is saved over a line which a test cuts and mends. */
function saving() {
  const line = { state: 'up' as 'up' | 'down', tell: () => undefined as unknown };
  const [sent, refused]: [string[][], unknown[]] = [[], []];
  const site = { answer: async () => undefined as unknown, present: [] as string[] | undefined };
  const saved = new SavedRecents({
    present: () => site.present,
    save: (recents) => {
      sent.push(recents);
      return site.answer();
    },
    line: {
      get state() {
        return line.state;
      },
      subscribe(listener) {
        line.tell = listener;
        return () => undefined;
      },
    },
    onRefused: (error) => void refused.push(error),
  });
  saved.start();
  const save = (recents: string[]) => {
    site.present = recents;
    saved.save();
  };
  const cut = () => {
    line.state = 'down';
    site.answer = () => Promise.reject(new NetworkFailure(new Error('no line')));
  };
  const mend = () => {
    line.state = 'up';
    site.answer = async () => undefined;
    line.tell();
  };
  return { saved, save, sent, refused, site, cut, mend };
}

test('a list that a lost line swallowed is saved once, when the line is back, and nobody is alerted', async () => {
  const { save, sent, refused, cut, mend } = saving();
  cut();
  save(['A/B/C']);
  save(['A/B/D', 'A/B/C']);
  await settled();
  mend();
  mend();
  await Promise.resolve();
  expect(sent.slice(2)).toEqual([['A/B/D', 'A/B/C']]);
  expect(refused).toEqual([]);
});

test('what another tab made of a list that was lost is what is saved with the line', async () => {
  const { save, sent, site, cut, mend } = saving();
  cut();
  save(['A/B/C']);
  await settled();
  site.present = ['A/B/D', 'A/B/C'];
  mend();
  expect(sent.at(-1)).toEqual(['A/B/D', 'A/B/C']);
});

test('a list that the server refuses is told and not sent again', async () => {
  const { save, sent, refused, site, mend } = saving();
  const fault = new Error('Too many requests');
  site.answer = () => Promise.reject(fault);
  save(['A/B/C']);
  await settled();
  mend();
  expect([sent.length, refused]).toEqual([1, [fault]]);
});

test('of lists on a late line one is on its way at a time, and the newest goes next', async () => {
  const { save, sent, site } = saving();
  const answers: (() => void)[] = [];
  site.answer = () => new Promise((resolve) => void answers.push(() => resolve(undefined)));
  for (const recents of [['A/B/C'], ['A/B/D', 'A/B/C'], ['A/B/E', 'A/B/D', 'A/B/C']]) save(recents);
  await settled();
  expect(sent).toEqual([['A/B/C']]);
  answers[0]?.();
  await settled();
  expect(sent.slice(1)).toEqual([['A/B/E', 'A/B/D', 'A/B/C']]);
  answers[1]?.();
  await settled();
  expect(sent).toHaveLength(2);
});

test('a list that waits for its turn goes when the page does', async () => {
  const { saved, save, sent, site } = saving();
  site.answer = () => new Promise(() => undefined);
  save(['A/B/C']);
  save(['A/B/D', 'A/B/C']);
  saved.leave();
  saved.leave();
  expect(sent).toEqual([['A/B/C'], ['A/B/D', 'A/B/C']]);
});

test('a list that was on its way while the line was lost and came back is saved again', async () => {
  const { save, sent, site, mend } = saving();
  const { promise, reject } = Promise.withResolvers<unknown>();
  site.answer = () => promise;
  save(['A/B/C']);
  mend();
  reject(new NetworkFailure(new Error('late')));
  await settled();
  expect(sent).toEqual([['A/B/C'], ['A/B/C']]);
});

test('what another tab made of a list that waits for its turn is what is saved', async () => {
  const { save, sent, site } = saving();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  site.answer = () => promise;
  save(['A/B/C']);
  save(['A/B/D', 'A/B/C']);
  site.present = ['A/B/E', 'A/B/D', 'A/B/C'];
  resolve(undefined);
  await settled();
  expect(sent.slice(1)).toEqual([['A/B/E', 'A/B/D', 'A/B/C']]);
});

test('once somebody else uses the page, nothing of the list before is saved', async () => {
  const { saved, save, sent, site } = saving();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  site.answer = () => promise;
  save(['A/B/C']);
  save(['A/B/D', 'A/B/C']);
  site.present = undefined;
  saved.leave();
  resolve(undefined);
  await settled();
  expect(sent).toEqual([['A/B/C']]);
});
