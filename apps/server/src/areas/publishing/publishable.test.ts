import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { RightsIndex } from '#rights/rights-index.ts';
import { TopicIndex } from '#rights/topic-index.ts';
import { type PublishableDeps, PublishableTopics } from './publishable.ts';

const REPORTS = 1000;
const user = (n: number) => branded<'User'>(`ACME/u${n}`);

function build(bounds?: { readonly lists: number; readonly listed: number }) {
  const accounts = Array.from({ length: 30 }, (_, n) => ({ name: user(n), adUser: null, disabledAt: null }));
  const rights = RightsIndex.of({ perms: [], groups: [], accounts, unadministered: 'entity' });
  const index = new TopicIndex();
  const facts = { version: 1, time: '20261120120000000', sender: 'ACME/u0', viewSecret: null, publishSecret: null };
  for (let n = 0; n < REPORTS; n++) {
    const topic = branded<'Topic'>(`ACME/RATES/R${String(n).padStart(6, '0')}`);
    index.topicChanged(undefined, { ...facts, topic, isLive: true });
  }
  let looks = 0;
  const ownedBy: PublishableDeps['ownedBy'] = (who) => {
    looks++;
    return index.ownedBy(rights, who);
  };
  const topics = new PublishableTopics({ rights: () => rights, ownedBy }, bounds);
  const of = (n: number) => topics.of({ user: user(n), blockAdminPage: false });
  return { topics, of, looks: () => looks };
}

test('a list is worked out once for all who ask at once and later, until a report comes or goes', async () => {
  const { topics, of, looks } = build();
  const [one, other] = await Promise.all([of(1), of(1)]);
  expect([one?.topics.length, one?.places, other]).toEqual([REPORTS, ['ACME'], one]);
  await of(1);
  expect(looks()).toBe(1);
  topics.changed();
  await of(1);
  expect(looks()).toBe(2);
});

test('long lists of many users take a bounded memory: the one that was made longest ago goes', async () => {
  const { of, looks } = build({ lists: 99, listed: 3 * (REPORTS + 1) });
  for (const n of [1, 2, 3, 4]) await of(n);
  await Promise.all([of(2), of(3), of(4)]);
  expect(looks()).toBe(4);
  await of(1);
  expect(looks()).toBe(5);
});

test('no more users are remembered than are allowed', async () => {
  const { of, looks } = build({ lists: 2, listed: 1_000_000 });
  for (const n of [1, 2, 3]) await of(n);
  await Promise.all([of(2), of(3)]);
  expect(looks()).toBe(3);
  await of(1);
  expect(looks()).toBe(4);
});

test('one user who looks again and again keeps nobody else from looking', async () => {
  const { topics } = build();
  let isLetGo = false;
  function* look(): Generator<void, string> {
    while (!isLetGo) yield;
    return 'done';
  }
  const asked = Array.from({ length: 1000 }, () => topics.looking(user(1), look()).catch((fault) => fault.code));
  const other = topics.looking(user(2), look());
  isLetGo = true;
  expect(await other).toBe('done');
  const answers = await Promise.all(asked);
  expect(new Set(answers)).toEqual(new Set(['done', 'too_many']));
});
