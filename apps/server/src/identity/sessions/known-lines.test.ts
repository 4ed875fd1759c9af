import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { newAccount } from '#ports/users.ts';
import { type KnownLine, KnownLines, type Line } from './known-lines.ts';

const [ann, bob] = [branded<'User'>('ACME/ann'), branded<'User'>('ACME/bob')];

function lineOf(user: typeof ann): Line {
  const session = { idHash: '', user, method: 'password' as const, family: null, address: '', agent: '' };
  return {
    user: newAccount({ name: user, email: '', createdAt: 0 }),
    addressee: addresseeOf(user),
    session: { ...session, createdAt: 0, seenAt: 0 },
  };
}

function known(line: Promise<Line | undefined>): KnownLine {
  return { kind: 'session', line, readAt: 0, seenAt: 0 };
}

async function rig() {
  const lines = new KnownLines();
  for (const hash of ['a1', 'a2']) lines.remember(hash, known(Promise.resolve(lineOf(ann))));
  lines.remember('b1', known(Promise.resolve(lineOf(bob))));
  await Promise.resolve();
  return { lines, held: () => ['a1', 'a2', 'b1'].filter((hash) => lines.fresh('session', hash, 0) !== undefined) };
}

test('a changed user is forgotten with all sessions, and nobody else is', async () => {
  const { lines, held } = await rig();
  lines.forgetUser(ann);
  expect(held()).toEqual(['b1']);
  lines.remember('a1', known(Promise.resolve(lineOf(ann))));
  await Promise.resolve();
  lines.forgetUser(ann);
  expect(held()).toEqual(['b1']);
});

test('a session that is being read while a user changes may be theirs: it is read again', async () => {
  const { lines, held } = await rig();
  const reading = Promise.withResolvers<Line>();
  lines.forget('a1');
  lines.remember('a1', known(reading.promise));
  lines.forgetUser(ann);
  reading.resolve(lineOf(ann));
  await reading.promise;
  expect(held()).toEqual(['b1']);
  lines.forgetUser(bob);
  expect([held(), lines.size]).toEqual([[], 0]);
});
