import { expect, test } from 'vitest';
import { scriptedCalls } from '#lib/test-calls.ts';
import { groupsThrough, throughWords } from './through.ts';

const { signal } = new AbortController();
const short = (name: string) => name.replace('ACME/', '');

function build() {
  const sent: unknown[] = [];
  const { call } = scriptedCalls({
    getusers: (input) => {
      sent.push(input);
      return { allUsersByGroup: { 'ACME/DESK': ['ACME/ann', 'ACME/bob'], 'ACME/RISK': ['ACME/bob'] } };
    },
  });
  return { call, sent };
}

test('each user is told through which groups the right comes', async () => {
  const { call, sent } = build();
  const list = ['ACME/DESK', 'ACME/RISK', 'ACME/carl', 'ACME/ann'];
  const through = await groupsThrough(call, 'ACME/RATES', list, signal);
  expect(sent).toEqual([{ principal: 'ACME/DESK', principalGroups: ['ACME/RISK'], gropic: 'ACME/RATES' }]);
  const words = ['ACME/ann', 'ACME/bob', 'ACME/carl', 'ACME/dora'].map((user) =>
    throughWords(user, new Set(list), through, short),
  );
  expect(words).toEqual(['directly, through DESK', 'through DESK, RISK', 'directly', '']);
});

test('a list without groups asks nothing', async () => {
  const { call, sent } = build();
  expect((await groupsThrough(call, 'ACME/RATES', ['ACME/ann'], signal)).size).toBe(0);
  expect(sent).toEqual([]);
});
