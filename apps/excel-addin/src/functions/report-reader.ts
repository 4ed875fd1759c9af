import { backoff } from '@sheetwire/client/backoff';
import type { Caller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { decodePage } from '@sheetwire/client/decode-page';
import type { Input, Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import { isRejected } from '../pane/credential.ts';
import { ReadPage } from './read-page.ts';

/** The pages of a report by their names in capitals, in their order; or why they cannot be read. */
export type ReadReport = { readonly pages: ReadonlyMap<string, ReadPage> } | { readonly why: string };

interface Followed {
  readonly hearers: Set<(read: ReadReport) => void>;
  last: ReadReport | undefined;
  /** What is known, so that only another state is answered. */
  known: { reportTime?: string; hasUserHtml?: boolean; canInteract?: boolean };
  cancel: () => void;
  /** Questions in a row that were not answered. */
  failures: number;
  /** Grows with each new beginning: an answer to an older question counts no more. */
  turn: number;
}

interface ReaderParts {
  readonly call: Caller;
  readonly clock: Clock;
  readonly chance: () => number;
}

/** Reports that cells read: each is asked for once, however many cells read it, and only what changed comes. */
export class ReportReader {
  readonly #parts: ReaderParts;
  readonly #followed = new Map<string, Followed>();
  /** Grows with each change of who is logged in. */
  #login = 0;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** A report as it was at a moment, for who is logged in when the answer comes. */
  async at(topic: string, moment: string): Promise<ReadReport> {
    const login = this.#login;
    const read = await this.#ask({ topic, at: moment, returnReport: true }).then(readOf, whyOf);
    return login === this.#login ? read : this.at(topic, moment);
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
    this.#login++;
    for (const [topic, followed] of this.#followed) {
      followed.cancel();
      Object.assign(followed, { last: undefined, known: {}, failures: 0 });
      followed.turn++;
      void this.#look(topic, followed);
    }
  }

  #begin(topic: string): Followed {
    const followed: Followed = {
      ...{ hearers: new Set(), last: undefined, known: {}, failures: 0, turn: 0 },
      cancel: () => undefined,
    };
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
      followed.failures++;
    } else {
      followed.failures = 0;
      if (answer.nodiff !== true) {
        const { time: reportTime = '', hasUserHtml = false, canInteract = false } = answer;
        this.#tell(followed, readOf(answer), { reportTime, hasUserHtml, canInteract });
      }
    }
    followed.cancel = this.#parts.clock.after(this.#pause(followed), () => void this.#look(topic, followed));
  }

  /** The usual time; longer and longer while the portal is away. */
  #pause({ failures }: Followed): number {
    const { read, readPause } = limits.addIn;
    return failures === 0 ? read : Math.max(read, backoff(readPause, failures, this.#parts.chance));
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
  return { pages: new Map(pages.map((html, n) => [(pageNames[n] ?? '').toUpperCase(), new ReadPage(html)])) };
}

function whyOf(fault: unknown): ReadReport {
  return { why: fault instanceof Error ? fault.message : String(fault) };
}
