import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { alternate, ownCpu } from '../lib/alternate.ts';
import { sender, startEngine, topicOf, turned, wholeOf } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { startProduct } from '../servers/product.ts';

const SMALL = 50;
const LARGE = 2500;
const CELLS = 10;

/** Publishing ten cells costs the same in a table of 50,000 cells as in one of 1,000 (quality, cells publish). */
export async function cells(plan: Plan): Promise<Figure[]> {
  return [await inEngine(plan), await overHttp(plan)];
}

function changed(turn: number) {
  return Array.from({ length: CELLS }, (_, n) => ({ page: 'Positions', cell: `C${n + 2}`, html: `${turn}.${n}` }));
}

async function inEngine({ rounds, isQuick }: Plan): Promise<Figure> {
  const rig = await startEngine();
  const count = isQuick ? 200 : 1000;
  let turn = 0;
  const publisher = async (name: string, rows: number) => {
    const topic = topicOf(name);
    let { version } = await rig.engine.publish(topic, wholeOf(turned(rows, CELLS, 0)));
    return async () => {
      const from = ownCpu();
      for (let n = 0; n < count; n++) {
        ({ version } = await rig.engine.patch(topic, { sender, baseVersion: version, cells: changed(turn++) }));
      }
      return (ownCpu() - from) / count;
    };
  };
  try {
    const against = await publisher('ACME/RATES/SMALL', SMALL);
    const of = await publisher('ACME/RATES/LARGE', LARGE);
    return await alternate('cells publish in the engine, 50,000 / 1,000 cells', rounds, { of, against });
  } finally {
    await rig.close();
  }
}

async function overHttp({ rounds, isQuick }: Plan): Promise<Figure> {
  const product = await startProduct(1);
  const count = isQuick ? 100 : 500;
  let turn = 0;
  const publisher = async (topic: string, rows: number) => {
    const pages = [{ name: 'Positions', html: turned(rows, CELLS, 0), styles: ['', '', '', ''] }];
    let { version } = await product.call(publishReport, { topic, pages });
    return async () => {
      const from = cpuSeconds(product.pid);
      for (let n = 0; n < count; n++) {
        const input = { topic, baseVersion: version, cells: changed(turn++) };
        ({ version } = await product.call(publishCells, input));
      }
      return (cpuSeconds(product.pid) - from) / count;
    };
  };
  try {
    const against = await publisher('ACME/RATES/SMALL', SMALL);
    const of = await publisher('ACME/RATES/LARGE', LARGE);
    return await alternate('cells publish over HTTP, 50,000 / 1,000 cells', rounds, { of, against });
  } finally {
    await product.stop();
  }
}
