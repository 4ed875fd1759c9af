import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishControls } from '@sheetwire/contract/publish';

/** A value that a viewer set, as the server hands it over. */
export type ControlUpdate = Output<typeof publishControls>['updates'][number];

/** What the publisher says to an update: taken, refused now, or never acceptable. */
export interface UpdateAnswer {
  readonly status: 'updated' | 'rejected' | 'skip_retry';
  readonly message?: string;
}

/** An answer on its way to the server. */
export interface UpdateAck extends UpdateAnswer {
  readonly id: string;
}

/** Takes an update; what it throws refuses the update with its words. */
export type OnUpdate = (update: ControlUpdate) => UpdateAnswer | Promise<UpdateAnswer>;

/**
 * Hands each update to the program once, those of one control one after the other, and keeps the answers: an update
 * that the server hands over again gets the answer that it had.
 */
export class PublisherUpdates {
  readonly #onUpdate: OnUpdate;
  readonly #onAnswer: () => void;
  /** By id; undefined while the program works on it. The eldest answers are forgotten. */
  readonly #answers = new Map<string, UpdateAnswer | undefined>();
  readonly #controls = new Map<string, Promise<void>>();
  #acks: UpdateAck[] = [];

  constructor(onUpdate: OnUpdate, onAnswer: () => void) {
    this.#onUpdate = onUpdate;
    this.#onAnswer = onAnswer;
  }

  take(updates: readonly ControlUpdate[]): void {
    for (const update of updates) {
      const known = this.#answers.get(update.id);
      if (known) this.#acks.push({ id: update.id, ...known });
      else if (!this.#answers.has(update.id)) this.#queue(update);
    }
    if (this.#acks.length > 0) this.#onAnswer();
  }

  /** Updates that the program works on. */
  get open(): number {
    return this.#controls.size;
  }

  /** Resolves when every control's updates so far are answered. */
  async idle(): Promise<void> {
    await Promise.all(this.#controls.values());
  }

  /** The answers to be told next, which are then the caller's. */
  takeAcks(): UpdateAck[] {
    const acks = this.#acks.slice(0, limits.publisherAcks);
    this.#acks = this.#acks.slice(acks.length);
    return acks;
  }

  /** Answers that could not be told. */
  giveBack(acks: readonly UpdateAck[]): void {
    this.#acks = [...acks, ...this.#acks].slice(0, limits.publisherRemembers);
  }

  #queue(update: ControlUpdate): void {
    const control = `${update.topic}\n${update.name.toUpperCase()}`;
    this.#answers.set(update.id, undefined);
    const before = this.#controls.get(control) ?? Promise.resolve();
    const done = before.then(() => this.#answer(update));
    this.#controls.set(control, done);
    void done.then(() => {
      if (this.#controls.get(control) === done) this.#controls.delete(control);
    });
  }

  async #answer(update: ControlUpdate): Promise<void> {
    const answer = await this.#ask(update);
    this.#answers.delete(update.id);
    this.#answers.set(update.id, answer);
    this.#forget();
    this.#acks.push({ id: update.id, ...answer });
    this.#onAnswer();
  }

  async #ask(update: ControlUpdate): Promise<UpdateAnswer> {
    try {
      return brief(await this.#onUpdate(update));
    } catch (error) {
      return brief({ status: 'rejected', message: error instanceof Error ? error.message : String(error) });
    }
  }

  #forget(): void {
    for (const [id, answer] of this.#answers) {
      if (this.#answers.size <= limits.publisherRemembers) return;
      if (answer) this.#answers.delete(id);
    }
  }
}

/** Words that are too long would have the server refuse every answer beside them too. */
function brief({ status, message }: UpdateAnswer): UpdateAnswer {
  return message === undefined ? { status } : { status, message: message.slice(0, limits.maxText) };
}
