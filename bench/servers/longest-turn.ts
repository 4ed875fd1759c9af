import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before a portal: from the signal SIGHUP on it notes the longest turn of the event loop in the file that its
 * address names, by the CPU of the main thread, so that a machine which others use too does not lengthen it.
 */
const out = new URL(import.meta.url).searchParams.get('out');

function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (isMainThread && out !== null) {
  let longest = 0;
  let last = cpu();
  const look = () => {
    const now = cpu();
    if (now - last > longest) {
      longest = now - last;
      writeFileSync(out, String(longest));
    }
    last = cpu();
  };
  process.once('SIGHUP', () => {
    last = cpu();
    setInterval(look, 1).unref();
  });
}
