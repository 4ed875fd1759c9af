import { expect, test, vi } from 'vitest';
import { hasProgram } from './build.ts';
import type { runStep } from './steps.ts';

const building = (isGood: boolean, isBuilt = false) => ({
  run: vi.fn<typeof runStep>().mockResolvedValue({ name: 'program', isGood, seconds: 0 }),
  programs: () => (isBuilt ? {} : undefined),
});

test('a start of what is built builds nothing', async () => {
  const built = building(false, true);
  expect(await hasProgram({ ifMissing: true }, built)).toBe(true);
  expect(built.run).not.toHaveBeenCalled();
});

test('a start that cannot build the program runs its sources', async () => {
  const broken = building(false);
  expect(await hasProgram({ ifMissing: true }, broken)).toBe(true);
  expect(broken.run).toHaveBeenCalledOnce();
});

test('a build that was asked for fails as it does, though there is a former one', async () => {
  expect(await hasProgram({ ifMissing: false }, building(false, true))).toBe(false);
  expect(await hasProgram({ ifMissing: false }, building(true))).toBe(true);
});

test('a start that is stopped while it builds starts nothing', async () => {
  expect(await hasProgram({ ifMissing: true, signal: AbortSignal.abort() }, building(false))).toBe(false);
});
