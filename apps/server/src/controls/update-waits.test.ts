import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { UpdateWaits } from './update-waits.ts';

const rates = branded<'Topic'>('ACME/RATES/DAILY');
const fx = branded<'Topic'>('ACME/FX/DAILY');
const never = { after: () => () => undefined };

test('updates are found by their report, each once however often it was sent, until they end', async () => {
  const waits = new UpdateWaits(never);
  const first = waits.open('a', rates);
  const again = waits.open('a', rates);
  waits.open('b', fx);
  waits.open('c', rates).close();
  expect([waits.ids(rates), waits.ids(fx), waits.ids()]).toEqual([['a'], ['b'], ['a', 'b']]);
  first.close();
  expect(waits.ids(rates)).toEqual(['a']);
  waits.end('a', 'updated');
  expect([await first.ended, await again.ended]).toEqual([undefined, 'updated']);
  expect([waits.ids(rates), waits.ids()]).toEqual([[], ['b']]);
});

test('a word about one report costs nothing for those that wait in others', () => {
  const waits = new UpdateWaits(never);
  for (let n = 0; n < 1000; n++) waits.open(`u${n}`, branded<'Topic'>(`ACME/G/R${n}`));
  let looked = 0;
  const { next } = Object.getPrototypeOf(new Map().entries());
  const prototype = Object.getPrototypeOf(new Map().entries());
  prototype.next = function (this: unknown) {
    looked++;
    return Reflect.apply(next, this, []);
  };
  try {
    expect(waits.ids(branded<'Topic'>('ACME/G/R7'))).toEqual(['u7']);
  } finally {
    prototype.next = next;
  }
  expect(looked).toBeLessThan(10);
});
