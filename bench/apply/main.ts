import { median } from '../lib/figures.ts';
import { measureApply, measureScript } from './measure.ts';

const rounds = Number(process.argv[2] ?? 3);
for (const hasFlash of [false, true]) {
  const script = await measureScript(10_000, 3 * rounds, hasFlash);
  const middle = (name: 'product' | 'text' | 'productAgain' | 'textAgain') => median(script.map((one) => one[name]));
  const both = median(script.map((one) => (one.product + one.productAgain) / (one.text + one.textAgain)));
  process.stdout.write(
    `script${hasFlash ? ', tinted' : ''}: document ${middle('product').toFixed(1)} ${middle('productAgain').toFixed(1)} µs, text nodes ${middle('text').toFixed(1)} ${middle('textAgain').toFixed(1)} µs, ratio ${both.toFixed(2)}\n`,
  );
}
if (process.argv[3] === 'script') process.exit();
const figures = await measureApply(rounds);
const yard = figures.find(({ way, cells }) => way === 'plain' && cells === 1000)?.frame ?? 1;
for (const { way, cells, frame, insert } of figures) {
  const columns = [
    way.padEnd(14),
    String(cells).padStart(6),
    `frame ${frame.toFixed(2)} ms`,
    `ratio ${(frame / yard).toFixed(2)}`,
  ];
  process.stdout.write(`${[...columns, `insert ${insert.toFixed(0)} ms`].join('  ')}\n`);
}
