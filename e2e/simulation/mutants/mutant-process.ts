import { isMutant, type Mutant, mutants } from './mutants.ts';
import { putBack } from './put-back.ts';

/**
 * Plays seeds on a product with a fault put back, until one finds it; says which, and what it told. Arguments: the
 * fault's name, the first seed, how many.
 */
const [name = '', first = '1', count = '1'] = process.argv.slice(2);
if (!isMutant(name)) throw new Error(`there is no fault ${name}`);
const mutant: Mutant = mutants[name];
putBack(mutant);
// Only now, so that it is loaded with the fault.
const { play } = await import('../play.ts');
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const { kinds, isDense, rhythm } = mutant;
  const { broken } = await play({ seed, kinds, isDense, rhythm });
  const told = broken.find((each) => mutant.told.test(each));
  if (told === undefined) continue;
  process.stdout.write(`${JSON.stringify({ seed, told })}\n`);
  break;
}
