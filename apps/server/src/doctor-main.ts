import { fileURLToPath } from 'node:url';
import { diagnose } from './doctor/doctor.ts';

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Run by `sheetwire doctor`: what was found as JSON on standard output; a check that still waits does not hold it up. */
const diagnosis = await diagnose(undefined, webDir);
process.stdout.write(`${JSON.stringify(diagnosis)}\n`, () => process.exit(0));
