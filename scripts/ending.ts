/** A signal that the process was asked to end, instead of ending at once. */
export interface AskedToEnd extends Disposable {
  readonly signal: AbortSignal;
  /** Signals are somebody else's from now on. */
  release(): void;
}

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Takes the signals that ask a process to end. */
export function untilSignal(): AskedToEnd {
  const asked = new AbortController();
  const end = () => asked.abort();
  for (const name of names) process.on(name, end);
  const release = () => {
    for (const name of names) process.off(name, end);
  };
  return { signal: asked.signal, release, [Symbol.dispose]: release };
}

/** Under npm a process asks itself to end when npm was killed and could tell nobody. */
export function endWithParent(look: number): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, look).unref();
}
