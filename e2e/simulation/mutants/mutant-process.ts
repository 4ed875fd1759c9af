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
const { changes: _, told, ...how } = mutant;
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const { broken } = await play({ ...how, seed });
  const found = broken.find((each) => told.test(each));
  if (found === undefined) continue;
  process.stdout.write(`${JSON.stringify({ seed, told: found })}\n`);
  break;
}
