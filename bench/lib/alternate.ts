import type { Figure } from './figures.ts';
import { short, shuffled } from './interleave.ts';

/** Work whose CPU is compared in this process; answers its CPU seconds for one unit of work. */
export type Measured = () => Promise<number> | number;

/** Two ways in turn, each twice a round in random order; the ratio is paired a round. */
export async function alternate(
  id: string,
  rounds: number,
  { of, against }: { of: Measured; against: Measured },
): Promise<Figure> {
  await of();
  await against();
  const values: number[] = [];
  const control: number[] = [];
  let last = '';
  for (let n = 0; n < rounds; n++) {
    const spent = { of: [0], against: [0] };
    spent.of.length = 0;
    spent.against.length = 0;
    for (const side of shuffled(['of', 'against', 'of', 'against'] as const)) {
      spent[side].push(await (side === 'of' ? of() : against()));
    }
    const [a = 0, a2 = 0] = spent.of;
    const [b = 0, b2 = 0] = spent.against;
    values.push((a + a2) / (b + b2));
    control.push(a2 / a, b2 / b);
    last = `${short(((a + a2) / 2) * 1e6)} us, ${short(((b + b2) / 2) * 1e6)} us`;
  }
  return { id, unit: 'ratio', values, control, note: last };
}

/** CPU of this process, all threads, in seconds. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** CPU of this thread alone, in seconds. */
export function threadCpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}
