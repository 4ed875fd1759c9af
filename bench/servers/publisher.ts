import type { Agent } from 'node:http';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { turned } from '../lib/engine.ts';
import { post } from './post.ts';

/** How many publish at once. */
export const PUBLISHERS = 16;
export const KINDS = ['cells', 'whole pages'] as const;
export type Kind = (typeof KINDS)[number];
const ROWS = 50;
const CELLS = 10;

/** A server that is published to, and with which key. */
interface To {
  readonly url: string;
  readonly key: string;
}

/** One publisher with a report of its own: each publish waits for the acknowledgement of the one before. */
export async function publisher(
  { url, key }: To,
  agent: Agent,
  { kind, n }: { readonly kind: Kind; readonly n: number },
): Promise<() => Promise<void>> {
  const topic = `ACME/${kind === 'cells' ? 'CELLS' : 'PAGES'}/P${n}`;
  const port = Number(new URL(url).port);
  const headers = { authorization: `Bearer ${key}` };
  const call = async (path: string, body: string) =>
    JSON.parse((await post({ port, path, agent, headers }, body)).toString());
  const whole = (turn: number) =>
    JSON.stringify({
      topic,
      pages: [{ name: 'Positions', html: turned(ROWS, CELLS, turn), styles: ['', '', '', ''] }],
    });
  const bodies = Array.from({ length: TURNS }, (_, turn) => whole(turn));
  let turn = 0;
  let { version } = await call(publishReport.path, bodies[0] ?? '');
  return async () => {
    turn++;
    if (kind === 'whole pages') {
      await call(publishReport.path, bodies[turn % TURNS] ?? '');
      return;
    }
    const cells = Array.from({ length: CELLS }, (_, cell) => ({
      page: 'Positions',
      cell: `C${cell + 2}`,
      html: `${turn}.${cell}`,
    }));
    ({ version } = await call(publishCells.path, JSON.stringify({ topic, baseVersion: version, cells })));
  };
}

/** Different bodies of one publisher. */
const TURNS = 8;
