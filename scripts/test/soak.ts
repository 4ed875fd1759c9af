import { buildWeb } from '../build.ts';
import { root, runStep } from '../steps.ts';

/** The long forms of the fault and load tests, by hand (interfaces 1). */
process.chdir(root);
process.env.SHEETWIRE_SOAK = 'yes';
await buildWeb({ ifMissing: true });
const step = { name: 'soak', command: 'vitest', args: ['run', '--project', 'e2e', 'e2e/faults'] };
if (!(await runStep(step)).isGood) process.exitCode = 1;
