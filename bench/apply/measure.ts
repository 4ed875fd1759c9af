import { type Harness, startHarness } from '../../e2e/report-document/harness.ts';

/** One way at one size: CPU of the page's main thread in ms for an update with its frame, the empty frame taken off. */
export interface ApplyFigure {
  readonly way: string;
  readonly cells: number;
  readonly frame: number;
  readonly insert: number;
}

/** Script of one delta of ten cells in µs, of the document and of its text nodes written by hand, each measured twice. */
export interface ScriptFigure {
  readonly product: number;
  readonly text: number;
  readonly productAgain: number;
  readonly textAgain: number;
}

const COLUMNS = 20;
const FRAMES = 30;

interface Case {
  readonly way: string;
  readonly cells: number;
}

/** The plan: the product and its floor at every size, each peer where it still ends in reasonable time. */
export const plan: readonly Case[] = [
  ...[1000, 10_000, 50_000].flatMap((cells) => [
    { way: 'plain', cells },
    { way: 'sheetwire', cells },
    { way: 'sheetwireText', cells },
  ]),
  ...['innerHTML', 'morphdom', 'react'].map((way) => ({ way, cells: 10_000 })),
];

/** Measures in rounds, all cases in turn, and answers the median of each; `plain` at 1,000 cells is the yardstick. */
export async function measureApply(rounds: number): Promise<ApplyFigure[]> {
  const harness = await startHarness({ entry: 'peers', hasPolicy: false });
  try {
    const all: ApplyFigure[][] = plan.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [n, one] of plan.entries()) all[n]?.push(await measureOne(harness, one));
    }
    return all.map(middle);
  } finally {
    await harness.close();
  }
}

async function measureOne(harness: Harness, { way, cells }: Case): Promise<ApplyFigure> {
  const { page, context } = await harness.open();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpu = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const spent = async (statements: string) => {
    const before = await cpu();
    await page.evaluate(statements);
    return (await cpu()) - before;
  };
  const insert = Number(await page.evaluate(`harness.draw('${way}', ${cells / COLUMNS})`));
  const count = way === 'plain' || way.startsWith('sheetwire') ? FRAMES : FRAMES / 3;
  await page.evaluate(`harness.frames(5, false)`);
  const empty = await spent(`harness.frames(${count}, true)`);
  const busy = await spent(`harness.frames(${count}, false)`);
  await context.close();
  return { way, cells, frame: (busy - empty) / count, insert };
}

/** Measures script alone, round by round; `hasFlash` tints the changed cells that are on screen as well. */
export async function measureScript(cells: number, rounds: number, hasFlash: boolean): Promise<ScriptFigure[]> {
  const harness = await startHarness({ entry: 'peers', hasPolicy: false });
  try {
    const { page } = await harness.open();
    return await page.evaluate<ScriptFigure[]>(`harness.script(${cells / COLUMNS}, ${rounds}, ${hasFlash})`);
  } finally {
    await harness.close();
  }
}

function middle(figures: ApplyFigure[]): ApplyFigure {
  const median = (pick: (figure: ApplyFigure) => number) =>
    figures.map(pick).sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
  const [first] = figures;
  return {
    way: first?.way ?? '',
    cells: first?.cells ?? 0,
    frame: median(({ frame }) => frame),
    insert: median(({ insert }) => insert),
  };
}
