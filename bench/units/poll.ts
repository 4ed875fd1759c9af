import { gzipSync } from 'node:zlib';
import { watch } from '@sheetwire/contract/live';
import { publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import { alternate, ownCpu } from '../lib/alternate.ts';
import { turned } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { post } from '../servers/post.ts';
import { type Product, startProduct, TOPIC } from '../servers/product.ts';

const ROWS = 500;
const POLLERS = 50;
const PACKS = 50;
const STYLES = ['color:#111', 'color:#222', 'font-weight:bold', 'text-align:right'];

/** Polling clients: an answer without news against an empty one, and how often a version is packed for fifty. */
export async function poll(plan: Plan): Promise<Figure[]> {
  const product = await startProduct(POLLERS, turned(ROWS, 10, 0));
  const client = await product.connect(1);
  try {
    const [streamId = ''] = client.streamIds;
    const empty = JSON.stringify({ streamId, topics: [] });
    const { time } = JSON.parse(
      (await ask(product, report.path, JSON.stringify({ topic: TOPIC }), { isPlain: true })).toString(),
    );
    const unchanged = JSON.stringify({ topic: TOPIC, reportTime: time, numSnapshotDates: 0 });
    const many = plan.isQuick ? 600 : 2000;
    const cost = (path: string, body: string) => async () => {
      const from = cpuSeconds(product.pid);
      for (let n = 0; n < many; n++) await ask(product, path, body);
      return (cpuSeconds(product.pid) - from) / many;
    };
    const id = 'polling, unchanged / empty answer';
    const same = await alternate(id, plan.rounds, {
      of: cost(report.path, unchanged),
      against: cost(watch.path, empty),
    });
    return [same, await compressions(product, plan.rounds)];
  } finally {
    await client.close();
    await product.stop();
  }
}

/** CPU of fifty polls of a new version, less fifty without news, in packings of the page. */
async function compressions(product: Product, rounds: number): Promise<Figure> {
  const values: number[] = [];
  for (let turn = 1; turn <= rounds + 1; turn++) {
    const html = turned(ROWS, 10, turn);
    await product.call(publishReport, { topic: TOPIC, pages: [{ name: 'Positions', html, styles: STYLES }] });
    const from = cpuSeconds(product.pid);
    await Promise.all(
      Array.from({ length: POLLERS }, (_, n) =>
        ask(product, report.path, JSON.stringify({ topic: TOPIC }), { viewer: n }),
      ),
    );
    const spent = cpuSeconds(product.pid) - from;
    const packed = ownCpu();
    for (let n = 0; n < PACKS; n++) gzipSync(html, { level: 6 });
    if (turn > 1) values.push(spent / ((ownCpu() - packed) / PACKS));
  }
  const note = `CPU of ${POLLERS} polls of one new version, in gzip -6 of its page`;
  return { id: 'polling, 50 polls of a version / one compression', unit: 'ratio', values, note };
}

function ask(product: Product, path: string, body: string, { viewer = 0, isPlain = false } = {}): Promise<Buffer> {
  const headers = {
    cookie: product.cookies[viewer] ?? '',
    'sec-fetch-site': 'same-origin',
    ...(isPlain ? {} : { 'accept-encoding': 'gzip, deflate, br, zstd' }),
  };
  return post({ port: Number(new URL(product.url).port), path, agent: product.agent, headers }, body);
}
