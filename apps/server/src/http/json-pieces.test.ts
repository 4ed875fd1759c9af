import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { jsonOf } from './json-pieces.ts';

const many = Array.from({ length: 6000 }, (_, n) => `ACME/user.${n}`);

test('an answer with long lists reads as any other, and lets others in between', async () => {
  const answer = {
    isChanged: true,
    left: undefined,
    names: many,
    lines: many.map((name) => ({ name, isDisabled: false, seen: undefined })),
    byGroup: { 'ACME/ONE': many.slice(0, 3), 'ACME/"TWO"': many },
    at: new Date(0),
    nothing: null,
  };
  const json = jsonOf(answer);
  expect(json).toBeInstanceOf(Promise);
  expect(await json).toBe(JSON.stringify(answer));
});

test('many short lists are as long as one', async () => {
  const byGroup = Object.fromEntries(many.map((name) => [name, [name]]));
  const json = jsonOf({ byGroup });
  expect(json).toBeInstanceOf(Promise);
  expect(await json).toBe(JSON.stringify({ byGroup }));
});

const long = 'a "b" \u{1f600}\n'.repeat(50_000);

test('long texts are written in slices too, wherever an answer holds them', async () => {
  for (const answer of [
    { pages: [long, 'short'], styles: [['color:red'], []] },
    { held: { sides: { live: { pages: ['x', long] } } }, topic: 'A/B/C' },
    {
      ops: [
        [0, 'c', 4, long],
        [0, 'r', 1, 0, '<tr>'],
        [0, 'p', `x${long}`],
      ],
    },
    { values: many.slice(0, 300).map((name) => ({ name, text: long.slice(0, 2000), gone: undefined })) },
    [undefined, long, null, `${long}\ud83d`],
  ]) {
    const stringify = vi.spyOn(JSON, 'stringify');
    const json = jsonOf(answer);
    expect(json).toBeInstanceOf(Promise);
    const written = await json;
    const longest = Math.max(...stringify.mock.results.map(({ value }) => String(value).length));
    stringify.mockRestore();
    expect(longest).toBeLessThan(200_000);
    expect(written).toBe(JSON.stringify(answer));
  }
});

test('a short answer is written at once', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonOf(value)).toBe(JSON.stringify(value));
    }),
  );
});
