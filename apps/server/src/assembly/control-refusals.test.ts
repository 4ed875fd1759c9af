import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import type { AuditNote } from '#ports/audit.ts';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import { actorOf } from '#testing/actor-of.ts';
import { controlRefusals } from './control-refusals.ts';

test('no answer waits for the row about a refused entry, and it tells when that was refused', async () => {
  const clock = new MovedClock();
  const rows: AuditNote[] = [];
  const waiting: (() => Promise<void>)[] = [];
  const audit = { add: async (row: AuditNote) => void rows.push(row), read: async () => [], search: async () => none };
  const note = controlRefusals({ audit, clock, background: { run: (work) => void waiting.push(work) } });
  const topic = branded<'Topic'>('ACME/DESK/ORDERS');
  const refusedAt = clock.now();
  for (let n = 0; n < 2; n++) note(topic, { actor: actorOf('vic'), address: '::1' });
  expect(rows).toEqual([]);
  clock.move(900);
  for (const work of waiting) await work();
  expect(rows).toEqual([
    { at: refusedAt, actor: 'ACME/vic', action: 'control refused', object: topic, address: '::1' },
  ]);
});

const none = { rows: [], next: undefined };
