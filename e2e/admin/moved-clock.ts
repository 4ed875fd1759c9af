import { readFileSync } from 'node:fs';

// Loaded before a portal: its clock is this machine's, moved by the milliseconds that the file MOVED_CLOCK holds.
const { now } = Date;
const moved = Number(readFileSync(process.env.MOVED_CLOCK ?? '', 'utf8'));
Date.now = () => now() + moved;
