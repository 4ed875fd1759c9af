import { measureApply } from './measure.ts';

const rounds = Number(process.argv[2] ?? 3);
const figures = await measureApply(rounds);
const yard = figures.find(({ way, cells }) => way === 'plain' && cells === 1000)?.frame ?? 1;
for (const { way, cells, frame, script, insert } of figures) {
  const columns = [
    way.padEnd(14),
    String(cells).padStart(6),
    `frame ${frame.toFixed(2)} ms`,
    `ratio ${(frame / yard).toFixed(2)}`,
  ];
  process.stdout.write(
    `${[...columns, `script ${script.toFixed(3)} ms`, `insert ${insert.toFixed(0)} ms`].join('  ')}\n`,
  );
}
