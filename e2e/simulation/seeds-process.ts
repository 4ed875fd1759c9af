import { play } from './play.ts';
import { againWith, Totals } from './totals.ts';

/** Plays seeds and says which broke a promise, then what all of them were made of. Arguments: the first, how many. */
const [first = '1', count = '1'] = process.argv.slice(2);
const totals = new Totals();
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const played = await play({ seed });
  totals.add(played);
  const { broken, faults } = played;
  if (broken.length > 0)
    process.stdout.write(`broken: ${JSON.stringify({ seed, faults, broken, again: againWith(seed) })}\n`);
  if ((seed - Number(first)) % 100 === 99) process.stdout.write(`until seed ${seed}: ${totals.words}\n`);
}
process.stdout.write(`${totals.words}\n`);
