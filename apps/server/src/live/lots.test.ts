import { addresseeOf } from '@sheetwire/rules/addressee';
import { parseUser } from '@sheetwire/rules/principal';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import { LiveStream, type Outlet, type Watch } from './live-stream.ts';
import { inLots } from './lots.ts';

function watchOf(n: number, waiting = 0): Watch {
  const [user, topic] = [parseUser('ACME/ann'), parseTopic('ACME/RATES/DAILY')];
  if (!user || !topic) throw new Error('a name is malformed');
  const none = () => undefined;
  const outlet: Outlet = { waiting, write: none, onceDrained: none, close: none, destroy: none };
  const owner = {
    user,
    addressee: addresseeOf(user),
    kind: 'session' as const,
    addinVersion: null,
    lineHash: '',
    sessionHash: null,
    bearerId: null,
  };
  const stream = new LiveStream(`s${n}`, owner, outlet);
  const at = { version: n, checkedAt: 0, missed: 0 };
  return { stream, topic, viewSecret: undefined, mayInteract: false, isCatchingUp: false, ...at };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

/** The numbers of the watches in the order in which they had their turn. */
function begun(watches: Iterable<Watch>) {
  const told: number[] = [];
  return { told, steps: inLots(watches, ({ version }) => told.push(version)) };
}

test('each watch has its turn once, in steps of a lot, and few are done in one step', () => {
  const many = begun(range(0, 37).map((n) => watchOf(n)));
  const counts: number[] = [];
  for (const _ of many.steps) counts.push(many.told.length);
  expect(counts).toEqual([16, 32]);
  expect(many.told).toEqual(range(0, 37));
  const few = begun(range(0, 15).map((n) => watchOf(n)));
  expect(few.steps.next().done).toBe(true);
  expect(few.told).toEqual(range(0, 15));
  expect(begun([]).steps.next().done).toBe(true);
});

test('in a lot those come first whose viewers read', () => {
  const { steps, told } = begun(range(0, 18).map((n) => watchOf(n, n % 3 === 0 ? 100_000 : 0)));
  steps.next();
  expect(told).toEqual([1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 0, 3, 6, 9, 12, 15]);
});

test('who goes between two steps has no turn, and who comes is the last', () => {
  const watches = range(0, 20).map((n) => watchOf(n));
  const watching = new Set(watches);
  const { steps, told } = begun(watching);
  steps.next();
  for (const gone of watches.slice(17)) watching.delete(gone);
  watching.add(watchOf(20));
  expect(steps.next().done).toBe(true);
  expect(told).toEqual([...range(0, 17), 20]);
});
