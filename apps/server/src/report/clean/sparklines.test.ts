import { sparklineSvg } from '@sheetwire/sheet/sparklines/draw-sparkline';
import type { SparklineGroup } from '@sheetwire/sheet/sparklines/sparkline';
import { expect, test } from 'vitest';
import { cleanCell } from './clean-page.ts';

const group: SparklineGroup = {
  kind: 'line',
  weight: 0.75,
  empty: 'gap',
  least: 'individual',
  most: 'individual',
  isRightToLeft: false,
  hasAxis: true,
  showsHidden: false,
  marks: new Map([
    ['markers', '#123456'],
    ['high', '#654321'],
  ]),
  color: '#376092',
  axisColor: '#000000',
  dates: undefined,
  sparklines: [],
};

test.each(['line', 'column', 'winLoss'] as const)('a %s sparkline passes as it is written', (kind) => {
  const values = Float64Array.of(1, -4, 2, Number.NaN, 7);
  const placed = { group: { ...group, kind }, values, places: undefined, slots: 5, least: -4, most: 7, name: 'a & b' };
  const svg = sparklineSvg(placed, { width: 60, height: 17 });
  expect(cleanCell(svg).html).toBe(svg);
});
