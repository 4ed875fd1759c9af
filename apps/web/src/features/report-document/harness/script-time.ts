import type { CellOp } from '@sheetwire/contract/live';
import { cellOp } from '@sheetwire/contract/ops';
import type { ReportDocument } from '../report-document.ts';
import { chance } from './random-versions.ts';

type Delta = readonly CellOp[];

/** Time of one delta in µs, by each side and by each side once more: A against A. */
export interface ScriptRound {
  product: number;
  text: number;
  productAgain: number;
  textAgain: number;
}

const CELLS = 10;
const DELTAS = 200;
/** Blocks of one side in a round: the page's clock has steps of 0.1 ms, so that one block alone says little. */
const BLOCKS = 4;
const WARM_ROUNDS = 3;

/** The text nodes of cells that hold text alone. */
export function textNodes(cells: readonly Element[]): Text[] {
  return cells.map(({ firstChild }) => {
    if (firstChild instanceof Text) return firstChild;
    throw new Error('a cell of the measurement has no text');
  });
}

/**
 * Script of a delta and of writing its text nodes, in one document, by turns in random order. Both sides get the same
 * parsed ops, ten random cells of the page; the text side finds its nodes in an array made beforehand, and the document
 * has met every cell. Frames lie between the blocks of deltas, so that their layout is in neither.
 */
export async function scriptRounds(live: ReportDocument, rounds: number): Promise<ScriptRound[]> {
  const nodes = textNodes([...live.root.querySelectorAll('td')]);
  const product = (ops: Delta) => {
    live.apply(ops);
  };
  const text = (ops: Delta) => {
    for (const op of ops) {
      const node = nodes[cellOp.cell(op)];
      if (node) node.data = cellOp.html(op);
    }
  };
  const sides: readonly [keyof ScriptRound, (ops: Delta) => void][] = [
    ['product', product],
    ['text', text],
    ['productAgain', product],
    ['textAgain', text],
  ];
  for (const n of nodes.keys()) product([[0, 'c', n, `${n}.5`]]);
  const below = chance(7);
  const all: ScriptRound[] = [];
  for (let n = 0; n < WARM_ROUNDS + rounds; n++) {
    const round: ScriptRound = { product: 0, text: 0, productAgain: 0, textAgain: 0 };
    const turns = Array.from({ length: BLOCKS }, () => sides).flat();
    for (const [side, write] of shuffled(turns, below)) {
      round[side] += (await timeOf(write, randomDeltas(nodes.length, below))) / BLOCKS;
    }
    if (n >= WARM_ROUNDS) all.push(round);
  }
  return all;
}

function shuffled<T>(values: readonly T[], below: (limit: number) => number): T[] {
  const left = [...values];
  const out: T[] = [];
  while (left.length > 0) out.push(...left.splice(below(left.length), 1));
  return out;
}

function randomDeltas(cells: number, below: (limit: number) => number): Delta[] {
  return Array.from({ length: DELTAS }, () =>
    Array.from({ length: CELLS }, (): CellOp => [0, 'c', below(cells), `${below(1000)}.${below(100)}`]),
  );
}

async function timeOf(write: (ops: Delta) => void, deltas: readonly Delta[]): Promise<number> {
  await frame();
  const started = performance.now();
  for (const ops of deltas) write(ops);
  const time = performance.now() - started;
  await frame();
  return (time * 1000) / deltas.length;
}

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
