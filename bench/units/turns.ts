import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publishReport } from '@sheetwire/contract/publish';
import { cores, pinSelf } from '../lib/child.ts';
import type { Figure } from '../lib/figures.ts';
import { interleave, type Round, ratio, type Sample, type Side } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { post } from '../servers/post.ts';
import { page, startProduct } from '../servers/product.ts';

const NOW = 'now';
const BEFORE = 'before';
const ROWS = 20_000;
const PUBLISHES = 4;
/** Before the first one the start is over; after the last one what is still to be collected is. */
const PAUSE = 3000;

/** The longest turn of the event loop while bodies near the limit are published (quality: 50 ms). */
export async function turns({ rounds }: Plan): Promise<Figure[]> {
  const base = process.env.BENCH_BASE;
  const bodies = Array.from({ length: PUBLISHES }, (_, turn) => bodyOf(turn));
  const side = (name: string, tree?: string): Side => ({ name, runs: 2, run: () => longest(bodies, tree) });
  const sides = base === undefined ? [side(NOW)] : [side(NOW), side(BEFORE, base)];
  const all = await interleave(sides, rounds);
  const id = `longest turn, publishes of ${Math.round((bodies[0] ?? '').length / 1e6)} MB`;
  const own: Figure = { id, unit: 'ms', values: all.map(longestOf), note: 'CPU of the main thread' };
  const compared = { id: `${id}: now / before`, metric: 'ms', of: NOW, against: BEFORE };
  return base === undefined ? [own] : [own, ratio(all, compared)];
}

function longestOf(round: Round): number {
  return Math.max(...(round.get(NOW) ?? []).map(({ ms = Number.NaN }) => ms));
}

/** 400,000 cells of which 10,000 have another text each turn: more than is told cell by cell. */
function bodyOf(turn: number): string {
  const html = page(
    ROWS,
    (row, column) => `${(row * 31 + column * 7) % 1000}.${column === 3 && row % 2 ? turn : column}`,
  );
  return JSON.stringify({ topic: 'ACME/BIG/ONE', pages: [{ name: 'Positions', html, styles: ['', '', '', ''] }] });
}

async function longest(bodies: readonly string[], tree: string | undefined): Promise<Sample> {
  pinSelf(cores.client);
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-turns-'));
  const file = join(folder, 'longest');
  const preload = pathToFileURL(join(import.meta.dirname, '../servers/longest-turn.ts'));
  preload.searchParams.set('out', file);
  const product = await startProduct(1, page(2), { tree, node: ['--import', preload.href] });
  try {
    await pause();
    process.kill(product.pid, 'SIGHUP');
    const to = { port: Number(new URL(product.url).port), path: publishReport.path, agent: product.agent };
    const headers = { authorization: `Bearer ${product.key}` };
    for (const body of bodies) await post({ ...to, headers }, body);
    await pause();
    return { ms: Number(await readFile(file, 'utf8')) };
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
    pinSelf(undefined);
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
