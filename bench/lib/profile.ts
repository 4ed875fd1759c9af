import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The steps of a publish, by the folder whose code ran; the first that fits counts. */
const STEPS: readonly (readonly [string, RegExp])[] = [
  ['start', /node:internal\/(modules|bootstrap|deps)/],
  ['clean', /server\/src\/report\/clean\/|\/parse5\/|\/entities\//],
  ['compare and number', /server\/src\/report\/|packages\/page\//],
  ['tell viewers', /server\/src\/live\/|server\/src\/controls\//],
  ['rights and names', /server\/src\/(policies|principals|rights|identity|secrets)\/|packages\/rules\//],
  ['store', /server\/src\/storage\/|\/kysely\/|\/pg[^/]*\/|node:sqlite|node:internal\/worker|node:zlib/],
  ['check the body', /\/zod\/|packages\/contract\//],
  ['HTTP', /node:|\/fastify\/|\/find-my-way\/|server\/src\/(http|areas)\/|\/(pino|avvio|light-my-request)[^/]*\//],
];

interface Node {
  readonly id: number;
  readonly callFrame: { readonly url: string; readonly functionName: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly Node[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/**
 * How the CPU time in a folder of V8 profiles (one a thread) divides into the steps of a publish: shares of what was
 * neither idle nor loading code. Native work counts for the nearest function above it whose file is known.
 */
export function sharesOf(folder: string): Map<string, number> {
  const spent = new Map<string, number>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
    addShares(JSON.parse(readFileSync(join(folder, file), 'utf8')), spent);
  }
  const all = [...spent.values()].reduce((sum, value) => sum + value, 0);
  return new Map([...spent].map(([step, value]) => [step, value / all] as const).sort((a, b) => b[1] - a[1]));
}

function addShares({ nodes, samples, timeDeltas }: Profile, spent: Map<string, number>): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const steps = new Map<number, string>();
  const stepOf = (id: number): string => {
    const known = steps.get(id);
    if (known !== undefined) return known;
    const node = byId.get(id);
    const parent = parents.get(id);
    const step = (node && ownStep(node)) ?? (parent === undefined ? 'other' : stepOf(parent));
    steps.set(id, step);
    return step;
  };
  samples.forEach((id, n) => {
    const step = stepOf(id);
    if (step !== 'idle' && step !== 'start') spent.set(step, (spent.get(step) ?? 0) + (timeDeltas[n] ?? 0));
  });
}

function ownStep({ callFrame: { url, functionName } }: Node): string | undefined {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage collector';
  if (functionName === '(program)') return 'the runtime itself';
  return url === '' ? undefined : STEPS.find(([, files]) => files.test(url))?.[0];
}
