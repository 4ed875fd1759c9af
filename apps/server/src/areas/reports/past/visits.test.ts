import { limits } from '@sheetwire/contract/limits';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { PastVisits } from './visits.ts';

const topic = branded<'Topic'>('ACME/PAST/VISITS');
const actor = { user: branded<'User'>('ACME/ann') };
const at = '2026-11-23T14:32:05.000Z';

function build() {
  const clock = { time: 0, now: () => clock.time };
  const rows: { readonly resolve: () => void; readonly reject: (fault: Error) => void }[] = [];
  const visits = new PastVisits(
    {
      add() {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        rows.push({ resolve: () => resolve(), reject });
        return promise;
      },
    },
    clock,
  );
  const done: number[] = [];
  const look = (n: number) =>
    visits.note(topic, { actor: { ...actor, addressee: addresseeOf(actor.user) }, address: '' }, at).then(
      () => void done.push(n),
      () => void done.push(-n),
    );
  return { clock, rows, done, look };
}

test('no look of a visit is answered before its row is written', async () => {
  const { rows, done, look } = build();
  const looks = [look(1), look(2)];
  await Promise.resolve();
  expect([rows.length, done]).toEqual([1, []]);
  rows[0]?.resolve();
  await Promise.all(looks);
  expect(done).toEqual([1, 2]);
  await look(3);
  expect([rows.length, done]).toEqual([1, [1, 2, 3]]);
});

test('a row that could not be written is no visit: all who wait are refused, and the next look writes one', async () => {
  const { rows, done, look, clock } = build();
  const looks = [look(1), look(2)];
  rows[0]?.reject(new Error('the store is full'));
  await Promise.all(looks);
  expect(done.toSorted((a, b) => a - b)).toEqual([-2, -1]);
  const again = look(3);
  expect(rows).toHaveLength(2);
  rows[1]?.resolve();
  await again;
  clock.time += limits.log.visit;
  const later = look(4);
  rows[2]?.resolve();
  await later;
  expect([rows.length, done.at(-1)]).toEqual([3, 4]);
});

test('who looks at the past of ever new reports has no visit of others noted again', async () => {
  const rows: string[] = [];
  const visits = new PastVisits({ add: async ({ actor: who }) => void rows.push(who) }, { now: () => 0 });
  const look = (name: string, of: string) => {
    const user = branded<'User'>(name);
    return visits.note(branded<'Topic'>(of), { actor: { user, addressee: addresseeOf(user) }, address: '' }, at);
  };
  await look('ACME/bob', topic);
  for (let n = 0; n < 2 * limits.log.visits; n++) await look('ACME/eve', `ACME/PAST/R${n}`);
  await look('ACME/bob', topic);
  expect(rows.filter((who) => who === 'ACME/bob')).toHaveLength(1);
});
