import type { Caller } from '@sheetwire/client/caller';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { PictureSender } from '../picture-sender.ts';
import { type RenderedReport, ReportPublisher, type Sent } from '../report-publisher.ts';

interface Known {
  readonly publisher: ReportPublisher;
  size: number;
}

/**
 * A publisher for each report of a folder. What they remember of their pages is bounded: beyond it the one that was
 * used longest ago forgets, and its next save goes whole.
 */
export class Publishers {
  readonly #call: Caller;
  readonly #send: PictureSender | undefined;
  readonly #most: number;
  /** The one used last comes last. */
  readonly #known = new Map<Topic, Known>();
  /** Those of reports that a rollback holds; they remember no pages. */
  readonly #held = new Map<Topic, ReportPublisher>();
  #size = 0;

  constructor(call: Caller, most: number = limits.folder.remembered, send?: PictureSender) {
    this.#call = call;
    this.#send = send;
    this.#most = most;
  }

  async publish(topic: Topic, report: RenderedReport, signal: AbortSignal): Promise<Sent> {
    const known = this.#held.get(topic) ?? this.#known.get(topic)?.publisher;
    const publisher = known ?? new ReportPublisher(this.#call, topic, this.#send);
    try {
      const sent = await publisher.publish(report, signal);
      this.#remember(topic, publisher, report);
      return sent;
    } catch (fault) {
      if (publisher.isHeld) {
        this.forget(topic);
        this.#held.set(topic, publisher);
      }
      throw fault;
    }
  }

  /** A rollback holds the report, as far as is known. */
  isHeld(topic: Topic): boolean {
    return this.#held.get(topic)?.isHeld ?? false;
  }

  /** Asks about a report that a rollback holds, before its file is read; throws as ReportPublisher does. */
  async passHold(topic: Topic, signal: AbortSignal): Promise<void> {
    await this.#held.get(topic)?.passHold(signal);
  }

  /** Its file is gone. */
  forget(topic: Topic): void {
    this.#held.delete(topic);
    this.#size -= this.#known.get(topic)?.size ?? 0;
    this.#known.delete(topic);
  }

  #remember(topic: Topic, publisher: ReportPublisher, { pages }: RenderedReport): void {
    this.forget(topic);
    const size = pages.reduce((sum, { html }) => sum + html.length, 0);
    this.#known.set(topic, { publisher, size });
    this.#size += size;
    for (const oldest of this.#known.keys()) {
      if (this.#size <= this.#most) break;
      this.forget(oldest);
    }
  }
}
