import { describe, expect, test } from 'vitest';
import { threadCpu } from '../../../scripts/test/thread-cpu.ts';
import { answerOf } from './file-answer.ts';
import type { FileSource } from './render-file.ts';
import { growingFiles } from './test-support/growing-files.ts';

const most = 2.3;
/**
 * What grows faster than its file does so at each try. On a busy machine the compiler is late, and the first tries measure
 * code that is not compiled yet.
 */
const tries = 40;
/** Work of one measurement, in microseconds. */
const measurable = 5000;
const mostRounds = 400;

/** The processor time of this thread alone: what else the machine does is not in it. */
async function workOf(source: FileSource, rounds: number): Promise<number> {
  const from = threadCpu();
  for (let n = 0; n < rounds; n++) await answerOf(source).catch(() => undefined);
  return threadCpu() - from;
}

/** How often a file is read for its work to be measurable once its code is warm: the first reads take many times longer. */
async function roundsOf(source: FileSource): Promise<number> {
  for (let rounds = 1; ; rounds *= 2) {
    const works = [await workOf(source, rounds), await workOf(source, rounds)];
    if (Math.min(...works) >= measurable || rounds >= mostRounds) return rounds;
  }
}

describe('twice the file is at most 2.3 times the work', () => {
  test.each(growingFiles)('$name', async ({ bytes, ending = 'xlsx', size }) => {
    const name = `book.${ending}`;
    const once = { bytes: bytes(size), name };
    const twice = { bytes: bytes(2 * size), name };
    const rounds = await roundsOf(once);
    const ratios: number[] = [];
    while (ratios.length < tries && Math.min(...ratios) > most) {
      // The larger one first: code that is compiled meanwhile would hide how it grows.
      const work = await workOf(twice, rounds);
      ratios.push(work / (await workOf(once, rounds)));
    }
    expect(Math.min(...ratios), ratios.join()).toBeLessThanOrEqual(most);
  });
});
