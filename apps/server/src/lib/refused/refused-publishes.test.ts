import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { heapHeld, ofOnePiece } from '#testing/heap-held.ts';
import { type RefusedPublish, RefusedPublishes } from './refused-publishes.ts';

const topic = branded<'Topic'>('ACME/SALES/DAILY');
const ann = branded<'User'>('ACME/ann');
const { refused: most, refusedReports, refusedText } = limits.publishing;

function build() {
  let now = 0;
  const told: RefusedPublish[] = [];
  const list = new RefusedPublishes(
    () => ++now,
    (_, refused) => told.push(refused),
  );
  const refuse = async (message: string, user = ann, of = topic) => {
    const fault = new Refusal('too_large', { message });
    await expect(list.during(of, user, () => Promise.reject(fault))).rejects.toBe(fault);
  };
  return { list, refuse, told };
}

/** Two servers, and what makes each hear of the other. */
function two() {
  const [one, other] = [build(), build()];
  const tellAll = () => {
    for (const refused of one.told.splice(0)) other.list.told(topic, refused);
    for (const refused of other.told.splice(0)) one.list.told(topic, refused);
  };
  return { one, other, tellAll };
}

test('what is refused is told on and remembered, the newest first', async () => {
  const { list, refuse } = build();
  await refuse('one');
  await refuse('two');
  expect(list.of(topic)).toEqual([
    { at: 2, user: ann, code: 'too_large', message: 'two', count: 1 },
    { at: 1, user: ann, code: 'too_large', message: 'one', count: 1 },
  ]);
});

test('the same refusal in a row is one with a count, of another user it is another', async () => {
  const { list, refuse } = build();
  await refuse('one');
  await refuse('one');
  await refuse('one', branded<'User'>('ACME/bob'));
  expect(list.of(topic).map(({ user, count }) => [user, count])).toEqual([
    ['ACME/bob', 1],
    [ann, 2],
  ]);
});

test('work within work is remembered once, and what is no refusal not at all', async () => {
  const { list } = build();
  const fault = new Refusal('too_large');
  const inner = () => list.during(topic, ann, () => Promise.reject(fault));
  await expect(list.during(topic, ann, inner)).rejects.toBe(fault);
  await expect(list.during(topic, ann, () => Promise.reject(new Error('ours')))).rejects.toThrow('ours');
  expect(list.of(topic)).toEqual([expect.objectContaining({ count: 1 })]);
});

test('the list of a report, its words and the reports are bounded', async () => {
  const { list, refuse } = build();
  for (let n = 0; n < most + 5; n++) await refuse(`${n} ${'x'.repeat(refusedText)}`);
  expect(list.of(topic)).toHaveLength(most);
  expect(list.of(topic)[0]?.message).toHaveLength(refusedText);
  for (let n = 0; n < refusedReports; n++) await refuse('one', ann, branded<'Topic'>(`ACME/SALES/R${n}`));
  expect(list.of(topic)).toEqual([]);
});

test('who is refused at ever new names pushes out nothing of what others were refused', async () => {
  const { list, refuse } = build();
  await refuse('one', branded<'User'>('ACME/bob'));
  await refuse('two');
  for (let n = 0; n < 2 * refusedReports; n++) await refuse('one', ann, branded<'Topic'>(`ACME/SALES/R${n}`));
  expect(list.of(topic).map(({ message }) => message)).toEqual(['two', 'one']);
});

test('of a long reason no more than what is told is kept in memory', async () => {
  const { list } = build();
  const bytes = await heapHeld(() => {
    for (let n = 0; n < 50; n++) {
      const message = ofOnePiece(`${n} ${'x'.repeat(1_000_000)}`);
      list.note(branded<'Topic'>(`ACME/SALES/L${n}`), ann, new Refusal('too_large', { message }));
    }
    return list;
  });
  expect(bytes).toBeLessThan(5_000_000);
});

test('of what several servers refuse all of them come to list the same', async () => {
  const { one, other, tellAll } = two();
  await one.refuse('a');
  tellAll();
  await other.refuse('a');
  tellAll();
  await one.refuse('b');
  await other.refuse('c');
  tellAll();
  await other.refuse('b');
  tellAll();
  expect(one.list.of(topic)).toEqual(other.list.of(topic));
  expect(one.list.of(topic).map(({ message, count }) => [message, count])).toEqual([
    ['b', 2],
    ['c', 1],
    ['a', 2],
  ]);
});

test('what is refused again at one server while something else is at another stands there once', async () => {
  const { one, other, tellAll } = two();
  await one.refuse('a');
  tellAll();
  await one.refuse('b');
  await other.refuse('a');
  tellAll();
  expect(one.list.of(topic)).toEqual(other.list.of(topic));
  expect(one.list.of(topic).map(({ message, count }) => [message, count])).toContainEqual(['a', 2]);
  expect(one.list.of(topic)).toHaveLength(2);
});

test('what another server says again changes nothing, and its list is bounded as well', async () => {
  const { list, refuse, told } = build();
  const clone = build().list;
  for (let n = 0; n < most + 5; n++) await refuse(`${n}`);
  for (const refused of told) clone.told(topic, refused);
  for (const refused of told.slice(-most)) clone.told(topic, refused);
  expect(clone.of(topic)).toEqual(list.of(topic));
  expect(clone.of(topic)).toHaveLength(most);
});
