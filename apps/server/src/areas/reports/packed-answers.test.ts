import { expect, test } from 'vitest';
import type { ReportState } from '#report/report-state.ts';
import { heapHeld, ofOnePiece } from '#testing/heap-held.ts';
import { PackedAnswers } from './packed-answers.ts';

function version(number: number): ReportState {
  return {
    version: number,
    time: '20261121120000000',
    sender: 'ACME/ann',
    pages: [],
    metadata: {},
    holdControls: false,
    held: new Map(),
    ownVersion: number,
    cleaner: 1,
  };
}

function rig(bounds?: { readonly count: number; readonly bytes: number }) {
  const answers = new PackedAnswers(bounds);
  let made = 0;
  const ask = (state: ReportState, key = '', accepts?: string) =>
    answers.of(state, { key, accepts }, async () => ({ text: 'x'.repeat(20_000), made: ++made }));
  return { ask, made: () => made };
}

test('fifty polls of one version are answered with the same bytes', async () => {
  const { ask, made } = rig();
  const state = version(1);
  const all = await Promise.all(Array.from({ length: 50 }, () => ask(state, '', 'gzip, br')));
  expect(new Set(all.map(({ encodedBody }) => encodedBody)).size).toBe(1);
  expect(made()).toBe(1);
});

test('another version, another viewer and another encoding are answers of their own', async () => {
  const { ask, made } = rig();
  const state = version(1);
  await ask(state);
  await ask(version(2));
  await ask(state, 'mayInteract');
  expect((await ask(state, '', 'gzip')).encoding).toBe('gzip');
  expect(made()).toBe(4);
});

test('no more than a few answers of a version are kept', async () => {
  const { ask, made } = rig();
  const state = version(1);
  for (let n = 0; n < 20; n++) await ask(state, String(n));
  await ask(state, '19');
  expect(made()).toBe(20);
  await ask(state, '0');
  expect(made()).toBe(21);
});

test('of all versions together no more is kept than fits, what was asked for lately', async () => {
  for (const bounds of [
    { count: 3, bytes: 1_000_000 },
    { count: 99, bytes: 70_000 },
  ]) {
    const { ask, made } = rig(bounds);
    const [one, two] = [version(1), version(2)];
    await ask(one, 'a');
    await ask(one, 'b');
    await ask(two, 'a');
    await ask(one, 'a');
    await ask(two, 'b');
    await Promise.all([ask(one, 'a'), ask(two, 'a'), ask(two, 'b')]);
    expect(made()).toBe(4);
    await ask(one, 'b');
    expect(made()).toBe(5);
  }
});

test('answers of versions that are gone take no memory', async () => {
  const answers = new PackedAnswers();
  const bytes = await heapHeld(async () => {
    for (let n = 0; n < 60; n++) {
      const make = async () => ({ text: ofOnePiece(`${n} ${'x'.repeat(1_000_000)}`) });
      await answers.of(version(n), { key: '', accepts: undefined }, make);
    }
    return answers;
  });
  expect(bytes).toBeLessThan(10_000_000);
});

test('an answer that could not be made is made anew', async () => {
  const answers = new PackedAnswers();
  const state = version(1);
  const failing = answers.of(state, { key: '', accepts: undefined }, () => Promise.reject(new Error('no disk')));
  await expect(failing).rejects.toThrow('no disk');
  const { encodedBody } = await answers.of(state, { key: '', accepts: undefined }, async () => ({ pages: [] }));
  expect(encodedBody).toBe('{"pages":[]}');
});
