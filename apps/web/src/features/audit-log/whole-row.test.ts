import { expect, test } from 'vitest';
import { scriptedCalls } from '#lib/test-calls.ts';
import { jsonOf, wholeRow } from './whole-row.ts';

const row = {
  ...{ id: 42, timeUtc: '2026-11-20T10:00:00.000Z', actor: 'ACME/ann', action: 'rights changed', object: 'ACME/FX' },
  ...{ before: '{"viewers":["ACME/a…', after: '', address: '::1' },
};

test('a row that came cut is asked for by its own place', async () => {
  const whole = { ...row, before: '{"viewers":["ACME/ann"]}' };
  const asked: unknown[] = [];
  const { call } = scriptedCalls({
    rows: (input) => {
      asked.push(input);
      return { rows: [whole] };
    },
  });
  expect(await wholeRow(call, row, new AbortController().signal)).toEqual(whole);
  expect(asked).toEqual([{ cursor: '1795168800000-43', whole: true }]);
});

test('another row in its place is none', async () => {
  const { call } = scriptedCalls({ rows: () => ({ rows: [{ ...row, id: 41 }] }) });
  await expect(wholeRow(call, row, new AbortController().signal)).rejects.toThrow('This entry cannot be read');
});

test('as JSON it is one object, whatever it holds', () => {
  expect(JSON.parse(jsonOf({ ...row, before: '{"a":[1]}' }))).toEqual({ ...row, before: { a: [1] }, after: null });
  expect(JSON.parse(jsonOf(row))).toMatchObject({ before: row.before });
});
