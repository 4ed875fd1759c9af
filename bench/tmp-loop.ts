import { sender, startEngine, topicOf, wholeOf } from './lib/engine.ts';

const rig = await startEngine();
const topic = topicOf('ACME/RATES/DAILY');
const rows = Number(process.argv[2] ?? 25000);
const make = (turn: number) =>
  `<table><tbody>${Array.from({ length: rows }, (_, r) => `<tr>${Array.from({ length: 20 }, (_, c) => `<td data-cell="C${r * 20 + c}" data-s="1">${(r * c + turn * ((r + c) % 3)) % 1000}.5</td>`).join('')}</tr>`).join('')}</tbody></table>`;
let last = performance.now();
let worst = 0;
const t = setInterval(() => {
  const now = performance.now();
  worst = Math.max(worst, now - last - 5);
  last = now;
}, 5);
async function run(name: string, work: () => Promise<unknown>) {
  await new Promise((r) => setTimeout(r, 300));
  worst = 0;
  last = performance.now();
  const s = performance.now();
  const out = await work();
  const took = performance.now() - s;
  await new Promise((r) => setTimeout(r, 300));
  console.log(name, 'took', took.toFixed(0), 'worst gap', worst.toFixed(0), JSON.stringify(out));
}
const ins = [make(0), make(1), make(0).replace('<tbody>', '<tbody><tr><td>new</td></tr>')].map(wholeOf);
console.log((ins[0]!.body.length / 2 ** 20).toFixed(1), 'MiB');
await run('first', () => rig.engine.publish(topic, ins[0]!));
await run('cells', async () =>
  rig.engine.patch(topic, {
    sender,
    baseVersion: rig.engine.head(topic)!.version,
    cells: [{ page: 'Positions', cell: 'C77', html: 'x' }],
  }),
);
await run('row', () => rig.engine.publish(topic, ins[2]!));
await run('third of all', () => rig.engine.publish(topic, ins[1]!));
await run('same', () => rig.engine.publish(topic, ins[1]!));
await run('read', () => rig.engine.read(topic, (s) => s!.pages[0]!.html.length));
clearInterval(t);
await rig.close();
