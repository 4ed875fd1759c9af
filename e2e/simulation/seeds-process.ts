import { play } from './play.ts';
import { isScene, scenes } from './scenes.ts';
import { againWith, Totals } from './totals.ts';

/** Plays seeds and says which broke a promise, then what all of them were made of. Arguments: the scene, the first, how many. */
const [scene = 'usual', first = '1', count = '1'] = process.argv.slice(2);
if (!isScene(scene)) throw new Error(`there is no scene ${scene}`);
const totals = new Totals();
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const one = await play({ ...scenes[scene], seed });
  totals.add(one);
  const { broken, faults } = one;
  if (broken.length > 0)
    process.stdout.write(`broken: ${JSON.stringify({ seed, faults, broken, again: againWith(seed, scene) })}\n`);
  if ((seed - Number(first)) % 100 === 99) process.stdout.write(`until seed ${seed}: ${totals.words}\n`);
}
process.stdout.write(`${totals.words}\n`);
