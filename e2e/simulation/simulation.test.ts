import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isSoak as soak } from '../support/soak.ts';
import { type Played, play } from './play.ts';
import { isScene, type SceneName, sceneNames, scenes } from './scenes.ts';
import { againWith, Totals } from './totals.ts';

const run = promisify(execFile);
const minute = 60_000;
const folder = join(import.meta.dirname, '../../test-results');
const { SIM_SEED: again, SIM_SCENE: scene = 'usual', SIM_SEEDS: most = '5000' } = process.env;
/** Of the short form: some, and those that found a fault among many. */
const few = (count: number, ...telling: number[]) => [...Array.from({ length: count }, (_, n) => n + 1), ...telling];
const seedsOf: Readonly<Record<SceneName, readonly number[]>> = {
  usual: few(20, 537_705_578, 537_706_030, 537_707_102),
  'answers lost and slow everywhere': few(10, 52),
  'slow store, lines cut': few(10),
};

if (!isScene(scene)) throw new Error(`there is no scene ${scene}`);

describe('two or three servers, whatever fails in whatever order: nothing is lost, torn or untrue', () => {
  test.each(sceneNames.filter((name) => again === undefined || name === scene))(
    '%s',
    { timeout: 5 * minute },
    async (name) => {
      const seeds = again === undefined ? seedsOf[name] : [Number(again)];
      const totals = new Totals();
      for (const seed of seeds) {
        const played = await play({ ...scenes[name], seed });
        totals.add(played);
        if (played.broken.length > 0 || again !== undefined) keep(played);
        expect(played.broken, `${played.faults.join(', ')}\n${againWith(seed, name)}`).toEqual([]);
      }
      process.stdout.write(`[simulation] ${name}: ${totals.words}\n`);
    },
  );
});

test('a seed is the same whenever it is played', async () => {
  const seed = Number(again ?? 7);
  const [once, twice] = [await play({ seed }), await play({ seed })];
  expect(twice.history.facts).toEqual(once.history.facts);
  expect(twice.digest).toBe(once.digest);
  expect((await play({ seed: seed + 1 })).digest).not.toBe(once.digest);
});

test.runIf(soak && again === undefined).each(sceneNames)(
  'thousands of new seeds keep every promise: %s',
  { timeout: 120 * minute },
  async (name) => {
    const first = randomInt(2 ** 30);
    const cores = availableParallelism();
    const share = Math.ceil(Number(most) / cores);
    const script = join(import.meta.dirname, 'seeds-process.ts');
    const said = await Promise.all(
      Array.from({ length: cores }, (_, n) =>
        run(process.execPath, [script, name, String(first + n * share), String(share)], {
          maxBuffer: 64 * 1024 * 1024,
        }),
      ),
    );
    const lines = said.flatMap(({ stdout }) => stdout.trim().split('\n'));
    const last = said.map(({ stdout }) => stdout.trim().split('\n').at(-1)).join('; ');
    process.stdout.write(`[simulation] ${name}, from seed ${first}: ${last}\n`);
    expect(lines.filter((line) => line.startsWith('broken'))).toEqual([]);
  },
);

/** The whole history, for who looks for the reason. */
function keep({ seed, faults, history }: Played): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `simulation-${seed}.jsonl`);
  writeFileSync(file, history.facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
  process.stdout.write(`[simulation] seed ${seed} (${faults.join(', ') || 'no fault'}): history in ${file}\n`);
}
