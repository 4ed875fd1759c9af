import { existsSync } from 'node:fs';
import { env } from 'node:process';
import { type ApplyFigure, measureApply, measureScript, type ScriptFigure } from '../apply/measure.ts';
import { type Figure, median } from '../lib/figures.ts';
import { short } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';

/** Applying ten changed cells in Chromium, against text nodes, innerHTML, morphdom and React (quality, browser). */
export async function apply({ isQuick, rounds }: Plan): Promise<Figure[]> {
  const script = 'apply, script / text nodes at 10,000 cells';
  if (!existsSync(env.CHROMIUM ?? '/usr/bin/chromium')) {
    return [{ id: script, unit: 'ratio', values: [], notRun: 'Chromium is not installed' }];
  }
  const plain = scriptFigure(script, await measureScript(10_000, 3 * rounds, false));
  const tinted = scriptFigure(
    'apply, script with the tint / text nodes at 10,000 cells',
    await measureScript(10_000, 3 * rounds, true),
  );
  const all: ApplyFigure[][] = [];
  for (let n = 0; n < (isQuick ? 1 : rounds); n++) all.push(await measureApply(1));
  const of = (way: string, cells: number) =>
    all.map((round) => round.find((one) => one.way === way && one.cells === cells)?.frame ?? Number.NaN);
  const against = (id: string, a: readonly number[], b: readonly number[]): Figure => ({
    id,
    unit: 'ratio',
    values: a.map((value, n) => value / (b[n] ?? Number.NaN)),
    note: `${short(a[0] ?? 0)} ms, ${short(b[0] ?? 0)} ms`,
  });
  const frame = of('sheetwire', 10_000);
  return [
    against(
      'apply, frame / text nodes in the same document at 10,000 cells',
      of('sheetwire', 10_000),
      of('sheetwireText', 10_000),
    ),
    plain,
    tinted,
    against('apply, frame at 50,000 / plain at 1,000 cells', of('sheetwire', 50_000), of('plain', 1000)),
    ...['innerHTML', 'morphdom', 'react'].map((way) =>
      against(`apply, frame / ${way} at 10,000 cells`, frame, of(way, 10_000)),
    ),
  ];
}

/** Ratio a round, of the two measurements of each side; the second of a side against its first is the control. */
function scriptFigure(id: string, rounds: readonly ScriptFigure[]): Figure {
  const middle = (pick: (round: ScriptFigure) => number) => short(median(rounds.map(pick)));
  return {
    id,
    unit: 'ratio',
    values: rounds.map((round) => (round.product + round.productAgain) / (round.text + round.textAgain)),
    control: rounds.flatMap((round) => [round.productAgain / round.product, round.textAgain / round.text]),
    note: `${middle(({ product }) => product)} µs, ${middle(({ text }) => text)} µs`,
  };
}
