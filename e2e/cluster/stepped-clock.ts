import { readFileSync } from 'node:fs';

// Loaded before a portal: from SIGUSR2 on its clock is this machine's, moved by the milliseconds that the file
// STEPPED_CLOCK holds then.
const { now } = Date;
let moved = 0;
Date.now = () => now() + moved;
process.on('SIGUSR2', () => {
  moved = Number(readFileSync(process.env.STEPPED_CLOCK ?? '', 'utf8'));
});
