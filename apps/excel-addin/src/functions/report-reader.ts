import type { Caller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { decodePage } from '@sheetwire/client/decode-page';
import type { Input, Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import { isRejected } from '../pane/credential.ts';

/** The pages of a report by their names in capitals, in their order; or why they cannot be read. */
export type ReadReport = { readonly pages: ReadonlyMap<string, string> } | { readonly why: string };

interface Followed {
  readonly hearers: Set<(read: ReadReport) => void>;
  last: ReadReport | undefined;
  /** What is known, so that only another state is answered. */
  known: { reportTime?: string; hasUserHtml?: boolean; canInteract?: boolean };
  cancel: () => void;
  /** Grows with each new beginning: an answer to an older question counts no more. */
  turn: number;
}

interface ReaderParts {
  readonly call: Caller;
  readonly clock: Clock;
}

/** Reports that cells read: each is asked for once, however many cells read it, and only what changed comes. */
export class ReportReader {
  readonly #parts: ReaderParts;
  readonly #followed = new Map<string, Followed>();

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** A report as it was at a moment. */
  async at(topic: string, moment: string): Promise<ReadReport> {
    return this.#ask({ topic, at: moment, returnReport: true }).then(readOf, whyOf);
  }

  /** Tells the report now and with each change; answers how to hear no more. */
  follow(topic: string, hear: (read: ReadReport) => void): () => void {
    const followed = this.#followed.get(topic) ?? this.#begin(topic);
    followed.hearers.add(hear);
    if (followed.last) hear(followed.last);
    return () => {
      followed.hearers.delete(hear);
      if (followed.hearers.size > 0 || this.#followed.get(topic) !== followed) return;
      followed.cancel();
      this.#followed.delete(topic);
    };
  }

  /** Who is logged in changed: what may be read may be other. */
  again(): void {
    for (const [topic, followed] of this.#followed) {
      followed.cancel();
      followed.known = {};
      followed.turn++;
      void this.#look(topic, followed);
    }
  }

  #begin(topic: string): Followed {
    const followed: Followed = { hearers: new Set(), last: undefined, known: {}, cancel: () => undefined, turn: 0 };
    this.#followed.set(topic, followed);
    void this.#look(topic, followed);
    return followed;
  }

  /** Asks once, and again after a while; not where nobody is logged in any more. */
  async #look(topic: string, followed: Followed): Promise<void> {
    const { turn } = followed;
    const answer = await this.#ask({ topic, returnReport: true, ...followed.known }).catch((fault: unknown) => ({
      fault,
    }));
    if (followed.turn !== turn || this.#followed.get(topic) !== followed) return;
    if ('fault' in answer) {
      this.#tell(followed, whyOf(answer.fault), {});
      if (isRejected(answer.fault)) return;
    } else if (answer.nodiff !== true) {
      const { time: reportTime = '', hasUserHtml = false, canInteract = false } = answer;
      this.#tell(followed, readOf(answer), { reportTime, hasUserHtml, canInteract });
    }
    followed.cancel = this.#parts.clock.after(limits.addIn.read, () => void this.#look(topic, followed));
  }

  #tell(followed: Followed, read: ReadReport, known: Followed['known']): void {
    followed.last = read;
    followed.known = known;
    for (const hear of followed.hearers) hear(read);
  }

  /** With its pages unpacked: long ones travel compressed. */
  async #ask(input: Input<typeof report>): Promise<Output<typeof report>> {
    const answer = await this.#parts.call(report, input);
    return answer.pages ? { ...answer, pages: await Promise.all(answer.pages.map(decodePage)) } : answer;
  }
}

function readOf({ pages, pageNames = [] }: Output<typeof report>): ReadReport {
  if (!pages || pages.length === 0) return { why: 'The report is not published, or you have no access' };
  return { pages: new Map(pages.map((html, n) => [(pageNames[n] ?? '').toUpperCase(), html])) };
}

function whyOf(fault: unknown): ReadReport {
  return { why: fault instanceof Error ? fault.message : String(fault) };
}
