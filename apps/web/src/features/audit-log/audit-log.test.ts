import { expect, test } from 'vitest';
import { scriptedCalls } from '#lib/test-calls.ts';
import { dayFault, noFilter, readFilter } from './audit-filter.ts';
import { AuditLog } from './audit-log.ts';

function row(id: number) {
  const texts = { actor: 'ACME/ann', action: 'user added', object: 'ACME/bob', before: '', after: '', address: '::1' };
  return { id, timeUtc: '2026-11-20T10:00:00.000Z', ...texts };
}

test('empty fields filter nothing, days are whole days in UTC', () => {
  expect(readFilter(noFilter)).toEqual({});
  expect(readFilter({ actor: ' ann ', action: '', object: '', from: '2026-11-19', to: '2026-11-20' })).toEqual({
    actor: 'ann',
    from: '2026-11-19T00:00:00.000Z',
    to: '2026-11-21T00:00:00.000Z',
  });
  expect([dayFault(''), dayFault('2026-11-19'), dayFault('soon')]).toEqual([
    undefined,
    undefined,
    'Enter a date as yyyy-mm-dd',
  ]);
});

test('older rows come under the newer ones, until there are none', async () => {
  const questions: unknown[] = [];
  const { call } = scriptedCalls({
    rows: (input, nth) => {
      questions.push(input);
      return nth === 1 ? { rows: [row(2)], next: '5-2' } : { rows: [row(1)], next: '' };
    },
  });
  const log = new AuditLog(call);
  await log.show({ actor: 'ann' });
  await log.older();
  await log.older();
  expect(log.store.getState().rows.map(({ id }) => id)).toEqual([2, 1]);
  expect(questions).toEqual([{ actor: 'ann' }, { actor: 'ann', cursor: '5-2' }]);
});

test('what failed says so and is asked again', async () => {
  const { call } = scriptedCalls({
    rows: (_, nth) => {
      if (nth === 1) throw new Error('The server cannot be reached');
      return { rows: [row(1)] };
    },
  });
  const log = new AuditLog(call);
  await log.show({});
  expect(log.store.getState()).toMatchObject({ isAsking: false, failure: 'The server cannot be reached' });
  await log.again();
  expect(log.store.getState()).toMatchObject({ failure: '', rows: [{ id: 1 }] });
});

test('an answer to an older filter is dropped', async () => {
  const slow = Promise.withResolvers<object>();
  const { call } = scriptedCalls({ rows: (_, nth) => (nth === 1 ? slow.promise : { rows: [row(1)] }) });
  const log = new AuditLog(call);
  const first = log.show({ actor: 'zoe' });
  await log.show({ actor: 'ann' });
  slow.resolve({ rows: [row(9)] });
  await first;
  expect(log.store.getState().rows.map(({ id }) => id)).toEqual([1]);
});

test('whoever is no super admin is refused', async () => {
  const { call } = scriptedCalls({ rows: () => ({ unauthorized: true }) });
  const log = new AuditLog(call);
  await log.show({});
  expect(log.store.getState().isRefused).toBe(true);
});
