import { beforeEach, expect, test, vi } from 'vitest';
import { freshPrograms } from '../apps/cli/bin/built.js';
import { hasProgram } from './build.ts';
import type { runStep } from './steps.ts';

vi.mock('../apps/cli/bin/built.js', () => ({ freshPrograms: vi.fn() }));
const run = vi.fn<typeof runStep>();
beforeEach(() => {
  run.mockReset();
  vi.mocked(freshPrograms).mockReset();
});

const ends = (isGood: boolean) => run.mockResolvedValue({ name: 'program', isGood, seconds: 0 });

test('a start of what is built builds nothing', async () => {
  vi.mocked(freshPrograms).mockReturnValue({});
  expect(await hasProgram({ ifMissing: true }, run)).toBe(true);
  expect(run).not.toHaveBeenCalled();
});

test('a start that cannot build the program runs its sources', async () => {
  ends(false);
  expect(await hasProgram({ ifMissing: true }, run)).toBe(true);
});

test('a build that was asked for fails as it does', async () => {
  ends(false);
  expect(await hasProgram({ ifMissing: false }, run)).toBe(false);
  ends(true);
  expect(await hasProgram({ ifMissing: false }, run)).toBe(true);
});

test('a start that is stopped while it builds starts nothing', async () => {
  ends(false);
  expect(await hasProgram({ ifMissing: true, signal: AbortSignal.abort() }, run)).toBe(false);
});
