import { expect, test } from 'vitest';
import { controlPrefixes, isControlName } from './control.ts';

test('controls are named after their sheet, and the names of a sheet stay where others come, go or move', () => {
  const alike = controlPrefixes(['売上', '費用', 'Q 1', 'Q-1', 'Prices']);
  expect(new Set(alike.values()).size).toBe(5);
  expect([...alike.values()].every(isControlName)).toBe(true);
  expect([alike.get('Prices'), controlPrefixes(['Q-1']).get('Q-1')]).toEqual(['Prices', 'Q_1']);
  const moved = controlPrefixes(['Prices', 'Q-1', 'Q 1', 'Other', '費用', '売上']);
  for (const [sheet, prefix] of alike) expect([sheet, moved.get(sheet)]).toEqual([sheet, prefix]);
});

test('a sheet whose name is longer than a prefix has one of its own', () => {
  const long = 'x'.repeat(60);
  const prefixes = [...controlPrefixes([`${long}1`, `${long}2`]).values()];
  expect(new Set(prefixes).size).toBe(2);
  expect(prefixes.every((prefix) => isControlName(`${prefix}.XFD1048576`))).toBe(true);
});
