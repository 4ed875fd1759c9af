import { expect, test } from 'vitest';
import { freePort, portsOf } from './free-port.ts';

test('no port is given twice, so that a server that starts again on its port meets nobody there', async () => {
  const ports: number[] = [];
  for (let n = 0; n < 300; n++) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});

test('workers that run beside each other have ports of their own, below those of outgoing connections', () => {
  const all = [1, 2, 3, 4].map(portsOf).toSorted(([a], [b]) => a - b);
  for (const [n, [, to]] of all.entries()) expect(to).toBeLessThanOrEqual(all[n + 1]?.[0] ?? 32_768);
});
