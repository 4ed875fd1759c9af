import { afterEach, expect, test } from 'vitest';
import { alerts } from '#features/alerts/alerts.ts';
import { closeOverlay, overlay, showOnceCome, typeAhead } from './overlay.ts';

afterEach(() => alerts.setState([], true));

test('letters are kept for a palette on its way', async () => {
  const Palette = () => null;
  const come = Promise.withResolvers<typeof Palette>();
  expect(typeAhead('a')).toBe(false);
  showOnceCome(come.promise);
  expect([typeAhead('p'), typeAhead(undefined), typeAhead('q')]).toEqual([true, false, true]);
  come.resolve(Palette);
  await expect.poll(() => overlay.getState()).toEqual({ Shown: Palette, typed: 'pq' });
  expect(typeAhead('r')).toBe(false);
  closeOverlay();
});

test('letters are kept for none that failed to come', async () => {
  const come = Promise.withResolvers<never>();
  showOnceCome(come.promise);
  expect(typeAhead('p')).toBe(true);
  come.reject(new Error('It did not come.'));
  await expect.poll(() => typeAhead('q')).toBe(false);
  expect(overlay.getState().Shown).toBeUndefined();
});
