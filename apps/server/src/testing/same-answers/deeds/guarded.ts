import { asBoss, type Deed, moved, publish, sheet } from '../acts.ts';
import { daily } from '../reads.ts';
import type { Stage } from '../stage.ts';

/** Rules, and what waits for approval. */
export const guarded: readonly Deed[] = [
  { name: 'rules are set', does: asBoss('admin/guard/', { topic: daily, rules: [moved] }), shows: ['guard', 'audit'] },
  {
    name: 'a publish is held',
    does: publish(daily, ['200', 'b']),
    shows: ['report of vic', 'versions of vic', 'publishing of pub', 'publishing report', 'guard'],
  },
  { name: 'cells are held with it', does: publish(daily, ['210', 'c']), shows: ['publishing report', 'guard'] },
  {
    name: 'a held publish is released',
    does: (stage) => decide(stage, true),
    shows: ['report of vic', 'versions of vic', 'publishing of pub', 'publishing report', 'guard', 'guard test'],
  },
  { name: 'another is held', does: publish(daily, ['400', 'c']), shows: ['report of vic', 'guard'] },
  {
    name: 'a held publish is refused',
    does: (stage) => decide(stage, false),
    shows: ['report of vic', 'versions of vic', 'publishing of pub', 'publishing report', 'guard'],
  },
  {
    name: 'rules refuse',
    does: asBoss('admin/guard/', { topic: daily, rules: [{ ...moved, action: 'refuse' }] }),
    shows: ['guard', 'audit'],
  },
  {
    name: 'a publish is refused by a rule',
    does: (stage) =>
      stage.ask(stage.here, {
        by: 'bot',
        path: 'publish/report/',
        body: { topic: daily, pages: [{ name: 'P', html: sheet('900') }] },
      }),
    shows: ['publishing report', 'publishing report of boss'],
  },
  {
    name: 'rules warn',
    does: asBoss('admin/guard/', { topic: daily, rules: [{ ...moved, action: 'warn' }] }),
    shows: ['guard'],
  },
  {
    name: 'a publish is marked',
    does: publish(daily, ['901', 'c']),
    shows: ['report of vic', 'guard', 'publishing report'],
  },
  {
    name: 'rules are taken away',
    does: asBoss('admin/guard/', { topic: daily, rules: [] }),
    shows: ['guard', 'audit'],
  },
];

async function decide(stage: Stage, accept: boolean): Promise<unknown> {
  const { held } = await stage.does('boss', 'admin/guard/', { topic: daily });
  const { version } = held as { version: number };
  return stage.does('boss', 'publish/release/', { topic: daily, version, accept, reason: 'looked at' });
}
