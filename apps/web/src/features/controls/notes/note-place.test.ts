import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, cornerOf, type Side, sideOf } from './note-place.ts';

const frame = box(0, 0, 390, 600);
const words = { width: 250, height: 22 };

function box(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height };
}

/** Where words of this size come to stand. */
function boxOf(side: Side, control: Box, { width, height } = words): Box {
  const { left, top } = cornerOf(side, control, { width, height });
  return box(left, top, side.kind === 'under' ? Math.min(width, side.width) : width, height);
}

test('words stand beside their control, at its middle, where there is room', () => {
  const control = box(20, 100, 100, 44);
  const side = sideOf(words, { control, cell: undefined, frame, others: [] });
  expect(boxOf(side, control)).toEqual(box(124, 111, 250, 22));
});

test('words stand under their control and within its cell where the window ends', () => {
  const control = box(190, 100, 180, 44);
  const around = { control, cell: box(186, 98, 190, 48), frame, others: [] };
  expect(sideOf(words, around)).toEqual({ kind: 'under', width: 182 });
  expect(sideOf(words, { ...around, cell: box(186, 98, 400, 48) })).toEqual({ kind: 'under', width: 196 });
});

test('words of a control beyond the edge of the window have the width of its cell, not that of a sliver', () => {
  const beyond = (left: number) => ({ control: box(left, 100, 240, 44), cell: box(left - 4, 98, 250, 48), frame });
  for (const left of [340, 600])
    expect(sideOf(words, { ...beyond(left), others: [] })).toEqual({ kind: 'under', width: 242 });
});

test('words stand under their control where they would cover another, in its row or in the next', () => {
  const control = box(20, 100, 80, 22);
  const around = { control, cell: box(16, 98, 160, 26), frame };
  for (const other of [box(200, 100, 80, 22), box(200, 118, 80, 22)])
    expect(sideOf({ ...words, height: 42 }, { ...around, others: [other] })).toEqual({ kind: 'under', width: 152 });
  expect(sideOf(words, { ...around, others: [box(200, 124, 80, 22)] })).toMatchObject({ kind: 'beside' });
});

test('words of a button stand behind those that stand with it', () => {
  const submit = box(20, 100, 60, 22);
  const others = [box(84, 100, 60, 22), box(20, 60, 180, 30)];
  const side = sideOf({ width: 50, height: 22 }, { control: submit, cell: undefined, frame, others });
  expect(boxOf(side, submit).left).toBe(148);
});

test('words beside a control cover no other and leave no window, wherever the controls stand', () => {
  const place = fc.record({
    left: fc.integer({ min: 0, max: 380 }),
    top: fc.integer({ min: 0, max: 300 }),
    width: fc.integer({ min: 10, max: 200 }),
    height: fc.integer({ min: 10, max: 60 }),
  });
  const boxes = fc.array(place, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(boxes, fc.integer({ min: 20, max: 320 }), (places, width) => {
      const [control = frame, ...others] = places.map((at) => box(at.left, at.top, at.width, at.height));
      const side = sideOf({ width, height: 22 }, { control, cell: undefined, frame, others });
      if (side.kind !== 'beside') return;
      const at = boxOf(side, control, { width, height: 22 });
      const isOver = (one: Box) =>
        one.left < at.right && one.right > at.left && one.top < at.bottom && one.bottom > at.top;
      expect(others.filter(isOver)).toEqual([]);
      expect(at.right).toBeLessThanOrEqual(frame.right);
    }),
  );
});
