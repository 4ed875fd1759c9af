import fc from 'fast-check';
import { expect, test } from 'vitest';
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

test('a short answer is written at once', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonOf(value)).toBe(JSON.stringify(value));
    }),
  );
});
