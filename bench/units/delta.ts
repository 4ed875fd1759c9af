import { gzipSync } from 'node:zlib';
import { publishByBytes, publishByContent } from '@sheetwire/server/report/publish-whole';
import { alternate, ownCpu, threadCpu } from '../lib/alternate.ts';
import { reportLimits, startEngine, topicOf, turned, wholeOf } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';

const ROWS = 500;
const CHANGED = 10;
const TURNS = 40;

/** A whole page of 10,000 cells with ten changed: compare, clean and delta against packing the page once. */
export async function delta({ rounds }: Plan): Promise<Figure[]> {
  const rig = await startEngine();
  try {
    const bodies = Array.from({ length: TURNS }, (_, turn) => wholeOf(turned(ROWS, CHANGED, turn)));
    const [first = wholeOf(turned(ROWS, CHANGED, 0))] = bodies;
    const html = Buffer.from(turned(ROWS, CHANGED, 0));
    const deps = { cleaner: rig.cleaner, limits: reportLimits };
    const begun = await publishByContent(deps, undefined, { ...first, content: first.parse() });
    const { step, raw } = begun;
    if (!step || !raw) throw new Error('the page was not taken in');
    let index = raw;
    const byBytes = () => {
      const from = threadCpu();
      for (const input of bodies) {
        const outcome = publishByBytes(rig.cleaner, { before: step.state, raw: index, input });
        if (!outcome?.raw) throw new Error('the page was not compared by its bytes');
        index = outcome.raw;
      }
      return (threadCpu() - from) / bodies.length;
    };
    const pack = () => {
      const from = threadCpu();
      for (let n = 0; n < PACKS; n++) gzipSync(html, { level: 6 });
      return (threadCpu() - from) / PACKS;
    };
    const topic = topicOf('ACME/RATES/DAILY');
    await rig.engine.publish(topic, first);
    const whole = async () => {
      const from = ownCpu();
      for (const input of bodies) await rig.engine.publish(topic, input);
      return (ownCpu() - from) / bodies.length;
    };
    return [
      await alternate('delta, 10 of 10,000 cells / gzip -6', rounds, { of: byBytes, against: pack }),
      await alternate('whole engine with store, 10 of 10,000 cells / gzip -6', rounds, { of: whole, against: pack }),
    ];
  } finally {
    await rig.close();
  }
}

const PACKS = 8;
