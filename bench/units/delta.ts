import { gzipSync } from 'node:zlib';
import { publishByBytes, publishByContent } from '@sheetwire/server/report/publish/publish-whole';
import { alternate, ownCpu, threadCpu } from '../lib/alternate.ts';
import { reportLimits, startEngine, topicOf, turned, wholeOf } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';

const ROWS = 500;
const CHANGED = 10;
/** Two bodies in turn: a body that has just come in is in the processor's caches, as the packed page is. */
const TURNS = 80;

/** A whole page of 10,000 cells with ten changed: compare, clean and delta against packing the page once. */
export async function delta({ rounds }: Plan): Promise<Figure[]> {
  const rig = await startEngine();
  try {
    const two = [0, 1].map((turn) => wholeOf(turned(ROWS, CHANGED, turn)));
    const bodies = Array.from({ length: TURNS / 2 }, () => two).flat();
    const [first = wholeOf(turned(ROWS, CHANGED, 0))] = bodies;
    const html = Buffer.from(turned(ROWS, CHANGED, 0));
    const deps = { cleaner: rig.cleaner, limits: reportLimits };
    const begun = await publishByContent(deps, undefined, { ...first, content: first.parse() });
    const { step, raw } = begun;
    if (!step || !raw) throw new Error('the page was not taken in');
    let index = raw;
    // The system counts CPU in ticks of some milliseconds: a measure must last a hundred of them.
    const many = Array.from({ length: REPEATS }, () => bodies).flat();
    const byBytes = () => {
      const from = threadCpu();
      for (const input of many) {
        const outcome = publishByBytes(deps, { before: step.state, raw: index, input });
        if (!outcome?.raw) throw new Error('the page was not compared by its bytes');
        index = outcome.raw;
      }
      return (threadCpu() - from) / many.length;
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

const PACKS = 80;
const REPEATS = 150;
