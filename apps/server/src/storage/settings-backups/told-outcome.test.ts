import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import type { Recovery, RecoveryOutcome } from '#ports/settings-backups.ts';
import { heardOf, toldOf } from './told-outcome.ts';

const root = branded<'User'>('ACME/root');
const names = (count: number) => Array.from({ length: count }, (_, n) => `ACME/"${n}" é`);

/** A recovery whose lists are so long. */
function recovery(count: number): Recovery {
  const change = { total: count, added: names(count), removed: names(3), changed: [], leftOut: names(count + 1) };
  return {
    ...{ ...change, kind: 'usergroups', also: [{ ...change, kind: 'permissions' }], offered: [] },
    lost: names(count).map((principal) => ({ of: 'ACME/FX', principal, rights: ['viewers', 'member'] })),
    ...{ adopted: names(count), adoptedBy: root, ended: names(count).map(() => ({ user: root, what: 'everything' })) },
  };
}

test.each([0, 999, 1000, 1001, 2500])('a recovery of %i names is heard as it was told', async (count) => {
  const outcome: RecoveryOutcome = { recovery: recovery(count) };
  expect(await heardOf(structuredClone(toldOf(outcome)))).toEqual(outcome);
});

test('a refusal is told too', async () => {
  const refused: RecoveryOutcome = { refused: 'broken', kind: 'users' };
  expect(await heardOf(toldOf(refused))).toEqual(refused);
});

test('no text of a long list holds many names, so that none takes long to be read', () => {
  const { text, lists } = toldOf({ recovery: recovery(5000) });
  expect(text.length).toBeLessThan(1000);
  for (const part of lists.flat()) expect(JSON.parse(part).length).toBeLessThanOrEqual(1000);
});
