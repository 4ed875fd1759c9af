import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import type { ReportPast } from '#ports/past/report-past.ts';

/** Who published the last versions, newest first. */
interface Senders {
  readonly version: number;
  readonly last: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** Who published the last versions of reports, so that nothing is read where all of them were noted here. */
export class UsualSenders {
  readonly #past: Pick<ReportPast, 'senders'>;
  readonly #senders = new BoundedMap<Topic, Senders>(limits.guard.remembered);

  constructor(past: Pick<ReportPast, 'senders'>) {
    this.#past = past;
  }

  /** A version was kept that a publisher sent. */
  note(topic: Topic, version: number, sender: string): void {
    const senders = this.#senders.get(topic);
    if (senders) this.#senders.set(topic, sendersAfter(senders, version, sender));
  }

  /** Those of the versions up to one; undefined where they have to be read. */
  known(topic: Topic, version: number): ReadonlySet<string> | undefined {
    const known = this.#senders.get(topic);
    return known?.version === version ? known.names : undefined;
  }

  async read(topic: Topic, version: number): Promise<ReadonlySet<string>> {
    const known = this.known(topic, version);
    if (known) return known;
    const last = await this.#past.senders(topic, version, limits.guard.usual);
    const names = new Set(last);
    this.#senders.set(topic, { version, last, names });
    return names;
  }
}

function sendersAfter({ last, names }: Senders, version: number, sender: string): Senders {
  // As a rule it is always the same one.
  if (names.size === 1 && names.has(sender) && last.length === limits.guard.usual) return { version, last, names };
  const now = [sender, ...last].slice(0, limits.guard.usual);
  return { version, last: now, names: new Set(now) };
}
