import type { TestApp } from '../test-app.ts';
import type { Deed } from './acts.ts';
import { answerOf, type Read, readNames } from './reads.ts';
import type { Stage } from './stage.ts';

/** From a deed's answer to a call that another server answers by it (docs/operate, Rights and Sessions). */
const WITHIN = 1000;
/** When it is given up that they will tell the same. */
const LATEST = 10_000;
/** From the start of a server until it has read its store. */
const STARTED = 30_000;
/** After the answer of a write was lost: until it was found whether it is kept. */
const FOUND_OUT = 5000;
/** Lines of a difference that are told. */
const TOLD = 8;

/** What is asked of whom, and since when another server is to know. */
interface Round {
  readonly name: string;
  readonly reads: readonly Read[];
  readonly other: TestApp;
  readonly since: number;
  readonly isNew?: boolean;
}

interface Told {
  readonly here: string;
  readonly there: string;
  readonly asked: number;
}

/** Asks both servers after each deed, and keeps what they told apart. */
export class Follower {
  readonly faults: string[] = [];
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Does it: what shows it is other at once where it was done, and soon the same at the other server. */
  async follows({ name, does, shows }: Deed, beside: readonly Read[]): Promise<void> {
    const stage = this.#stage;
    const before = await this.told(shows);
    await does(stage);
    const since = performance.now();
    const after = await this.#agree({ name, reads: [...new Set([...shows, ...beside])], since, other: stage.there });
    for (const read of shows) {
      if (after.get(read) === before.get(read)) this.faults.push(`${name}: ${read} does not show it where it was done`);
    }
  }

  /** What both tell comes to be the same, and other than before where that is asked for, though nobody heard of what was done. */
  async settles({ name, shows }: Deed, beside: readonly Read[], before: ReadonlyMap<Read, string>): Promise<void> {
    const since = performance.now() + FOUND_OUT;
    for (const [read, told] of before) {
      const isShown = await this.#becomes(read, (now) => now !== told, since + WITHIN);
      if (!isShown) this.faults.push(`${name}: ${read} does not show it where it was done`);
    }
    await this.#agree({ name, reads: [...new Set([...shows, ...beside])], since, other: this.#stage.there });
  }

  /** What the stage's server tells now. */
  async told(reads: readonly Read[]): Promise<ReadonlyMap<Read, string>> {
    const told = new Map<Read, string>();
    for (const read of reads) told.set(read, await answerOf(this.#stage, this.#stage.here, read));
    return told;
  }

  async #becomes(read: Read, isIt: (told: string) => boolean, until: number): Promise<boolean> {
    for (;;) {
      const asked = performance.now();
      if (isIt(await answerOf(this.#stage, this.#stage.here, read))) return true;
      if (asked > until) return false;
    }
  }

  /** Both tell the same once they have read what was there before they started. */
  async begins(): Promise<void> {
    const since = performance.now() + STARTED;
    await this.#agree({ name: 'the start', reads: readNames, since, other: this.#stage.there });
  }

  /** Both tell the same, whatever was done before. */
  async agree(name: string): Promise<void> {
    await this.#agree({ name, reads: readNames, since: performance.now(), other: this.#stage.there });
  }

  /** A server that starts comes to tell the same of what is kept. */
  async joins(other: TestApp): Promise<void> {
    const since = performance.now() + STARTED;
    await this.#agree({ name: 'a server starts', reads: readNames, since, other, isNew: true });
  }

  /** Asks until they tell the same; what the stage's server told first of each. */
  async #agree(round: Round): Promise<ReadonlyMap<Read, string>> {
    const first = new Map<Read, string>();
    const late = new Map<Read, string>();
    let left = round.reads;
    let asked = 0;
    do {
      asked = performance.now() - round.since;
      left = await this.#apart(round, left, { first, late });
      // What was asked before it had to be the same says nothing, however long the answers took.
    } while (left.length > 0 && (asked <= WITHIN || performance.now() - round.since < LATEST));
    for (const [read, words] of late) this.faults.push(`${round.name}: ${read} differs ${words}`);
    for (const read of left) if (!late.has(read)) this.faults.push(`${round.name}: ${read} never stands still`);
    return first;
  }

  /** Of some reads those that are told apart, with the words for those that are late. */
  async #apart(round: Round, reads: readonly Read[], { first, late }: Record<'first' | 'late', Map<Read, string>>) {
    const apart: Read[] = [];
    for (const read of reads) {
      const told = await this.#ask(round, read);
      if (!first.has(read)) first.set(read, told.here);
      if (told.there !== told.here) apart.push(read);
      const words = await this.#lateness(round, read, told);
      if (words !== undefined) late.set(read, words);
    }
    return apart;
  }

  /** What both tell, and how long after it was done the other was asked. */
  async #ask({ other, since, isNew = false }: Round, read: Read): Promise<Told> {
    const stage = this.#stage;
    const here = await answerOf(stage, stage.here, read, isNew);
    const asked = performance.now() - since;
    return { here, asked, there: await answerOf(stage, other, read, isNew) };
  }

  /** In words, where the other did not tell it in time; what changed meanwhile where it was done is no fault. */
  async #lateness(round: Round, read: Read, { here, there, asked }: Told): Promise<string | undefined> {
    if (there === here || asked <= WITHIN || (await this.#ask(round, read)).here !== here) return undefined;
    return `after ${Math.round(asked)} ms\n${difference(here, there)}`;
  }
}

/** The first lines that are not the same. */
function difference(here: string, there: string): string {
  const [some, others] = [here.split('\n'), there.split('\n')];
  const from = some.findIndex((line, n) => line !== others[n]);
  const told = (lines: readonly string[], mark: string) => lines.slice(from, from + TOLD).map((line) => mark + line);
  return [...told(some, '- '), ...told(others, '+ ')].join('\n');
}
