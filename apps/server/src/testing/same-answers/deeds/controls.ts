import { expect } from 'vitest';
import { type Deed, publish } from '../acts.ts';
import { desk } from '../reads.ts';
import type { Stage } from '../stage.ts';

const note = '<textarea data-control="Comment"></textarea>';

async function waiting(stage: Stage): Promise<readonly { readonly id: string }[]> {
  const asked = { session: stage.note('session'), cursor: '', waitMs: 0 };
  const { updates } = await stage.does('bot', 'publish/controls/', asked);
  return updates as { id: string }[];
}

/** Controls, and what is held of them. */
export const controls: readonly Deed[] = [
  {
    name: 'a report with a control is published',
    does: publish(desk, [note]),
    shows: ['desk of ann', 'publishing of pub'],
  },
  {
    name: 'a publisher connects',
    async does(stage) {
      const { session } = await stage.does('bot', 'publish/open/', { topics: [desk], instanceId: 'book' });
      stage.notes.set('session', String(session));
    },
    shows: ['desk of ann', 'controls', 'publishing of pub'],
  },
  {
    name: 'a control is used',
    async does(stage) {
      const body = { topic: desk, attributeVal: 'Comment', controlVal: 'seen', id: 'm1-1' };
      stage.open = stage.ask(stage.here, { by: 'ann', path: 'reports/oncontrolaction/', body });
      await expect.poll(() => waiting(stage), { timeout: 10_000 }).toHaveLength(1);
    },
    shows: ['controls'],
  },
  {
    name: 'a control is acknowledged',
    async does(stage) {
      const acks = (await waiting(stage)).map(({ id }) => ({ id, status: 'updated' }));
      await stage.does('bot', 'publish/ack/', { session: stage.note('session'), acks });
      expect(await stage.open).toMatchObject({ body: { updated: true } });
    },
    shows: ['controls'],
  },
  {
    name: 'controls are held',
    does: publish(desk, [note, '1'], { holdControls: true }),
    shows: ['desk of ann'],
  },
];
