import { Agent, request } from 'node:http';
import { argv, stdout } from 'node:process';

/**
 * Asks the portal's /healthz every 20 ms, from a process of its own so that nothing but the portal's own delay is seen;
 * says the longest time between a question and its answer, in ms, when it is told to stop. Time in which this process
 * itself stood still, as on a machine that does other things, is not the portal's.
 */
const EVERY = 20;
const url = `${argv[2]}/healthz`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const worst = { ms: 0, failed: 0, asked: 0 };
let open = 0;
let onDone = (): void => undefined;
const own = { last: performance.now(), stood: 0 };

/** How long this process has stood still so far: a beat that came far too late came so much too late. */
function stoodStill(): number {
  const late = performance.now() - own.last - EVERY;
  return own.stood + (late > EVERY ? late : 0);
}

/** A watch that stands while this process does. */
function watch(): number {
  return performance.now() - stoodStill();
}

function beat(): void {
  Object.assign(own, { stood: stoodStill(), last: performance.now() });
  if (open > 0) return;
  const from = watch();
  open++;
  worst.asked++;
  const done = (isGood: boolean) => {
    open--;
    if (!isGood) worst.failed++;
    worst.ms = Math.max(worst.ms, watch() - from);
    onDone();
  };
  request(url, { agent }, (answer) => {
    answer.resume();
    answer.once('end', () => done(answer.statusCode === 200));
  })
    .once('error', () => done(false))
    .end();
}

setInterval(beat, EVERY);
stdout.write('ready\n');
/** `take` answers what was seen since the last `take`, one more answer included. */
process.on('message', () => {
  onDone = () => {
    onDone = () => undefined;
    process.send?.({ ...worst });
    Object.assign(worst, { ms: 0, failed: 0, asked: 0 });
  };
});
process.once('disconnect', () => process.exit(0));
