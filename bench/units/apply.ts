import { existsSync } from 'node:fs';
import { env } from 'node:process';
import { type ApplyFigure, measureApply } from '../apply/measure.ts';
import type { Figure } from '../lib/figures.ts';
import { short } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';

/** Applying ten changed cells in Chromium, against text nodes, innerHTML, morphdom and React (quality, browser). */
export async function apply({ isQuick, rounds }: Plan): Promise<Figure[]> {
  const script = 'apply, script / text nodes at 10,000 cells';
  if (!existsSync(env.CHROMIUM ?? '/usr/bin/chromium')) {
    return [{ id: script, unit: 'ratio', values: [], notRun: 'Chromium is not installed' }];
  }
  const all: ApplyFigure[][] = [];
  for (let n = 0; n < (isQuick ? 1 : rounds); n++) all.push(await measureApply(1));
  const of = (way: string, cells: number, pick: 'frame' | 'script') =>
    all.map((round) => round.find((one) => one.way === way && one.cells === cells)?.[pick] ?? Number.NaN);
  const against = (id: string, a: readonly number[], b: readonly number[]): Figure => ({
    id,
    unit: 'ratio',
    values: a.map((value, n) => value / (b[n] ?? Number.NaN)),
    note: `${short(a[0] ?? 0)} ms, ${short(b[0] ?? 0)} ms`,
  });
  const frame = of('sheetwire', 10_000, 'frame');
  return [
    against(
      'apply, frame / text nodes in the same document at 10,000 cells',
      of('sheetwire', 10_000, 'frame'),
      of('sheetwireText', 10_000, 'frame'),
    ),
    against(script, of('sheetwire', 10_000, 'script'), of('sheetwireText', 10_000, 'script')),
    against(
      'apply, frame at 50,000 / plain at 1,000 cells',
      of('sheetwire', 50_000, 'frame'),
      of('plain', 1000, 'frame'),
    ),
    ...['innerHTML', 'morphdom', 'react'].map((way) =>
      against(`apply, frame / ${way} at 10,000 cells`, frame, of(way, 10_000, 'frame')),
    ),
  ];
}
