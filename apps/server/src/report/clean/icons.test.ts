import { iconOf } from '@sheetwire/sheet/conditional/icons';
import { expect, test } from 'vitest';
import { cleanCell } from './clean-page.ts';

const sets = ['3Arrows', '4Arrows', '5Arrows', '3Flags', '3TrafficLights1', '4TrafficLights', '4RedToBlack', '3Signs'];
const more = ['3Symbols', '3Symbols2', '3Stars', '3Triangles', '4Rating', '5Rating', '5Quarters', '5Boxes'];

test.each([...sets, ...more])('the icons of %s are kept as they are written', (set) => {
  for (let step = 0; step < Number(set[0]); step++) {
    const html = iconOf({ set, showsValue: true, isReversed: false, own: [] }, step) ?? '';
    expect(html).toContain('aria-label');
    expect(cleanCell(html).html).toBe(html);
  }
});
