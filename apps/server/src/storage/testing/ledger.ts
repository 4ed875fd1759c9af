import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What a program that is about to be killed said: the versions that the store acknowledged. */
export class Ledger {
  readonly acked = new Map<string, number>();
  #acks = 0;

  /** Versions acknowledged in all rounds. */
  get acks(): number {
    return this.#acks;
  }

  ack(topic: string, version: number): void {
    const before = this.acked.get(topic) ?? 0;
    if (version <= before) throw new Error(`${topic} was given version ${version} again, after ${before}`);
    this.#acks++;
    this.acked.set(topic, version);
  }
}

/**
 * Reads the lines `ack <version> <topic>` of a program. When it has said `acks` more acknowledgements `strike` is called,
 * while the program is at work. When it is gone and all it said is in the ledger, answers the signal that ended it.
 */
export async function strikeAfter(
  child: ChildProcess,
  ledger: Ledger,
  acks: number,
  strike: () => void,
): Promise<NodeJS.Signals | null> {
  if (!child.stdout) throw new Error('the program has no output to read');
  const end = ledger.acks + acks;
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  for await (const line of createInterface({ input: child.stdout })) {
    const said = /^ack (\d+) (.+)$/.exec(line);
    if (!said?.[2]) continue;
    ledger.ack(said[2], Number(said[1]));
    if (ledger.acks === end) strike();
  }
  if (ledger.acks < end) throw new Error('the program ended before it was struck');
  return ended;
}
