import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { limits } from '@sheetwire/contract/limits';
import { publishLinkedFile, publishReport, publishWorkbook } from '@sheetwire/contract/publish';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { cores, pinSelf } from '../lib/child.ts';
import type { Figure } from '../lib/figures.ts';
import { interleave, type Round, ratio, type Sample, type Side } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { type PostTo, post } from '../servers/post.ts';
import { type Product, page, startProduct, TOPIC } from '../servers/product.ts';

const NOW = 'now';
const BEFORE = 'before';
const ROWS = 20_000;
const PUBLISHES = 4;
const MB = 1e6;
/** A workbook of this size with a page of a few cells: the rest is a picture that no sheet shows. */
const BOOK = 24 * MB;
/** Before the first one the start is over; after the last one what is still to be collected is. */
const PAUSE = 3000;

/** What is sent to a portal whose turns are measured. */
interface Load {
  readonly id: string;
  send(product: Product): Promise<void>;
}

/** The longest turn of the event loop while bodies near the limits are published (quality: 50 ms). */
export async function turns({ rounds }: Plan): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const load of [publishes(), linkedFiles(), workbooks()]) figures.push(...(await measured(load, rounds)));
  return figures;
}

async function measured({ id, send }: Load, rounds: number): Promise<Figure[]> {
  const base = process.env.BENCH_BASE;
  const side = (name: string, tree?: string): Side => ({ name, runs: 2, run: () => longest(send, tree) });
  const sides = base === undefined ? [side(NOW)] : [side(NOW), side(BEFORE, base)];
  const all = await interleave(sides, rounds);
  const own: Figure = { id, unit: 'ms', values: all.map(longestOf), note: 'CPU of the main thread' };
  const compared = { id: `${id}: now / before`, metric: 'ms', of: NOW, against: BEFORE };
  return base === undefined ? [own] : [own, ratio(all, compared)];
}

function longestOf(round: Round): number {
  return Math.max(...(round.get(NOW) ?? []).map(({ ms = Number.NaN }) => ms));
}

function publishes(): Load {
  const bodies = Array.from({ length: PUBLISHES }, (_, turn) => bodyOf(turn));
  const id = `longest turn, publishes of ${Math.round((bodies[0] ?? '').length / MB)} MB`;
  return { id, send: (product) => sendAll(product, { path: publishReport.path, bodies }) };
}

function linkedFiles(): Load {
  const size = limits.maxLinkedFile;
  const bodies = Array.from({ length: PUBLISHES }, () => randomBytes(size));
  const path = addressed(publishLinkedFile.path).replace(':name', 'file.bin');
  const id = `longest turn, linked files of ${Math.round(size / MB)} MB`;
  return { id, send: (product) => sendAll(product, { method: 'PUT', path, bodies }) };
}

function workbooks(): Load {
  const bodies = Array.from({ length: PUBLISHES }, (_, turn) => bookOf(turn));
  const path = addressed(publishWorkbook.path);
  const id = `longest turn, workbooks of ${BOOK / MB} MB`;
  return { id, send: (product) => sendAll(product, { method: 'PUT', path, bodies }) };
}

function addressed(path: string): string {
  return path.replace(':entity/:group/:report', TOPIC);
}

function bookOf(turn: number): Uint8Array {
  const sheets = [{ name: 'Positions', body: cellsXml([[[turn, 0]]]) }];
  return buildXlsx({ sheets, parts: { 'xl/media/image1.png': randomBytes(BOOK) } });
}

/** 400,000 cells of which 10,000 have another text each turn: more than is told cell by cell. */
function bodyOf(turn: number): string {
  const html = page(
    ROWS,
    (row, column) => `${(row * 31 + column * 7) % 1000}.${column === 3 && row % 2 ? turn : column}`,
  );
  return JSON.stringify({ topic: 'ACME/BIG/ONE', pages: [{ name: 'Positions', html, styles: ['', '', '', ''] }] });
}

interface Bodies extends Pick<PostTo, 'path' | 'method'> {
  readonly bodies: readonly (string | Uint8Array)[];
}

async function sendAll(product: Product, { bodies, ...what }: Bodies): Promise<void> {
  const headers = {
    authorization: `Bearer ${product.key}`,
    ...(what.method === 'PUT' && { 'content-type': 'application/octet-stream' }),
  };
  const to = { ...what, port: Number(new URL(product.url).port), agent: product.agent, headers };
  for (const body of bodies) await post(to, body);
}

async function longest(send: Load['send'], tree: string | undefined): Promise<Sample> {
  pinSelf(cores.client);
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-turns-'));
  const file = join(folder, 'longest');
  const preload = pathToFileURL(join(import.meta.dirname, '../servers/longest-turn.ts'));
  preload.searchParams.set('out', file);
  const product = await startProduct(1, page(2), { tree, node: ['--import', preload.href] });
  try {
    await pause();
    process.kill(product.pid, 'SIGHUP');
    await send(product);
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
